# The core as the gates of a chip, and a whole board, Verilated: what place and route gets does what the RTL does.
# SPDX-License-Identifier: Apache-2.0

# The configuration of each family; that of Gowin is the design of the Tang Nano 20K with smaller blocks.
GATE_CONFIG_ecp5  := p2_b4_f4_w16
GATE_CONFIG_ice40 := p2_b4_f4_w16
GATE_CONFIG_gowin := p2_b4_f4_w18_l4
GATE_FAMILIES := ecp5 ice40 gowin
GATE_FOLDER   := $(BUILD)/tests/gate
GATE_MODELS   := $(foreach family,$(GATE_FAMILIES),$(foreach kind,sim hls,\
    $(GATE_FOLDER)/$(family)/orb_$(kind)_$(GATE_CONFIG_$(family)).so))

# Gates make long functions, with which compilers take their time.
GATE_VERILATE := -O1 -Wno-fatal -Wno-lint -Wno-UNOPTFLAT --output-split-cfuncs 500

.SECONDARY: $(GATE_FAMILIES:%=$(GATE_FOLDER)/%/netlist.v)
.PHONY: gates
gates: $(GATE_MODELS) $(BUILD)/lib/board/icebreaker_gates.so
	@:

# No part of the quick tests: synthesis takes half a minute. $(1) family, $(2) its configuration
define gates_of
$(GATE_FOLDER)/$(1)/netlist.v: tests/gate/netlist.py $(CORE_RTL) $(wildcard rtl/vendor/*/*.v tests/gate/*/*.v) \
    sim/configs.mk | $(VENV_TEST)
	@mkdir -p $$(@D)
	@echo "Synthesizing $(2) for simulation as gates of $(1)"
	@PYTHONPATH=tests/support $$(PY) $$< $(1) $$@ $(CONFIG_$(2))

$(GATE_FOLDER)/$(1)/orb_sim_$(2).so: $(GATE_FOLDER)/$(1)/netlist.v $(SIM_SHIM) sim/orb_model.h
	@echo "Verilating the gates of $(1)"
	@MAKEFLAGS= $$(VERILATOR) --cc --exe --build --x-assign fast --x-initial fast --noassert $$(GATE_VERILATE) \
	    --top-module orbital_core --Mdir $$(basename $$@).obj $$< \
	    -CFLAGS '-fPIC -I$(CURDIR)/sim $(CONFIG_$(2):%=-DORB_%) -DORB_MODEL_NAME=\"gates\ of\ $(1)\"' \
	    -MAKEFLAGS '$$(SIM_MAKE) OPT_FAST=-O1' -LDFLAGS '-shared -Wl,-Bsymbolic' \
	    -o $(CURDIR)/$$@ $(CURDIR)/$(SIM_SHIM) > $$(@:.so=.log) 2>&1 || (cat $$(@:.so=.log); exit 1)

$(GATE_FOLDER)/$(1)/orb_hls_$(2).so: $(BUILD)/lib/orbital/orb_hls_$(2).so
	@mkdir -p $$(@D)
	@cp $$< $$@
endef
$(foreach family,$(GATE_FAMILIES),$(eval $(call gates_of,$(family),$(GATE_CONFIG_$(family)))))

# A whole board, from the netlist that place and route gets, on the simulated USB.
$(GATE_FOLDER)/icebreaker/netlist.v: tests/gate/netlist.py $(BUILD)/boards/icebreaker/netlist.json \
    $(wildcard tests/gate/ice40/*.v) | $(VENV_TEST)
	@mkdir -p $(@D)
	@PYTHONPATH=tests/support $(PY) $< ice40 $@ $(TOP_icebreaker) $(BUILD)/boards/icebreaker/netlist.json

$(BUILD)/lib/board/icebreaker_gates.so: $(GATE_FOLDER)/icebreaker/netlist.v boards/icebreaker/pins.h \
    boards/icebreaker/board.mk $(BOARD_MODEL_SOURCES)
	$(call build_board,$(TOP_icebreaker),boards/icebreaker/pins.h,$(GATE_VERILATE) $<,\
	    -DBOARD_CLOCK_HZ=$(patsubst CORE_HZ=%,%,$(filter CORE_HZ=%,$(CLOCK_icebreaker))))
