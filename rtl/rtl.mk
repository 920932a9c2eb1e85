# The lists of the Verilog sources, and views of the register maps, each generated from its one source.
# SPDX-License-Identifier: Apache-2.0

CORE_LIST   := rtl/orbital_core.f
LINK_LISTS  := $(CORE_LIST) rtl/orbital_link.f
# What the tops of boards need. orbital_axi.f has a file in common with orbital_link.f, which Verilator must read once.
BOARD_LISTS := $(LINK_LISTS) rtl/ports.f rtl/eth.f
RTL_LISTS   := $(BOARD_LISTS) rtl/orbital_axi.f
INCLUDED    := $(wildcard rtl/include/*.vh)

# $(1) lists: the files that they name
listed   = $(sort $(foreach list,$(1),$(filter rtl/%.v,$(file <$(list)))))
# All files of the lists; and what a build of the core, or of everything, depends on.
RTL      := $(call listed,$(RTL_LISTS))
CORE_RTL := $(CORE_LIST) $(INCLUDED) $(call listed,$(CORE_LIST))
ALL_RTL  := $(RTL_LISTS) $(INCLUDED) $(RTL)

RDL          := rtl/regs/orbital.rdl
AXI_RDL      := rtl/axi/orbital_axi.rdl
LINK_RDL     := rtl/link/orbital_link.rdl
REGS_H       := $(GEN)/orbital_regs.h
LINK_REGS_H  := $(GEN)/orbital_link_regs.h

ALL += $(REGS_H) $(LINK_REGS_H)

# A tarball brings them along, and its build needs no Python tools.
ifneq ($(PACKED_VIEWS),)
$(REGS_H) $(LINK_REGS_H): $(GEN)/%: $(PACKED_VIEWS)/%
	@mkdir -p $(@D)
	cp $< $@
else
$(REGS_H): $(RDL)
$(LINK_REGS_H): $(LINK_RDL)

$(REGS_H) $(LINK_REGS_H): $(VENV_BUILD)
	@mkdir -p $(@D)
	@$(call say,GEN)
	$(PY) -m peakrdl c-header $(filter %.rdl,$^) -o $@ -b ltoh --std gnu11
endif

# What is generated and committed, so that the Verilog and the documentation can be used without a build. A test finds
# what is not current.
.PHONY: generated
generated: setup-test ### rewrite the generated files that are committed: rtl/include, docs/registers.md …
	$(PY) scripts/rdl_verilog.py $(RDL) rtl/include/orbital_regs.vh
	$(PY) scripts/rdl_verilog.py $(AXI_RDL) rtl/include/orbital_axi_regs.vh
	$(PY) scripts/rdl_verilog.py $(LINK_RDL) rtl/include/orbital_link_regs.vh
	$(PY) scripts/rdl_markdown.py docs/registers.md $(RDL)
	$(PY) scripts/rdl_markdown.py docs/axi-registers.md $(AXI_RDL)
	$(PY) scripts/rdl_markdown.py docs/link-registers.md $(LINK_RDL)
	$(PY) scripts/fusesoc_core.py orbital.core
	$(PY) scripts/sizes.py docs/integration.md
	$(foreach source,$(wildcard docs/waves/*.json),$(PY) scripts/waves.py svg $(source:json=svg) $(source) &&) true
