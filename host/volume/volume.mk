# Volumes and their files: an archive that orbital and orbital-mpi take from what they need.
# SPDX-License-Identifier: Apache-2.0

VOLUME_FOLDERS  := host/volume host/volume/formats host/volume/io
VOLUME_SOURCES  := $(sort $(wildcard $(VOLUME_FOLDERS:%=%/*.c)))
VOLUME_OBJECTS  := $(VOLUME_SOURCES:%.c=$(BUILD)/obj/%.o)
VOLUME_ARCHIVE  := $(BUILD)/obj/libvolume.a
# libnifti2 has no pkg-config file; others than HDF5 need none.
VOLUME_INCLUDES  = $(VOLUME_FOLDERS:%=-I%) -isystem /usr/include/nifti \
    $(patsubst -I%,-isystem %,$(shell pkg-config --cflags hdf5))

$(VOLUME_ARCHIVE): $(VOLUME_OBJECTS)

$(BUILD)/obj/host/volume/%.o: host/volume/%.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(VOLUME_INCLUDES) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(VOLUME_OBJECTS:.o=.d)
