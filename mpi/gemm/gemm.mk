# liborbital_mpi_gemm, static and shared: products of matrices on a cluster, see docs/cluster.md.
# SPDX-License-Identifier: Apache-2.0

GEMM_MAP     := mpi/gemm/liborbital_mpi_gemm.map
GEMM_STATIC  := $(BUILD)/lib/liborbital_mpi_gemm.a
GEMM_SHARED  := $(BUILD)/lib/liborbital_mpi_gemm.so
GEMM_HEADER  := mpi/include/orbital/orbital_mpi_gemm.h
GEMM_ABI     := 2
GEMM_SONAME  := liborbital_mpi_gemm.so.$(GEMM_ABI)
GEMM_SOURCES := $(sort $(wildcard mpi/gemm/*.c))
GEMM_OBJECTS := $(GEMM_SOURCES:%.c=$(BUILD)/obj/%.o)
# Of liborbital what its shared library hides; messages and threads come from liborbital_mpi.
GEMM_SHARES  := $(BUILD)/obj/host/lib/field.o

MPI_INCLUDES += -Impi/lib -Impi/gemm
MPI_ALL      += $(GEMM_STATIC) $(GEMM_SHARED)

$(GEMM_STATIC): $(GEMM_OBJECTS)

$(GEMM_SHARED).$(GEMM_ABI): $(GEMM_OBJECTS) $(GEMM_SHARES) $(GEMM_MAP) $(MPI_SHARED)
	$(MAKING)
	$(MPICC) $(CFLAGS) -shared -Wl,-soname,$(GEMM_SONAME) -Wl,--version-script=$(GEMM_MAP) -Wl,-z,defs \
	    $(ORB_LDFLAGS) $(LDFLAGS) $(GEMM_OBJECTS) $(GEMM_SHARES) -o $@ -L$(BUILD)/lib -lorbital_mpi $(MPI_LIBS) -lm

$(GEMM_SHARED): $(GEMM_SHARED).$(GEMM_ABI)
	ln -sf $(<F) $@

-include $(GEMM_OBJECTS:.o=.d)
