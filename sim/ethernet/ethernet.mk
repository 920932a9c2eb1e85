# Simulated boards with Ethernet: the Verilated top with a PHY, as a program, and the clock that programs share with it.
# SPDX-License-Identifier: Apache-2.0

NET_CLOCK       := $(BUILD)/lib/libnet-clock.so
ETHERNET_BOARDS := ecpix5-85-eth ecpix5-85-eth_p2
ETHERNET_CPP    := $(addprefix sim/ethernet/,faults.cpp main.cpp meter.cpp network.cpp packet.cpp phy.cpp)
# On the loopback, where the programs are.
ETHERNET_IP     := IP_0=127 IP_1=0 IP_2=0 IP_3=50 PHY_RESET=4

$(NET_CLOCK): sim/ethernet/net_clock.c sim/ethernet/clock.h sim/ethernet/loopback.h
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -shared -Wl,-soname,$(@F) -Wl,-z,defs $(LDFLAGS) $< -o $@ -lpthread

# What liteeth generates has warnings, of loops that are none for instance: only errors end it. $(1) name of a design,
# $(2) its board
define ethernet_board
$(BUILD)/lib/ethernet/$(1): $(ALL_RTL) $(PLL) $$(UDP_CORE) boards/$(2)/board.mk boards/board_link.v \
    $(wildcard boards/$(2)/*.v) $(wildcard sim/ethernet/*)
	@rm -rf $(BUILD)/obj/ethernet/$(1).obj # Verilator's make does not see that a clock has changed
	@mkdir -p $$(@D) $(BUILD)/obj/ethernet
	@echo "Verilating board $(1)"
	@MAKEFLAGS= $$(VERILATOR) --cc --exe --build -O3 --x-assign fast --x-initial fast --noassert -Wno-fatal \
	    --top-module $(TOP_$(2)) $(BOARD_LISTS:%=-f %) $(PLL) boards/board_link.v \
	    $(wildcard boards/$(2)/*.v) sim/ethernet/ecp5_io.v $$(UDP_CORE) \
	    $$(addprefix -G,$$(filter-out IP_%,$$(call of,CLOCK,$(1)) $$(call of,CORE,$(1))) $$(ETHERNET_IP)) \
	    --Mdir $(BUILD)/obj/ethernet/$(1).obj \
	    -CFLAGS '-std=c++20 -DBOARD_CLASS=V$(TOP_$(2)) -DBOARD_VERILATED=\"V$(TOP_$(2)).h\" \
	        -DBOARD_CLOCK_HZ=$$(patsubst CORE_HZ=%,%,$$(filter CORE_HZ=%,$$(call of,CLOCK,$(1))))ull' \
	    -MAKEFLAGS '$$(SIM_MAKE) OPT_FAST="$$(SIM_CXXFLAGS)"' -LDFLAGS '-lz' -o $(CURDIR)/$$@.new \
	    $(addprefix $(CURDIR)/,$(ETHERNET_CPP)) > $(BUILD)/obj/ethernet/$(1).log || \
	    (cat $(BUILD)/obj/ethernet/$(1).log; exit 1)
	@mv $$@.new $$@
endef
$(foreach name,$(ETHERNET_BOARDS),$(eval $(call ethernet_board,$(name),$(call board_of,$(name)))))

build-tests: $(NET_CLOCK) $(BUILD)/lib/ethernet/ecpix5-85-eth_p2

CUBES ?= 8

.PHONY: sim-ethernet run-sim-ethernet
sim-ethernet: setup-run ## time CUBES=8 cubes on the simulated ECPIX-5 with Ethernet, in simulated time (minutes)
	@$(SUBMAKE) run-sim-ethernet

run-sim-ethernet: $(BUILD)/bin/orbital $(NET_CLOCK) $(BUILD)/lib/ethernet/ecpix5-85-eth \
    $(BUILD)/lib/orbital/orb_sim_$(call config_of,ecpix5-85-eth).so
	@$(PYTHON) sim/ethernet/sim_ethernet.py ecpix5-85-eth $(call engine_of,ecpix5-85-eth),jobs=1 \
	    $(BUILD)/run/ethernet $(CUBES)
