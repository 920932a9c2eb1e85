# liborbital, static and shared.
# SPDX-License-Identifier: Apache-2.0

VERSION    := $(shell sed -n 's/.*define ORB_VERSION "\(.*\)"/\1/p' host/include/orbital/orbital.h)
SONAME     := liborbital.so.$(firstword $(subst ., ,$(VERSION)))
LIB_STATIC := $(BUILD)/lib/liborbital.a
LIB_SHARED := $(BUILD)/lib/liborbital.so
HEADERS    := host/include/orbital/orbital.h

# What the static library needs behind it.
LIB_LIBS  = $(shell pkg-config --libs libftdi1) -lz -ldl -lm -lpthread

LIB_SOURCES  := $(sort $(wildcard host/lib/*.c))
LIB_OBJECTS  := $(LIB_SOURCES:%.c=$(BUILD)/obj/%.o)
LIB_INCLUDES  = -Ihost/include -Ihost/lib -Isim -I$(GEN) $(shell pkg-config --cflags libftdi1)

ALL += $(LIB_STATIC) $(LIB_SHARED)

# Hidden unless ORB_API says otherwise; -ffp-contract=off so that results are the same on every machine.
$(BUILD)/obj/host/lib/%.o: host/lib/%.c | $(REGS_H) $(GEN)/orb_libdir.h
	@mkdir -p $(@D)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -fvisibility=hidden -ffp-contract=off $(LIB_INCLUDES) -MMD -MP -c $< -o $@

$(LIB_STATIC): $(LIB_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^

$(LIB_SHARED).$(VERSION): $(LIB_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs $(LDFLAGS) $^ -o $@ $(LIB_LIBS)

$(LIB_SHARED): $(LIB_SHARED).$(VERSION)
	ln -sf $(<F) $(@D)/$(SONAME)
	ln -sf $(SONAME) $@

# Where the models will be installed; rewritten only when another PREFIX is asked for.
$(GEN)/orb_libdir.h: FORCE
	@mkdir -p $(@D)
	@echo '#define ORB_LIBDIR "$(LIBDIR)"' | cmp -s - $@ || echo '#define ORB_LIBDIR "$(LIBDIR)"' > $@

.PHONY: FORCE
FORCE:

-include $(LIB_OBJECTS:.o=.d)
