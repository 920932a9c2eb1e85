# Simulated clusters: builds the library once more, for SMPI of SimGrid, see docs/cluster-simulation.md.
# SPDX-License-Identifier: Apache-2.0

SMPICC        ?= smpicc
# smpicc itself would replace malloc and other functions. Its headers need the names of GNU.
SMPI_HEADERS   = $(shell pkg-config --variable=includedir simgrid)/smpi
SCALE         := $(BUILD)/scale/scale
SCALE_SOURCES := $(filter-out mpi/sim/calibrate.c,$(sort $(wildcard mpi/sim/*.c)))
SCALE_OBJECTS := $(patsubst %.c,$(BUILD)/obj/scale/%.o,$(MPI_SOURCES) $(GEMM_SOURCES) $(SCALE_SOURCES))

# Functions whose work is charged instead of being done, or that are counted: mpi/sim/work.c and local_costs.c.
SCALE_WRAPPED := orb_product_run orb_product_add orb_entries_block orb_convert orb_gemm_multiply \
    orb_gemm_multiply_vector orb_gemm_multiply_vectors orb_phase_run orb_post_poll orb_post_wait orb_plan_create \
    orb_plan_destroy orb_execute MPI_Isend MPI_Irecv MPI_Wait MPI_Waitall MPI_Waitany MPI_Allreduce \
    MPI_Ialltoall MPI_Ialltoallv

# Files whose copies are charged: mpi/sim/bulk.h.
SCALE_BULK := $(addprefix $(BUILD)/obj/scale/mpi/,gemm/gemm_ring.o gemm/gemm_vector.o gemm/region.o lib/exchange.o \
    lib/exchange_shift.o lib/remap.o)

$(SCALE_BULK): private MPI_INCLUDES += -DSIM_BULK -include mpi/sim/bulk.h

$(BUILD)/obj/scale/%.o: %.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -D_GNU_SOURCE -isystem $(SMPI_HEADERS) $(MPI_INCLUDES) -MMD -MP -c $< -o $@

$(SCALE): $(SCALE_OBJECTS) $(LIB_STATIC)
	$(MAKING)
	$(SMPICC) $(LDFLAGS) $(SCALE_WRAPPED:%=-Wl,--wrap=%) $^ -o $@ $(filter-out -lorbital,$(MPI_LIBS)) $(LIB_LIBS)

.PHONY: scale scale-rates
scale: setup-scale ### simulate clusters of 1 to 2048 ranks (STUDIES=…); rewrites docs/scaling*.md
	@$(SUBMAKE) $(SCALE)
	@$(PY) mpi/sim/study.py $(SCALE) $(BUILD)/scale $(STUDIES)
	@PYTHONPATH=bench $(PY) mpi/sim/report.py $(BUILD)/scale \
	    $(if $(STUDIES),$(BUILD)/scale/scaling.md $(BUILD)/scale,docs/scaling.md docs/images/scale)

# Measures a table as in mpi/sim/rates/ for one thread of this machine.
CALIBRATE := $(BUILD)/scale/calibrate

scale-rates: setup-mpi ### measure the local work of a rank on one thread of this machine
	@$(SUBMAKE) $(CALIBRATE)
	@$(CALIBRATE)

$(CALIBRATE): $(BUILD)/obj/mpi/sim/calibrate.o $(MPI_STATIC) $(LIB_STATIC)
	$(MAKING)
	$(MPICC) $(LDFLAGS) -Wl,--wrap=orb_post_poll $^ -o $@ $(filter-out -lorbital,$(MPI_LIBS)) $(LIB_LIBS)

-include $(SCALE_OBJECTS:.o=.d) $(BUILD)/obj/mpi/sim/calibrate.d
