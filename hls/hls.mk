# The array in C, compiled: one shared object a configuration (sim/configs.mk).
# SPDX-License-Identifier: Apache-2.0

HLS_SOURCES := $(wildcard hls/*.c) sim/orb_hls_model.c
HLS_MODELS  := $(HLS_CONFIGS:%=$(BUILD)/lib/orbital/orb_hls_%.so)

ALL += $(HLS_MODELS)

# The model of configuration $* as $@
hls_model = $(CC) $(ORB_CFLAGS) -O3 $(CFLAGS) $(CONFIG_$*:%=-DORB_%) -DORB_MODEL_NAME='"hls $*"' -Ihls -Isim -I$(GEN) \
    -fvisibility=hidden -shared $(LDFLAGS) $(HLS_SOURCES) -o $@

HLS_HEADERS := hls/orb_hls.h hls/orb_hls_float.h sim/orb_model.h

$(HLS_MODELS): $(BUILD)/lib/orbital/orb_hls_%.so: $(HLS_SOURCES) $(HLS_HEADERS) $(REGS_H) sim/configs.mk
	$(MAKING)
	$(hls_model)
