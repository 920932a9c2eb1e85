# Boards with the fastest ports, simulated: the figures of docs/simulated-boards.md.
# SPDX-License-Identifier: Apache-2.0
#
# LINKS_ARGS='--slabs 1' takes a sixth of the brain.

LINKS_USB      := ulx3s-ft232h
LINKS_ETHERNET := ecpix5-85-eth

.PHONY: bench-links run-bench-links
bench-links: setup-run ### measure boards with FT232H and Ethernet in simulated time (minutes; LINKS_ARGS=…)
	@$(SUBMAKE) run-bench-links

run-bench-links: $(BUILD)/bin/orbital $(USB_SIM) $(NET_CLOCK) $(BUILD)/lib/board/$(LINKS_USB).so \
    $(BUILD)/lib/ethernet/$(LINKS_ETHERNET) $(BUILD)/lib/orbital/orb_sim_$(call config_of,$(LINKS_ETHERNET)).so
	@$(PYTHON) bench/links/links.py $(LINKS_USB) $(LINKS_ETHERNET) $(call engine_of,$(LINKS_ETHERNET)) \
	    $(BUILD)/bench/links $(foreach name,$(NAMES),$(call facts_of,$(name))) --brain $(BRAIN) $(LINKS_ARGS)
