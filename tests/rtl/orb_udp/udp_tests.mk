# The link with its port for Ethernet, Verilated with a core of registers and streams around it: a shared object.
# SPDX-License-Identifier: Apache-2.0

UDP_BENCH   := $(BUILD)/tests/rtl/orb_udp.so
UDP_HARNESS := tests/rtl/orb_udp/udp_harness.cpp

build-tests: $(UDP_BENCH)

$(UDP_BENCH): $(ALL_RTL) $(UDP_HARNESS) tests/rtl/orb_link/link_core.h $(wildcard tests/rtl/orb_udp/udp_*)
	@mkdir -p $@.obj
	@echo "Verilating orb_udp"
	@MAKEFLAGS= $(VERILATOR) -Wall --cc --exe --build -O3 --x-assign fast --x-initial fast --noassert \
	    --top-module udp_link --Mdir $@.obj $(LINK_LISTS:%=-f %) -f rtl/eth.f tests/rtl/orb_udp/udp_link.v \
	    -CFLAGS '-I$(CURDIR)/tests/rtl/orb_link -std=c++20 -fPIC -Wall -Wextra -Werror' -LDFLAGS '-shared -Wl,-Bsymbolic' \
	    -MAKEFLAGS 'OPT_FAST="-O2" OPT_SLOW=-O1' -o $(CURDIR)/$@.new $(CURDIR)/$(UDP_HARNESS) > $@.log || \
	    (cat $@.log; exit 1)
	@mv $@.new $@
