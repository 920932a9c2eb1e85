# Cores with faults, Verilated: of which a simulation switches on one. Those that Yosys chose, and those made by hand.
# SPDX-License-Identifier: Apache-2.0
# Small, and so that together they have every module and each of its variants. Yosys chooses MUTANTS_EACH faults of
# each, from MUTANTS_SEED.

MUTANT_CONFIGS := block lanes float fine
MUTANTS_block  := P=2 BMAX=4 BFULL=4 W=8 CW=8 AW=24 PS=0 NBUF=3
MUTANTS_lanes  := P=2 BMAX=4 BFULL=4 W=10 CW=10 AW=24 PS=0 LANES=2 IO_WORDS=2
MUTANTS_float  := P=2 BMAX=2 BFULL=2 EXP=5 W=16 AW=32 FMA_LAT=4 ACC_LAT=3
MUTANTS_fine   := P=2 BMAX=1 W=8 CW=8 AW=20 PS=0 NBUF=3
# with P' below P; too large for a flat netlist, so for the faults by hand only
MUTANTS_tori   := P=4 BMAX=1 W=8 CW=8 AW=20 PS=0 NBUF=3
MUTANTS_EACH   := 50
MUTANTS_SEED   ?= 1

MUTANT_CORES := $(MUTANT_CONFIGS:%=%_yosys) block_hand lanes_hand float_hand tori_hand
$(foreach core,$(MUTANT_CORES),$(eval CONFIG_$(core) := $(MUTANTS_$(firstword $(subst _, ,$(core))))))

MUTANT_FOLDER := $(BUILD)/tests/mutation/$(MUTANTS_SEED)
MUTANT_MODELS := $(foreach model,sim hls,$(MUTANT_CORES:%=$(MUTANT_FOLDER)/orb_$(model)_%.so))

.SECONDARY: $(MUTANT_CONFIGS:%=$(MUTANT_FOLDER)/%_yosys.sv)
.PHONY: mutants
mutants: $(MUTANT_MODELS)
	@:

$(MUTANT_FOLDER)/%_yosys.sv: tests/mutation/netlist.py $(CORE_RTL) tests/mutation/mutation.mk
	@mkdir -p $(@D)
	$(PY) $< $@ $(MUTANTS_EACH) $(MUTANTS_SEED) $(MUTANTS_$*)

$(MUTANT_FOLDER)/rtl/sources.f: tests/mutation/by_hand.py $(CORE_RTL)
	@mkdir -p $(@D)
	$(PY) $< $(@D)

# $(1) configuration, $(2) sources, $(3) output
verilate_mutants = MAKEFLAGS= $(VERILATOR) --cc --exe --build -O1 --x-assign fast --x-initial fast --noassert \
    -Wno-fatal -Wno-lint -Wno-UNOPTFLAT --top-module orbital_core -Irtl/include --Mdir $(basename $(3)).obj $(2) \
    -CFLAGS '-fPIC -I$(CURDIR)/sim $(CONFIG_$(1):%=-DORB_%) -DORB_MODEL_NAME=\"sim\ $(1)\"' \
    -MAKEFLAGS '$(SIM_MAKE) OPT_FAST=-O0' -LDFLAGS '-shared -Wl,-Bsymbolic' \
    -o $(CURDIR)/$(3) $(CURDIR)/$(SIM_SHIM) $(CURDIR)/tests/mutation/orb_mutation.cpp

$(MUTANT_FOLDER)/orb_sim_%_yosys.so: $(MUTANT_FOLDER)/%_yosys.sv $(SIM_SHIM) sim/orb_model.h \
    tests/mutation/orb_mutation.cpp
	@echo "Verilating $*, with faults that Yosys chose"
	@$(call verilate_mutants,$*_yosys,$<,$@) > $(@:.so=.log) 2>&1 || (cat $(@:.so=.log); exit 1)

$(MUTANT_FOLDER)/orb_sim_%_hand.so: $(MUTANT_FOLDER)/rtl/sources.f $(SIM_SHIM) sim/orb_model.h \
    tests/mutation/orb_mutation.cpp
	@echo "Verilating $*, with faults made by hand"
	@$(call verilate_mutants,$*_hand,-f $< $(CONFIG_$*_hand:%=-G%),$@) > $(@:.so=.log) 2>&1 || \
	    (cat $(@:.so=.log); exit 1)

$(MUTANT_FOLDER)/orb_hls_%.so: $(HLS_SOURCES) $(HLS_HEADERS) $(REGS_H) \
    tests/mutation/mutation.mk
	@mkdir -p $(@D)
	$(hls_model)

# Faults in C, each in a copy of the sources (tests/mutation/host).
.PHONY: mutate-host
mutate-host: setup-test ### plant faults in the C code and run the test that must see each (FAULTS=file or test)
	@$(SUBMAKE) build build-mpi $(HOST_TESTS) $(MPI_TESTS) $(MPI_CLI_TESTS)
	$(PY) tests/mutation/host/host_campaign.py $(BUILD) $(FAULTS)
