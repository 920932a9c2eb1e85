# The orbital command.
# SPDX-License-Identifier: Apache-2.0

CLI := $(BUILD)/bin/orbital
ALL += $(CLI)

CLI_MAIN   := $(BUILD)/obj/host/cli/orbital_main.o
CLI_OBJ    := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard host/cli/*.c)))
CLI_CFLAGS  = -Ihost/include -Ihost/cli $(VOLUME_INCLUDES) \
              $(patsubst -I%,-isystem %,$(shell pkg-config --cflags cairo))
CLI_LIBS    = -lnifti2 -lteem -ltiff $(shell pkg-config --libs hdf5) $(shell pkg-config --libs cairo) \
              -ljansson -lzstd -lz -lm

# All but the main program, from which orbital-mpi takes what it needs, too.
CLI_ARCHIVE := $(BUILD)/obj/libcommand.a

# Finds the library in the build folder and, once installed, in PREFIX/lib; a packager may empty it.
CLI_RPATH ?= -Wl,-rpath,'$$ORIGIN/../lib'

$(CLI): $(CLI_MAIN) $(CLI_ARCHIVE) $(VOLUME_ARCHIVE) $(BUILD)/lib/liborbital.so
	$(MAKING)
	$(CC) $(CFLAGS) -pie $(ORB_LDFLAGS) $(LDFLAGS) -o $@ $(CLI_MAIN) $(CLI_ARCHIVE) $(VOLUME_ARCHIVE) \
	    -L$(BUILD)/lib -lorbital $(CLI_LIBS) $(CLI_RPATH)

$(CLI_ARCHIVE): $(filter-out $(CLI_MAIN),$(CLI_OBJ))

$(BUILD)/obj/host/cli/%.o: host/cli/%.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CLI_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(CLI_OBJ:.o=.d)
