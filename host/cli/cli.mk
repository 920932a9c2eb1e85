# The orbital command.
# SPDX-License-Identifier: Apache-2.0

CLI := $(BUILD)/bin/orbital
ALL += $(CLI)

CLI_OBJ    := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard host/cli/*.c))
# libnifti2 has no pkg-config file; the others need none.
CLI_CFLAGS := -Ihost/include -isystem /usr/include/nifti
CLI_LIBS   := -lnifti2 -lteem -ljansson -lpng -lzstd -lz -lm

# $ORIGIN finds the library in the build folder and, once installed, in PREFIX/lib.
$(CLI): $(CLI_OBJ) $(BUILD)/lib/liborbital.so
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(CLI_OBJ) -L$(BUILD)/lib -lorbital $(CLI_LIBS) -Wl,-rpath,'$$ORIGIN/../lib'

$(BUILD)/obj/host/cli/%.o: host/cli/%.c
	@mkdir -p $(@D)
	$(CC) $(ORB_CFLAGS) $(CLI_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(CLI_OBJ:.o=.d)
