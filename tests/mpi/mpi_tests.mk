# The test programs in tests/mpi. Some are also built with the sanitizers, as are the libraries for them.
# SPDX-License-Identifier: Apache-2.0

MPI_TEST_SOURCES := $(sort $(wildcard tests/mpi/cluster_*.c))
MPI_TESTS        := $(MPI_TEST_SOURCES:tests/mpi/%.c=$(BUILD)/tests/mpi/%)
MPI_TESTS_SAN    := $(patsubst %,$(BUILD)/tests/mpi/san/cluster_%,box_errors boxes errors gemm gemm_errors local random)
MPI_SUPPORT      := $(filter-out tests/mpi/cluster_%,$(sort $(wildcard tests/mpi/*.c)))
MPI_SUPPORT_SAN  := $(MPI_SUPPORT:%.c=$(BUILD)/obj/san/%.o)
MPI_SUPPORT      := $(MPI_SUPPORT:%.c=$(BUILD)/obj/%.o)
MPI_OBJECTS_SAN  := $(patsubst $(BUILD)/obj/%,$(BUILD)/obj/san/%,$(MPI_OBJECTS) $(GEMM_OBJECTS))
# The command, and the library that its tests preload.
MPI_CLI_SAN      := $(BUILD)/tests/mpi/san/orbital-mpi
MPI_CLI_TESTS    := $(MPI_CLI_SAN) $(BUILD)/tests/mpi/trouble.so
MPI_CLI_OBJ_SAN   = $(MPI_CLI_OBJECTS:$(BUILD)/obj/%=$(BUILD)/obj/san/%) $(BUILD)/obj/san/libcommand.a
MPI_TEST_FLAGS    = $(ORB_CFLAGS) $(CFLAGS) $(MPI_INCLUDES)

# This test compares with ScaLAPACK.
$(BUILD)/tests/mpi/cluster_pdgemm: private LIB_LIBS += $(shell pkg-config --libs scalapack-openmpi)

# Tests can make allocations of the library fail.
MPI_WRAP         := -Wl,--wrap=malloc -Wl,--wrap=calloc

$(MPI_TESTS): $(BUILD)/tests/mpi/%: $(BUILD)/obj/tests/mpi/%.o $(MPI_SUPPORT) $(GEMM_STATIC) $(MPI_STATIC) \
    $(LIB_STATIC)
	$(MAKING)
	$(MPICC) $(LDFLAGS) $(MPI_WRAP) $^ -o $@ $(filter-out -lorbital,$(MPI_LIBS)) $(LIB_LIBS)

$(MPI_TESTS_SAN): $(BUILD)/tests/mpi/san/%: $(BUILD)/obj/san/tests/mpi/%.o $(MPI_SUPPORT_SAN) $(MPI_OBJECTS_SAN) \
    $(LIB_OBJECTS_SAN)
	$(MAKING)
	$(MPICC) $(SANITIZE) $(LDFLAGS) $(MPI_WRAP) $^ -o $@ $(filter-out -lorbital,$(MPI_LIBS)) $(LIB_LIBS)

$(MPI_CLI_SAN): $(BUILD)/obj/san/tests/mpi/leak_check.o $(MPI_CLI_OBJ_SAN) $(MPI_OBJECTS_SAN) $(LIB_OBJECTS_SAN)
	$(MAKING)
	$(MPICC) $(SANITIZE) $(LDFLAGS) $^ -o $@ $(filter-out -lorbital,$(MPI_LIBS)) $(MPI_CLI_LIBS) $(LIB_LIBS)

# The whole command except its main program. The linker takes what it needs.
$(BUILD)/obj/san/libcommand.a: $(patsubst $(BUILD)/obj/%,$(BUILD)/obj/san/%,$(filter-out $(CLI_MAIN),$(CLI_OBJ)) \
    $(VOLUME_OBJECTS))

$(BUILD)/tests/mpi/%.so: tests/mpi/preload/%.c
	$(MAKING)
	$(MPICC) $(ORB_CFLAGS) $(CFLAGS) -shared $(LDFLAGS) $< -o $@

$(BUILD)/obj/tests/mpi/%.o: tests/mpi/%.c
	$(MAKING)
	$(MPICC) $(MPI_TEST_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/san/tests/mpi/%.o: tests/mpi/%.c
	$(MAKING)
	$(MPICC) $(MPI_TEST_FLAGS) $(SANITIZE) $(MPI_SAN_SIZES) -MMD -MP -c $< -o $@

# The sanitizer build treats messages of more than 50 numbers as long ones, because no test has memory for 2^31 numbers.
# Small products and transpositions have several pieces there.
MPI_SAN_SIZES := -DORB_COUNT_MAX=50 -DORB_PIECE_WORK=1e3 -DORB_CHUNK_BYTES=200 -DORB_REMAP_BYTES=100

$(BUILD)/obj/san/mpi/%.o: mpi/%.c
	$(MAKING)
	$(MPICC) $(ORB_CFLAGS) $(CFLAGS) $(SANITIZE) $(MPI_SAN_SIZES) $(MPI_INCLUDES) -MMD -MP -c $< -o $@

# The sanitizer build reads and writes 50 elements of a file at a time.
$(BUILD)/obj/san/mpi/cli/%.o: mpi/cli/%.c
	$(MAKING)
	$(MPICC) $(ORB_CFLAGS) $(CFLAGS) $(SANITIZE) -DORB_FILE_POINTS=50 $(MPI_CLI_CFLAGS) -MMD -MP -c $< -o $@

-include $(wildcard $(BUILD)/obj/tests/mpi/*.d $(BUILD)/obj/san/tests/mpi/*.d $(BUILD)/obj/san/mpi/*/*.d)
