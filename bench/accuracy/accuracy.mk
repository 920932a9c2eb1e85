# Models of all lengths of a word, and of floats, to measure what they are worth.
# SPDX-License-Identifier: Apache-2.0

ACCURACY        := $(BUILD)/accuracy
ACCURACY_WORDS  := 12 13 14 15 16 17 18 19 20 21 22 23 24 25
ACCURACY_FLOATS := float32 bfloat16 float16
ACCURACY_MODELS := $(patsubst %,$(ACCURACY)/orb_hls_p4_b8_f8_%.so,$(ACCURACY_WORDS:%=w%) $(ACCURACY_FLOATS))

$(foreach w,$(ACCURACY_WORDS),$(eval CONFIG_p4_b8_f8_w$(w) ?= P=4 BMAX=8 BFULL=8 W=$(w)))
CONFIG_p4_b8_f8_float32  := P=4 BMAX=8 BFULL=8 EXP=8 W=32 FMA_LAT=5 ACC_LAT=4
CONFIG_p4_b8_f8_bfloat16 := P=4 BMAX=8 BFULL=8 EXP=8 W=16 AW=32 FMA_LAT=5 ACC_LAT=4
CONFIG_p4_b8_f8_float16  := P=4 BMAX=8 BFULL=8 EXP=5 W=16 AW=32 FMA_LAT=5 ACC_LAT=4

$(ACCURACY_MODELS): $(ACCURACY)/orb_hls_%.so: $(HLS_SOURCES) $(HLS_HEADERS) $(REGS_H) bench/accuracy/accuracy.mk
	$(MAKING)
	$(hls_model)

.PHONY: accuracy run-accuracy
accuracy: setup-test ### measure the accuracy of words of 12 to 25 bits; rewrites docs/accuracy.md
	@$(SUBMAKE) run-accuracy

run-accuracy: $(ACCURACY_MODELS) $(BUILD)/bin/orbital $(LIB_SHARED)
	@ORB_LIBRARY=$(CURDIR)/$(LIB_SHARED) PYTHONPATH=tests/support $(PY) bench/accuracy/accuracy.py $(BUILD)/bin/orbital \
	    $(CURDIR)/$(ACCURACY) docs/accuracy.md docs/images/accuracy.svg
