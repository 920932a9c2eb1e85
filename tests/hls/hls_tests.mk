# The core with nodes from C and with those written by hand, Verilated, and their reference: the same configuration.
# SPDX-License-Identifier: Apache-2.0

CONFIG_p2_b4_f2_w18_n3 := P=2 BMAX=4 BFULL=2 W=18 NBUF=3
CONFIG_p2_b8_f2_w18    := P=2 BMAX=8 BFULL=2 W=18
CONFIG_p2_b5_f2_w16    := P=2 BMAX=5 BFULL=2 W=16 CBANKS=2 NBUF=4

HLS_NODE_CONFIGS := p2_b4_f2_w18_n3 p2_b8_f2_w18 p2_b5_f2_w16
HLS_NODE_FOLDER  := $(BUILD)/tests/hls
HLS_NODE_MODELS  := $(foreach folder,c hand,$(foreach kind,sim hls,\
    $(HLS_NODE_CONFIGS:%=$(HLS_NODE_FOLDER)/$(folder)/orb_$(kind)_%.so)))
HLS_LIST         := rtl/orbital_hls.f

$(HLS_NODE_FOLDER)/%/orb_hls_node_step.v: $(HLS_FLOW_FILES)
	@$(call hls_flow,orb_hls_node_step,$(@D),$(CONFIG_$*))
	@$(call hls_lint,orb_hls_node_step,$(@D))

.SECONDARY: $(HLS_NODE_CONFIGS:%=$(HLS_NODE_FOLDER)/%/orb_hls_node_step.v)

# $(1) folder, $(2) configuration, $(3) more options of Verilator
hls_node_model = $(call verilate,$(2),$(3),$(HLS_NODE_FOLDER)/$(1)/$(2).so) > $(HLS_NODE_FOLDER)/$(1)/$(2).log || \
    (cat $(HLS_NODE_FOLDER)/$(1)/$(2).log; exit 1)

$(HLS_NODE_FOLDER)/c/orb_sim_%.so: $(HLS_NODE_FOLDER)/%/orb_hls_node_step.v $(CORE_RTL) $(HLS_LIST) \
    $(call listed,$(HLS_LIST)) $(SIM_SHIM) sim/orb_model.h tests/hls/hls_tests.mk
	@mkdir -p $(@D)
	@echo "Verilating $* with nodes from C"
	@$(call hls_node_model,c,$*,-Wno-fatal -f $(HLS_LIST) $< -GNODE_HLS=1)
	@mv $(@D)/$*.so $@

$(HLS_NODE_FOLDER)/hand/orb_sim_%.so: $(CORE_RTL) $(SIM_SHIM) sim/orb_model.h tests/hls/hls_tests.mk
	@mkdir -p $(@D)
	@echo "Verilating $*"
	@$(call hls_node_model,hand,$*)
	@mv $(@D)/$*.so $@

$(HLS_NODE_FOLDER)/c/orb_hls_%.so: $(HLS_SOURCES) $(HLS_HEADERS) $(REGS_H) tests/hls/hls_tests.mk
	@mkdir -p $(@D)
	$(hls_model)

$(HLS_NODE_FOLDER)/hand/orb_hls_%.so: $(HLS_NODE_FOLDER)/c/orb_hls_%.so
	@mkdir -p $(@D)
	@cp $< $@

# The float arithmetic as gates, with its harness.
HLS_FLOAT     := $(HLS_NODE_FOLDER)/float_kernel
HLS_FLOAT_CPP := tests/hls/float_kernel.cpp $(FLOAT_FOLDER)/float_vectors.cpp $(FLOAT_FOLDER)/float_exact.cpp

$(HLS_FLOAT): $(HLS_GATES)/orb_hls_float32_fma.v $(HLS_FLOAT_CPP) $(wildcard $(FLOAT_FOLDER)/*.h) \
    tests/hls/hls_tests.mk
	@mkdir -p $@.obj
	@echo "Verilating orb_hls_float32_fma"
	@MAKEFLAGS= $(VERILATOR) -Wno-fatal -Wno-lint --cc --exe --build -O3 --x-assign fast --x-initial fast \
	    --top-module orb_hls_float32_fma --Mdir $@.obj $< -CFLAGS '-Wall -Wextra -I$(CURDIR)/$(FLOAT_FOLDER)' \
	    -MAKEFLAGS 'OPT_FAST="-O3 -march=native" OPT_SLOW=-O1' -o $(CURDIR)/$@.new $(HLS_FLOAT_CPP:%=$(CURDIR)/%) \
	    > $@.log || (cat $@.log; exit 1)
	@mv $@.new $@

.PHONY: hls-models
hls-models: $(HLS_NODE_MODELS) $(HLS_FLOAT)
	@:
