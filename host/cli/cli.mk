# The orbital command.
# SPDX-License-Identifier: Apache-2.0

CLI := $(BUILD)/bin/orbital
ALL += $(CLI)

CLI_OBJ    := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard host/cli/*.c))
# libnifti2 has no pkg-config file; others than HDF5 need none.
CLI_CFLAGS  = -Ihost/include -isystem /usr/include/nifti $(patsubst -I%,-isystem %,$(shell pkg-config --cflags hdf5))
CLI_LIBS    = -lnifti2 -lteem -ltiff $(shell pkg-config --libs hdf5) -ljansson -lpng -lzstd -lz -lm

# Finds the library in the build folder and, once installed, in PREFIX/lib; a packager may empty it.
CLI_RPATH ?= -Wl,-rpath,'$$ORIGIN/../lib'

$(CLI): $(CLI_OBJ) $(BUILD)/lib/liborbital.so
	$(MAKING)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(CLI_OBJ) -L$(BUILD)/lib -lorbital $(CLI_LIBS) $(CLI_RPATH)

$(BUILD)/obj/host/cli/%.o: host/cli/%.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CLI_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(CLI_OBJ:.o=.d)
