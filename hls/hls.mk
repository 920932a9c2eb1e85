# The array in C, compiled: one shared object per configuration (sim/configs.mk).
# SPDX-License-Identifier: Apache-2.0

HLS_SOURCES := $(wildcard hls/*.c) sim/orb_hls_model.c
HLS_MODELS  := $(HLS_CONFIGS:%=$(BUILD)/lib/orbital/orb_hls_%.so)

ALL += $(HLS_MODELS)

# The model of configuration $* as $@
hls_model = $(CC) $(ORB_CFLAGS) -O3 $(CFLAGS) $(CONFIG_$*:%=-DORB_%) -DORB_MODEL_NAME='"hls $*"' -Ihls -Isim -I$(GEN) \
    -fvisibility=hidden -shared $(LDFLAGS) $(HLS_SOURCES) -o $@

HLS_HEADERS := $(wildcard hls/*.h) sim/orb_model.h

$(HLS_MODELS): $(BUILD)/lib/orbital/orb_hls_%.so: $(HLS_SOURCES) $(HLS_HEADERS) $(REGS_H) sim/configs.mk
	$(MAKING)
	$(hls_model)

# ---- C to Verilog (docs/hls.md) -----------------------------------------------------------------------------------
# The translator is Python with llvmlite and XLS, in an environment of its own, which nothing else needs.
HLS_VENV  := $(BUILD)/hls-venv
HLS_TOOLS := $(HLS_VENV)/.hls
HLS_FLOW  := PYTHONPATH=hls $(HLS_VENV)/bin/python -m flow
HLS_GATES := $(BUILD)/hls

$(HLS_TOOLS): scripts/requirements-hls.txt
	@echo "Installing Python tools into $(HLS_VENV)"
	@$(PYTHON) -m venv $(HLS_VENV) || { rm -rf $(HLS_VENV); exit 1; }
	@$(HLS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-input -r $<
	@touch $@

# The functions that become Verilog, each with its sources and the options of the flow, and the parameters of all.
HLS_KERNELS      := orb_hls_step orb_hls_node_step orb_hls_float32_fma
HLS_PARAMETERS   := P=2 BMAX=8 BFULL=8 W=18
HLS_ARITHMETIC   := hls/orb_hls_arith.c hls/orb_hls_float.c
KERNEL_orb_hls_step      := hls/orb_hls_cell.c $(HLS_ARITHMETIC) --stages 6 --interval 1
KERNEL_orb_hls_node_step := hls/orb_hls_cell.c $(HLS_ARITHMETIC) --stages 8 --interval 1
KERNEL_orb_hls_float32_fma := hls/orb_hls_float.c --stages 10 --multiply 300

# $(1) function, $(2) folder, $(3) parameters
hls_flow = $(HLS_FLOW) $(KERNEL_$(1)) --top $(1) --out $(2) -Ihls $(3:%=-DORB_%)
hls_lint = $(VERILATOR) --lint-only --top-module $(1) -Wall -Wno-UNUSED -Wno-WIDTH -Wno-DECLFILENAME $(2)/$(1).v

HLS_FLOW_FILES := hls/hls.mk $(HLS_TOOLS) $(wildcard hls/*.c hls/*.h hls/flow/*.py)

$(HLS_GATES)/%.v: $(HLS_FLOW_FILES)
	@$(call hls_flow,$*,$(@D),$(HLS_PARAMETERS))
	@$(call hls_lint,$*,$(@D))

# The node of a whole core; rtl/orbital_hls.f is its shell.
HLS_ARRAY := P=2 BMAX=4 BFULL=2 W=18 NBUF=3

$(HLS_GATES)/array/orb_hls_node_step.v: $(HLS_FLOW_FILES)
	@$(call hls_flow,orb_hls_node_step,$(@D),$(HLS_ARRAY))
	@$(call hls_lint,orb_hls_node_step,$(@D))

.PHONY: hls-report
hls-report: setup-hls setup-chip ### rewrite the table of docs/hls.md (half an hour)
	@$(MAKE) --no-print-directory $(HLS_KERNELS:%=$(HLS_GATES)/%.v) $(HLS_GATES)/array/orb_hls_node_step.v
	@$(PY) scripts/hls_report.py $(CHIP) $(HLS_GATES) $(HLS_GATES)/report $(or $(HLS_PAGE),docs/hls.md) \
	    $(HLS_DESIGNS)

.PHONY: test-hls
test-hls: setup-test setup-hls setup-chip ### run the tests of the flow from C to Verilog (minutes)
	@$(SUBMAKE) build hls-models
	@$(call run_tests,long) tests/hls

# A function of your own: make hls SOURCE=… FUNCTION=… [OPTIONS=…]
SOURCE   ?=
FUNCTION ?=
OPTIONS  ?=

.PHONY: hls
hls: setup-hls ## turn hls/, or SOURCE=….c FUNCTION=…, into Verilog in build/hls
ifeq ($(SOURCE)$(FUNCTION),)
	@$(MAKE) --no-print-directory $(HLS_KERNELS:%=$(HLS_GATES)/%.v)
else ifneq ($(and $(SOURCE),$(FUNCTION)),)
	@$(HLS_FLOW) $(SOURCE) --top $(FUNCTION) --out $(HLS_GATES) $(OPTIONS)
	@$(call hls_lint,$(FUNCTION),$(HLS_GATES))
	@echo "$(HLS_GATES)/$(FUNCTION).v"
else
	@echo "make: SOURCE= names the C files and FUNCTION= the function: give both, or neither for those of hls/" >&2; exit 1
endif
