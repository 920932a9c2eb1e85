# Scaling by simulation: the library for clusters a second time, for SimGrid's SMPI, see docs/cluster.md.
# SPDX-License-Identifier: Apache-2.0

SMPICC        := $(shell command -v smpicc)
SCALE         := $(BUILD)/scale/scale
SCALE_SOURCES := $(filter-out mpi/sim/calibrate.c,$(sort $(wildcard mpi/sim/*.c)))
SCALE_OBJECTS := $(patsubst %.c,$(BUILD)/obj/scale/%.o,$(MPI_SOURCES) $(SCALE_SOURCES))

# What the simulation charges for in place of doing it, or counts: mpi/sim/work.c, local.c and traffic.c.
SCALE_WRAPPED := orb_product_run orb_product_add orb_entries_block orb_convert orb_gemm_multiply orb_regrid_run \
    orb_wire_poll orb_post_poll orb_plan_create orb_plan_destroy orb_execute MPI_Isend MPI_Irecv

$(BUILD)/obj/scale/%.o: %.c
	@mkdir -p $(@D)
	smpicc $(ORB_CFLAGS) $(CFLAGS) -DSMPI_NO_OVERRIDE_MALLOC $(MPI_INCLUDES) -Impi/lib -MMD -MP -c $< -o $@

$(SCALE): $(SCALE_OBJECTS) $(LIB_STATIC)
	@mkdir -p $(@D)
	smpicc $(LDFLAGS) $(SCALE_WRAPPED:%=-Wl,--wrap=%) $^ -o $@ $(filter-out -lorbital,$(MPI_LIBS)) $(LIB_LIBS)

-include $(SCALE_OBJECTS:.o=.d)
