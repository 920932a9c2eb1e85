# The byte link, Verilated with a core of registers and streams around it: a shared object for a UART, whose CRC-32
# takes one bit in a cycle, and one for a synchronous FIFO.
# SPDX-License-Identifier: Apache-2.0

LINK_BENCHES := $(addprefix $(BUILD)/tests/rtl/orb_link,.so _fifo.so)
LINK_HARNESS := tests/rtl/orb_link/link_harness.cpp
LINK_SIZES   := IN_BYTES=3 OUT_BYTES=3 RING=9 REPLAY=5 STALL=8 CLOCK_HZ=12000000

build-tests: $(LINK_BENCHES)

$(BUILD)/tests/rtl/orb_link_fifo.so: LINK_SIZES += PORT=2

$(LINK_BENCHES): $(ALL_RTL) $(LINK_HARNESS) tests/rtl/orb_link/link_core.h tests/rtl/orb_link/link_tests.mk
	@mkdir -p $@.obj
	@echo "Verilating $(basename $(@F))"
	@MAKEFLAGS= $(VERILATOR) -Wall --cc --exe --build -O3 --x-assign fast --x-initial fast --noassert \
	    --top-module orb_link --Mdir $@.obj $(LINK_LISTS:%=-f %) $(LINK_SIZES:%=-G%) \
	    -CFLAGS '-I$(CURDIR)/tests/rtl/orb_link -std=c++20 -fPIC -Wall -Wextra -Werror' -LDFLAGS '-shared -Wl,-Bsymbolic' \
	    -MAKEFLAGS 'OPT_FAST="-O2" OPT_SLOW=-O1' -o $(CURDIR)/$@.new $(CURDIR)/$(LINK_HARNESS) > $@.log || \
	    (cat $@.log; exit 1)
	@mv $@.new $@
