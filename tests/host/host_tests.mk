# The cmocka programs, each built twice: plain, and with the library under the address and undefined-behaviour
# sanitizers.
# SPDX-License-Identifier: Apache-2.0

HOST_TEST_SOURCES := $(sort $(wildcard tests/host/test_*.c))
HOST_TESTS        := $(HOST_TEST_SOURCES:tests/host/%.c=$(BUILD)/tests/host/%)
HOST_TESTS_SAN    := $(HOST_TEST_SOURCES:tests/host/%.c=$(BUILD)/tests/host/san/%)

# The tests look into the library: they see its own headers, and link it statically.
HOST_TEST_FLAGS  = $(ORB_CFLAGS) $(CFLAGS) $(LIB_INCLUDES)
# Not part of -fsanitize=undefined: numbers that no integer of the type can be.
SANITIZE       := -fsanitize=address,undefined,float-cast-overflow -fno-omit-frame-pointer -O1 \
    -U_FORTIFY_SOURCE

# What is no test itself is for all of them; but the fake libftdi, which takes the place of the real one, the fake
# network, and what watches FFTW are for some.
FAKE_UDP_SOURCES     := tests/host/fake_udp.c
FAKE_UDP             := $(FAKE_UDP_SOURCES:%.c=$(BUILD)/obj/%.o)
FAKE_UDP_SAN         := $(FAKE_UDP_SOURCES:%.c=$(BUILD)/obj/san/%.o)
FAKE_FTDI_SOURCES    := $(filter-out $(FAKE_UDP_SOURCES),$(sort $(wildcard tests/host/fake_*.c)))
FAKE_FTDI            := $(FAKE_FTDI_SOURCES:%.c=$(BUILD)/obj/%.o)
FAKE_FTDI_SAN        := $(FAKE_FTDI_SOURCES:%.c=$(BUILD)/obj/san/%.o)
WATCH_FFTW           := tests/host/watch_fftw.c
HOST_SUPPORT_SOURCES := $(filter-out $(HOST_TEST_SOURCES) $(FAKE_FTDI_SOURCES) $(FAKE_UDP_SOURCES) $(WATCH_FFTW),\
    $(sort $(wildcard tests/host/*.c)))
HOST_SUPPORT         := $(HOST_SUPPORT_SOURCES:%.c=$(BUILD)/obj/%.o)
HOST_SUPPORT_SAN     := $(HOST_SUPPORT_SOURCES:%.c=$(BUILD)/obj/san/%.o)
LIB_OBJECTS_SAN      := $(LIB_OBJECTS:$(BUILD)/obj/%=$(BUILD)/obj/san/%)
$(foreach code,$(CPU_CODES),$(eval $(call cpu_code,$(code),san/,$$(SANITIZE))))

# Allocations of the library fail where this one wants it.
MEMORY_WRAP := \
    $(foreach name,malloc calloc realloc aligned_alloc strdup asprintf __asprintf_chk free \
    pthread_create,-Wl,--wrap=$(name))
$(BUILD)/tests/host/test_memory $(BUILD)/tests/host/san/test_memory: private HOST_WRAP := $(MEMORY_WRAP)

# For the programs with the fake libftdi time is that of the devices behind its chips.
FTDI_TESTS       := test_ftdi test_ftdi_faults test_ftdi_sync
FTDI_WRAP        := -Wl,--wrap=orb_seconds
FTDI_FAULTS_WRAP := $(FTDI_WRAP) -Wl,--wrap=calloc
# For those with boards on a fake network it passes while they wait.
UDP_TESTS        := test_udp test_udp_find test_udp_move
UDP_WRAP         := $(foreach name,orb_seconds ppoll poll send recv sendto getsockopt getifaddrs freeifaddrs,\
    -Wl,--wrap=$(name))
# What the engine cpu loads of FFTW, and calls.
FFTW_TESTS       := test_fftw test_fftw_plans
FFTW_WRAP        := $(foreach name,dlopen dlsym dlclose,-Wl,--wrap=$(name))
# Files hold any model where this one wants it.
LOADER_WRAP      := $(foreach name,dlopen dlsym dlclose dlerror sysconf,-Wl,--wrap=$(name))
$(foreach folder,tests/host tests/host/san,\
    $(eval $(BUILD)/$(folder)/test_model_load: private HOST_WRAP := $(LOADER_WRAP)) \
    $(eval $(FFTW_TESTS:%=$(BUILD)/$(folder)/%): private HOST_WRAP := $(FFTW_WRAP)) \
    $(eval $(BUILD)/$(folder)/test_ftdi: private HOST_WRAP := $(FTDI_WRAP)) \
    $(eval $(BUILD)/$(folder)/test_ftdi_sync: private HOST_WRAP := $(FTDI_WRAP)) \
    $(eval $(BUILD)/$(folder)/test_ftdi_faults: private HOST_WRAP := $(FTDI_FAULTS_WRAP)) \
    $(eval $(UDP_TESTS:%=$(BUILD)/$(folder)/%): private HOST_WRAP := $(UDP_WRAP)))
$(UDP_TESTS:%=$(BUILD)/tests/host/%): $(FAKE_UDP)
$(UDP_TESTS:%=$(BUILD)/tests/host/san/%): $(FAKE_UDP_SAN)
$(FFTW_TESTS:%=$(BUILD)/tests/host/%): $(WATCH_FFTW:%.c=$(BUILD)/obj/%.o)
$(FFTW_TESTS:%=$(BUILD)/tests/host/san/%): $(WATCH_FFTW:%.c=$(BUILD)/obj/san/%.o)
$(FTDI_TESTS:%=$(BUILD)/tests/host/%): $(FAKE_FTDI)
$(FTDI_TESTS:%=$(BUILD)/tests/host/san/%): $(FAKE_FTDI_SAN)

$(HOST_TESTS): $(BUILD)/tests/host/%: $(BUILD)/obj/tests/host/%.o $(HOST_SUPPORT) $(LIB_STATIC)
	$(MAKING)
	$(CC) $(LDFLAGS) $(HOST_WRAP) $^ -o $@ -lcmocka $(LIB_LIBS)

$(HOST_TESTS_SAN): $(BUILD)/tests/host/san/%: $(BUILD)/obj/san/tests/host/%.o $(HOST_SUPPORT_SAN) $(LIB_OBJECTS_SAN)
	$(MAKING)
	$(CC) $(SANITIZE) $(LDFLAGS) $(HOST_WRAP) $^ -o $@ -lcmocka $(LIB_LIBS)

$(BUILD)/obj/tests/host/%.o: tests/host/%.c | $(REGS_H)
	$(MAKING)
	$(CC) $(HOST_TEST_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/san/tests/host/%.o: tests/host/%.c | $(REGS_H)
	$(MAKING)
	$(CC) $(HOST_TEST_FLAGS) $(SANITIZE) -MMD -MP -c $< -o $@

$(BUILD)/obj/san/host/lib/%.o: host/lib/%.c | $(REGS_H) $(GEN)/orb_libdir.h
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -fopenmp $(SANITIZE) $(LIB_INCLUDES) -MMD -MP -c $< -o $@

# The programs with threads once more, under the thread sanitizer: with clang, whose OpenMP tells it what waits for
# what.
HOST_TESTS_TSAN   := $(addprefix $(BUILD)/tests/host/tsan/test_,cpu_threads engine execute)
THREAD_SANITIZE   := -fsanitize=thread -O1 -U_FORTIFY_SOURCE
HOST_SUPPORT_TSAN := $(HOST_SUPPORT_SOURCES:%.c=$(BUILD)/obj/tsan/%.o)
LIB_OBJECTS_TSAN  := $(LIB_OBJECTS:$(BUILD)/obj/%=$(BUILD)/obj/tsan/%)
$(BUILD)/obj/tsan/% $(BUILD)/tests/host/tsan/%: CC := clang
$(foreach code,$(CPU_CODES),$(eval $(call cpu_code,$(code),tsan/,$$(THREAD_SANITIZE))))

$(HOST_TESTS_TSAN): $(BUILD)/tests/host/tsan/%: $(BUILD)/obj/tsan/tests/host/%.o $(HOST_SUPPORT_TSAN) \
    $(LIB_OBJECTS_TSAN)
	$(MAKING)
	$(CC) $(THREAD_SANITIZE) $(LDFLAGS) -fopenmp $^ -o $@ -lcmocka $(filter-out -lgomp,$(LIB_LIBS))

$(BUILD)/obj/tsan/tests/host/%.o: tests/host/%.c | $(REGS_H)
	$(MAKING)
	$(CC) $(HOST_TEST_FLAGS) $(THREAD_SANITIZE) -MMD -MP -c $< -o $@

$(BUILD)/obj/tsan/host/lib/%.o: host/lib/%.c | $(REGS_H) $(GEN)/orb_libdir.h
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -fopenmp $(THREAD_SANITIZE) $(LIB_INCLUDES) -MMD -MP -c $< -o $@

# Objects of patterns are intermediate to make; they are wanted.
.SECONDARY:

-include $(wildcard $(BUILD)/obj/tests/host/*.d $(BUILD)/obj/san/tests/host/*.d) $(LIB_OBJECTS_SAN:.o=.d) \
    $(wildcard $(BUILD)/obj/tsan/tests/host/*.d) $(LIB_OBJECTS_TSAN:.o=.d)
