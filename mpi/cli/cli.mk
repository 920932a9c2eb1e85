# orbital-mpi, the command for clusters.
# SPDX-License-Identifier: Apache-2.0

MPI_CLI         := $(BUILD)/bin/orbital-mpi
MPI_ALL         += $(MPI_CLI)
MPI_CLI_SOURCES := $(sort $(wildcard mpi/cli/*.c))
MPI_CLI_OBJECTS := $(MPI_CLI_SOURCES:%.c=$(BUILD)/obj/%.o)
# The linker takes what is needed of the command orbital: options, messages, the two formats of mpi/cli/rank_formats.c.
MPI_CLI_SHARES  := $(CLI_ARCHIVE) $(VOLUME_ARCHIVE)
MPI_CLI_CFLAGS   = -Impi/include $(CLI_CFLAGS)
MPI_CLI_LIBS     = -ljansson -lz -lm

$(MPI_CLI): $(MPI_CLI_OBJECTS) $(MPI_CLI_SHARES) $(MPI_SHARED)
	$(MAKING)
	$(MPICC) $(CFLAGS) -pie $(ORB_LDFLAGS) $(LDFLAGS) -o $@ \
	    $(MPI_CLI_OBJECTS) $(MPI_CLI_SHARES) -L$(BUILD)/lib -lorbital_mpi -lorbital \
	    $(MPI_CLI_LIBS) $(CLI_RPATH)

$(BUILD)/obj/mpi/cli/%.o: mpi/cli/%.c
	$(MAKING)
	$(MPICC) $(ORB_CFLAGS) $(MPI_CLI_CFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

-include $(MPI_CLI_OBJECTS:.o=.d)
