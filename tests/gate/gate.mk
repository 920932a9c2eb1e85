# The core as the gates of a chip, and a whole board, Verilated: what place and route gets does what the RTL does.
# SPDX-License-Identifier: Apache-2.0

GATE_CONFIG   := p2_b4_f4_w16
GATE_FAMILIES := ecp5 ice40
GATE_FOLDER   := $(BUILD)/tests/gate
GATE_MODELS   := $(foreach family,$(GATE_FAMILIES),$(foreach kind,sim hls,\
    $(GATE_FOLDER)/$(family)/orb_$(kind)_$(GATE_CONFIG).so))

# Gates make long functions, with which compilers take their time.
GATE_VERILATE := -O1 -Wno-fatal -Wno-lint -Wno-UNOPTFLAT --output-split-cfuncs 500

.SECONDARY: $(GATE_FAMILIES:%=$(GATE_FOLDER)/%/netlist.v)
.PHONY: gates
gates: $(GATE_MODELS) $(BUILD)/lib/board/icebreaker_gates.so
	@:

# No part of the quick tests: synthesis takes half a minute.
$(GATE_FOLDER)/%/netlist.v: tests/gate/netlist.py $(CORE_RTL) $(wildcard rtl/vendor/*/*.v tests/gate/*/*.v) \
    sim/configs.mk | $(VENV_TEST)
	@mkdir -p $(@D)
	@echo "Synthesizing $(GATE_CONFIG) for simulation as gates of $*"
	@PYTHONPATH=tests/support $(PY) $< $* $@ $(CONFIG_$(GATE_CONFIG))

$(GATE_FOLDER)/%/orb_sim_$(GATE_CONFIG).so: $(GATE_FOLDER)/%/netlist.v $(SIM_SHIM) sim/orb_model.h
	@echo "Verilating the gates of $*"
	@MAKEFLAGS= $(VERILATOR) --cc --exe --build --x-assign fast --x-initial fast --noassert $(GATE_VERILATE) \
	    --top-module orbital_core --Mdir $(basename $@).obj $< \
	    -CFLAGS '-fPIC -I$(CURDIR)/sim $(CONFIG_$(GATE_CONFIG):%=-DORB_%) -DORB_MODEL_NAME=\"gates\ of\ $*\"' \
	    -MAKEFLAGS '$(SIM_MAKE) OPT_FAST=-O1' -LDFLAGS '-shared -Wl,-Bsymbolic' \
	    -o $(CURDIR)/$@ $(CURDIR)/$(SIM_SHIM) > $(@:.so=.log) 2>&1 || (cat $(@:.so=.log); exit 1)

$(GATE_FOLDER)/%/orb_hls_$(GATE_CONFIG).so: $(BUILD)/lib/orbital/orb_hls_$(GATE_CONFIG).so
	@mkdir -p $(@D)
	@cp $< $@

# A whole board, from the netlist that place and route gets, on the simulated USB.
$(GATE_FOLDER)/icebreaker/netlist.v: tests/gate/netlist.py $(BUILD)/boards/icebreaker/netlist.json \
    $(wildcard tests/gate/ice40/*.v) | $(VENV_TEST)
	@mkdir -p $(@D)
	@PYTHONPATH=tests/support $(PY) $< ice40 $@ $(TOP_icebreaker) $(BUILD)/boards/icebreaker/netlist.json

$(BUILD)/lib/board/icebreaker_gates.so: $(GATE_FOLDER)/icebreaker/netlist.v boards/icebreaker/pins.h \
    boards/icebreaker/board.mk $(BOARD_MODEL_SOURCES)
	$(call build_board,$(TOP_icebreaker),boards/icebreaker/pins.h,$(GATE_VERILATE) $<,\
	    -DBOARD_CLOCK_HZ=$(patsubst CORE_HZ=%,%,$(filter CORE_HZ=%,$(CLOCK_icebreaker))))
