# liborbital_mpi, static and shared, see docs/cluster.md. `make mpi` builds it, `make all` does not.
# SPDX-License-Identifier: Apache-2.0

MPICC      ?= mpicc
MPI_MAP    := mpi/lib/liborbital_mpi.map
MPI_STATIC := $(BUILD)/lib/liborbital_mpi.a
MPI_SHARED := $(BUILD)/lib/liborbital_mpi.so
MPI_HEADER := mpi/include/orbital/orbital_mpi.h

# Of the interface, as ABI of liborbital is.
MPI_ABI    := 2
MPI_SONAME := liborbital_mpi.so.$(MPI_ABI)

# Of liborbital what its shared library hides: the numbers of the matrices, and which plans are possible.
MPI_SHARES   := $(addprefix $(BUILD)/obj/host/lib/,axis.o desc.o error.o field.o matrix.o)
MPI_SOURCES  := $(sort $(wildcard mpi/lib/*.c))
MPI_OBJECTS  := $(MPI_SOURCES:%.c=$(BUILD)/obj/%.o)
MPI_INCLUDES  = -Impi/include -Ihost/include -Ihost/lib $(shell pkg-config --cflags openblas)
MPI_LIBS      = -lorbital $(shell pkg-config --libs openblas)

# mpicc calls the compiler of its own choice otherwise.
export OMPI_CC  = $(CC)
export MPICH_CC = $(CC)

.PHONY: mpi
mpi: setup-mpi ## install what this needs, and build the command and the library for clusters
	@$(SUBMAKE) build-mpi

# Later fragments add what else belongs to the part for clusters.
MPI_ALL := $(MPI_STATIC) $(MPI_SHARED)

$(BUILD)/obj/mpi/%.o: mpi/%.c
	$(MAKING)
	$(MPICC) $(ORB_CFLAGS) $(CFLAGS) -fvisibility=hidden $(MPI_INCLUDES) -MMD -MP -c $< -o $@

$(MPI_STATIC): $(MPI_OBJECTS) $(MPI_SHARES)

$(MPI_SHARED).$(MPI_ABI): $(MPI_OBJECTS) $(MPI_SHARES) $(MPI_MAP) $(LIB_SHARED)
	$(MAKING)
	$(MPICC) $(CFLAGS) -shared -Wl,-soname,$(MPI_SONAME) -Wl,--version-script=$(MPI_MAP) -Wl,-z,defs \
	    $(ORB_LDFLAGS) $(LDFLAGS) $(MPI_OBJECTS) $(MPI_SHARES) -o $@ -L$(BUILD)/lib $(MPI_LIBS) -lm -lpthread

$(MPI_SHARED): $(MPI_SHARED).$(MPI_ABI)
	ln -sf $(<F) $@

-include $(MPI_OBJECTS:.o=.d)
