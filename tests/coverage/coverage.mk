# Which lines and branches of the library the cmocka programs reach.
# SPDX-License-Identifier: Apache-2.0

# Functions that are always inlined are compiled as functions here, as their copies are for constants: most branches in
# each of them cannot be taken, and gcov would count the branches of all copies. So each counts once, as in the source.
COVERAGE_FLAGS       := --coverage -O0 -U_FORTIFY_SOURCE -Dalways_inline=unused
COVERAGE_OBJ         := $(BUILD)/obj/coverage
HOST_TESTS_COVERAGE  := $(HOST_TESTS:$(BUILD)/tests/host/%=$(BUILD)/tests/coverage/%)
LIB_OBJECTS_COVERAGE := $(LIB_OBJECTS:$(BUILD)/obj/%=$(COVERAGE_OBJ)/%)
$(foreach code,$(CPU_CODES),$(eval $(call cpu_code,$(code),coverage/,$$(COVERAGE_FLAGS))))

.PHONY: coverage coverage-build
coverage: setup-test ### print which lines and branches of the library the cmocka programs reach
	@$(SUBMAKE) coverage-build
	@$(PY) tests/coverage/coverage.py $(COVERAGE_OBJ) $(HOST_TESTS_COVERAGE)

coverage-build: $(HOST_TESTS_COVERAGE)
	@:

$(BUILD)/tests/coverage/test_memory: private HOST_WRAP := $(MEMORY_WRAP)
$(BUILD)/tests/coverage/test_model_load: private HOST_WRAP := $(LOADER_WRAP)
$(BUILD)/tests/coverage/test_ftdi: private HOST_WRAP := $(FTDI_WRAP)
$(BUILD)/tests/coverage/test_ftdi_sync: private HOST_WRAP := $(FTDI_WRAP)
$(BUILD)/tests/coverage/test_ftdi_faults: private HOST_WRAP := $(FTDI_FAULTS_WRAP)
$(FTDI_TESTS:%=$(BUILD)/tests/coverage/%): $(FAKE_FTDI)
$(UDP_TESTS:%=$(BUILD)/tests/coverage/%): private HOST_WRAP := $(UDP_WRAP)
$(UDP_TESTS:%=$(BUILD)/tests/coverage/%): $(FAKE_UDP)
$(HOST_TESTS_COVERAGE): $(BUILD)/tests/coverage/%: $(BUILD)/obj/tests/host/%.o $(HOST_SUPPORT) $(LIB_OBJECTS_COVERAGE)
	$(MAKING)
	$(CC) --coverage $(LDFLAGS) $(HOST_WRAP) $^ -o $@ -lcmocka $(LIB_LIBS)

$(COVERAGE_OBJ)/host/lib/%.o: host/lib/%.c | $(REGS_H) $(GEN)/orb_libdir.h
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -fopenmp $(COVERAGE_FLAGS) $(LIB_INCLUDES) -MMD -MP -c $< -o $@

-include $(LIB_OBJECTS_COVERAGE:.o=.d)
