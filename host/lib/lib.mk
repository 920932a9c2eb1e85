# liborbital, static and shared.
# SPDX-License-Identifier: Apache-2.0

VERSION     = $(shell sed -n 's/.*define ORB_VERSION "\(.*\)"/\1/p' host/include/orbital/orbital.h)
# Of the interface, whatever the version: programs linked with one run with every library of the same.
ABI        := 1
SONAME     := liborbital.so.$(ABI)
LIB_MAP    := host/lib/liborbital.map
LIB_STATIC := $(BUILD)/lib/liborbital.a
LIB_SHARED := $(BUILD)/lib/liborbital.so
HEADERS    := host/include/orbital/orbital.h

# What the static library needs behind it.
LIB_LIBS  = $(shell pkg-config --libs libftdi1) -lz -ldl -lm -lpthread -lgomp

# Of the engine "cpu" some is compiled for each kind of number and set of instructions: kind_instructions.
CPU_PASSES  := $(addprefix host/lib/cpu/,passes.c cpu_transform.c turn.c multiply.c cubes.c fast_run.c \
    fast_strip.c fast_line.c fft_run.c fft_line.c cpu_elements.c)
CPU_SETS    := $(if $(filter x86_64-% amd64-%,$(TARGET)),avx512 avx2) plain
CPU_CODES   := $(foreach kind,f32 f64,$(CPU_SETS:%=$(kind)_%))
CPU_avx512  := -DORB_VECTOR=64 -mavx512f -mavx512vl -mavx512dq -mfma -mprefer-vector-width=512
CPU_avx2    := -DORB_VECTOR=32 -mavx2 -mfma
CPU_plain   := -DORB_VECTOR=16
CPU_f32     := -DORB_FULL=0
CPU_f64     := -DORB_FULL=1
CPU_FLAGS   := -O3 -ffp-contract=fast -fno-math-errno -fno-trapping-math -Wno-psabi

# An engine is a folder, with what it is built on in others.
LIB_FOLDERS  := host/lib $(addprefix host/lib/,array cpu link ftdi model udp)
LIB_SOURCES  := $(filter-out $(CPU_PASSES),$(sort $(wildcard $(LIB_FOLDERS:%=%/*.c))))
LIB_OBJECTS  := $(LIB_SOURCES:%.c=$(BUILD)/obj/%.o) \
    $(foreach code,$(CPU_CODES),$(CPU_PASSES:host/lib/cpu/%.c=$(BUILD)/obj/host/lib/cpu/$(code)/%.o))
LIB_INCLUDES  = -Ihost/include $(LIB_FOLDERS:%=-I%) -Isim -I$(GEN) $(shell pkg-config --cflags libftdi1)

ALL += $(LIB_STATIC) $(LIB_SHARED)

# Hidden unless ORB_API says otherwise; -ffp-contract=off so that results are the same on every machine.
$(BUILD)/obj/host/lib/%.o: host/lib/%.c | $(REGS_H) $(GEN)/orb_libdir.h
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -fopenmp -fvisibility=hidden -ffp-contract=off $(LIB_INCLUDES) -MMD -MP -c $< -o $@

# The loops over points and words are vectors with -O3 only, which does not change the order of sums.
$(BUILD)/obj/host/lib/array/%.o: ORB_CFLAGS += -O3

# $(1) code, $(2) folder of objects, $(3) more flags
define cpu_code
$(BUILD)/obj/$(2)host/lib/cpu/$(1)/%.o: host/lib/cpu/%.c | $$(REGS_H)
	$$(MAKING)
	$$(CC) $$(ORB_CFLAGS) $$(CFLAGS) -fvisibility=hidden $$(CPU_FLAGS) -DORB_CODE=$(1) \
	    $$(foreach part,$(subst _, ,$(1)),$$(CPU_$$(part))) $(3) $$(LIB_INCLUDES) -MMD -MP -c $$< -o $$@
endef
$(foreach code,$(CPU_CODES),$(eval $(call cpu_code,$(code),,)))

$(LIB_STATIC): $(LIB_OBJECTS)

$(LIB_SHARED).$(ABI): $(LIB_OBJECTS) $(LIB_MAP)
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(LIB_MAP) -Wl,-z,defs \
	    $(ORB_LDFLAGS) $(LDFLAGS) $(LIB_OBJECTS) -o $@ $(LIB_LIBS)

$(LIB_SHARED): $(LIB_SHARED).$(ABI)
	ln -sf $(<F) $@

# Where the models will be installed; rewritten only when another PREFIX is asked for.
$(GEN)/orb_libdir.h: FORCE
	@mkdir -p $(@D)
	@echo '#define ORB_LIBDIR "$(LIBDIR)"' | cmp -s - $@ || echo '#define ORB_LIBDIR "$(LIBDIR)"' > $@

.PHONY: FORCE
FORCE:

-include $(LIB_OBJECTS:.o=.d)
