# The cmocka programs, each built twice: plain, and with the library under the address and undefined-behaviour
# sanitizers.
# SPDX-License-Identifier: Apache-2.0

HOST_TEST_SOURCES := $(sort $(wildcard tests/host/test_*.c))
HOST_TESTS        := $(HOST_TEST_SOURCES:tests/host/%.c=$(BUILD)/tests/host/%)
HOST_TESTS_SAN    := $(HOST_TEST_SOURCES:tests/host/%.c=$(BUILD)/tests/host/san/%)

# The tests look into the library: they see its own headers, and link it statically.
HOST_TEST_FLAGS  = $(ORB_CFLAGS) $(CFLAGS) $(LIB_INCLUDES)
# Not part of -fsanitize=undefined: numbers that no integer of the type can be.
SANITIZE       := -fsanitize=address,undefined,float-cast-overflow -fno-omit-frame-pointer -O1

# What is no test itself is for all of them.
HOST_SUPPORT_SOURCES := $(filter-out $(HOST_TEST_SOURCES),$(sort $(wildcard tests/host/*.c)))
HOST_SUPPORT         := $(HOST_SUPPORT_SOURCES:%.c=$(BUILD)/obj/%.o)
HOST_SUPPORT_SAN     := $(HOST_SUPPORT_SOURCES:%.c=$(BUILD)/obj/san/%.o)
LIB_OBJECTS_SAN      := $(LIB_OBJECTS:$(BUILD)/obj/%=$(BUILD)/obj/san/%)
$(foreach code,$(CPU_CODES),$(eval $(call cpu_code,$(code),san/,$$(SANITIZE))))

$(HOST_TESTS): $(BUILD)/tests/host/%: $(BUILD)/obj/tests/host/%.o $(HOST_SUPPORT) $(LIB_STATIC)
	$(MAKING)
	$(CC) $(LDFLAGS) $^ -o $@ -lcmocka $(LIB_LIBS)

$(HOST_TESTS_SAN): $(BUILD)/tests/host/san/%: $(BUILD)/obj/san/tests/host/%.o $(HOST_SUPPORT_SAN) $(LIB_OBJECTS_SAN)
	$(MAKING)
	$(CC) $(SANITIZE) $(LDFLAGS) $^ -o $@ -lcmocka $(LIB_LIBS)

$(BUILD)/obj/tests/host/%.o: tests/host/%.c | $(REGS_H)
	$(MAKING)
	$(CC) $(HOST_TEST_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/san/tests/host/%.o: tests/host/%.c | $(REGS_H)
	$(MAKING)
	$(CC) $(HOST_TEST_FLAGS) $(SANITIZE) -MMD -MP -c $< -o $@

$(BUILD)/obj/san/host/lib/%.o: host/lib/%.c | $(REGS_H) $(GEN)/orb_libdir.h
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -fopenmp $(SANITIZE) $(LIB_INCLUDES) -MMD -MP -c $< -o $@

# Objects of patterns are intermediate to make; they are wanted.
.SECONDARY:

-include $(wildcard $(BUILD)/obj/tests/host/*.d $(BUILD)/obj/san/tests/host/*.d) $(LIB_OBJECTS_SAN:.o=.d)
