# Simulated boards: the Verilated tops of boards as shared objects, and the USB that takes libusb's place.
# SPDX-License-Identifier: Apache-2.0

USB_SIM         := $(BUILD)/lib/libusb-sim.so
USB_SIM_SOURCES := $(sort $(wildcard sim/board/*.c))
USB_SIM_HEADERS := $(wildcard sim/board/*.h)
USB_SIM_FLAGS    = -Isim/board $(shell pkg-config --cflags libusb-1.0)

# It takes the place of libusb's functions in front of libusb itself, and of the C library's clock: preloaded, or linked
# ahead of libftdi1.
$(USB_SIM): $(USB_SIM_SOURCES) $(USB_SIM_HEADERS)
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) $(USB_SIM_FLAGS) -shared -Wl,-soname,$(@F) -Wl,-z,defs $(LDFLAGS) \
	    $(USB_SIM_SOURCES) -o $@ -ldl -lpthread

# $(1) top module, $(2) header of its pins, $(3) options and sources for Verilator, $(4) compiler flags. Its own make
# takes no part in the jobs of this one.
define build_board
@mkdir -p $(@D) $(BUILD)/obj/board
@echo "Verilating board $(basename $(@F))"
@MAKEFLAGS= $(VERILATOR) --cc --exe --build -O3 --x-assign fast --x-initial fast --noassert \
    --top-module $(1) $(3) --Mdir $(BUILD)/obj/board/$(basename $(@F)).obj \
    -CFLAGS '-fPIC -I$(CURDIR)/sim/board -DBOARD_CLASS=V$(1) -DBOARD_VERILATED=\"V$(1).h\" $(4) \
        -DBOARD_PINS=\"$(CURDIR)/$(2)\"' \
    -MAKEFLAGS '$(SIM_MAKE) OPT_FAST="$(SIM_CXXFLAGS)"' -LDFLAGS '-shared -Wl,-Bsymbolic' \
    -o $(CURDIR)/$(BUILD)/obj/board/$(@F) $(CURDIR)/sim/board/board_model.cpp \
    > $(BUILD)/obj/board/$(@F:.so=.log) || (cat $(BUILD)/obj/board/$(@F:.so=.log); exit 1)
@mv $(BUILD)/obj/board/$(@F) $@
endef

BOARD_MODEL_SOURCES := sim/board/board_model.cpp sim/board/board_model.h sim/board/board.mk
