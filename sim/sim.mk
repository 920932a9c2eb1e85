# The core under Verilator: one shared object a configuration (sim/configs.mk), and one transform with a waveform.
# SPDX-License-Identifier: Apache-2.0

VERILATOR    ?= verilator
# Flags of the models, which run on the machine that builds them. -O3 makes a model a tenth faster than -O1, and its
# build two seconds longer.
SIM_CXXFLAGS ?= -O3 -march=native
# clang takes half to a third of gcc's time for what Verilator writes, and the models of clang 19 simulate a sixth
# faster than those of gcc 12 and clang 14. The tests install it, the build does without.
SIM_CXX      ?= $(firstword $(foreach cxx,clang++-19 clang++ g++,$(shell command -v $(cxx))))
# One file a model: each piece of it would read Verilator's headers, a second. What runs once is not optimized.
SIM_MAKE      = CXX="$(SIM_CXX) -std=gnu++17" LINK=$(SIM_CXX) VM_PARALLEL_BUILDS=0 OPT_SLOW=-O0 OPT_GLOBAL=-O0
SIM_MODELS   := $(CONFIGS:%=$(BUILD)/lib/orbital/orb_sim_%.so)
SIM_SHIM     := sim/orb_sim.cpp

ALL += $(SIM_MODELS)

# $(1) configuration, $(2) more options of Verilator, $(3) output. Its own make takes no part in the jobs of this one.
verilate = MAKEFLAGS= $(VERILATOR) --cc --exe --build -O3 --x-assign fast --x-initial fast --noassert $(2) \
    --top-module orbital_core --Mdir $(basename $(3)).obj -f $(CORE_LIST) $(CONFIG_$(1):%=-G%) \
    -CFLAGS '-fPIC -I$(CURDIR)/sim $(CONFIG_$(1):%=-DORB_%) -DORB_MODEL_NAME=\"sim\ $(1)\"' \
    -MAKEFLAGS '$(SIM_MAKE) OPT_FAST="$(SIM_CXXFLAGS)"' -LDFLAGS '-shared -Wl,-Bsymbolic' \
    -o $(CURDIR)/$(3) $(CURDIR)/$(SIM_SHIM)

$(SIM_MODELS): $(BUILD)/lib/orbital/orb_sim_%.so: $(CORE_RTL) $(SIM_SHIM) sim/orb_model.h sim/configs.mk
	@mkdir -p $(@D) $(BUILD)/obj/sim
	@echo "Verilating $*"
	$(call verilate,$*,,$(BUILD)/obj/sim/$*.so) > $(BUILD)/obj/sim/$*.log || (cat $(BUILD)/obj/sim/$*.log; exit 1)
	@mv $(BUILD)/obj/sim/$*.so $@

# ---- one transform with a waveform --------------------------------------------------------------------------------
TRACE_CONFIG := p2_b4_f4_w16
TRACE_MODEL  := $(BUILD)/obj/sim/trace.so
TRACE        := $(BUILD)/run/transform.fst

$(TRACE_MODEL): $(CORE_RTL) $(SIM_SHIM) sim/orb_model.h sim/configs.mk
	@mkdir -p $(@D)
	@echo "Verilating $(TRACE_CONFIG) with waveforms"
	@$(call verilate,$(TRACE_CONFIG),--trace-fst,$(@:.so=.new.so)) > $(@:.so=.log) || (cat $(@:.so=.log); exit 1)
	@mv $(@:.so=.new.so) $@

$(BUILD)/bin/orb-trace: sim/orb_trace.c sim/orb_model.h $(REGS_H)
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -Isim -I$(GEN) $< -o $@ -ldl -lm

.PHONY: sim trace
sim: setup-run ## run one transform and leave its waveform in build/run/transform.fst
	@$(SUBMAKE) trace

trace: $(TRACE_MODEL) $(BUILD)/bin/orb-trace
	@mkdir -p $(dir $(TRACE))
	@$(BUILD)/bin/orb-trace $(TRACE_MODEL) $(TRACE)
	@echo "Open it with: gtkwave $(TRACE)     (Debian package gtkwave; signals under TOP.orbital_core)"
	@echo "As text:      fst2vcd $(TRACE) | less     (of the same package)"
