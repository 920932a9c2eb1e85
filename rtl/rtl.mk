# Views of the register maps, each generated from its one source.
# SPDX-License-Identifier: Apache-2.0

RDL          := rtl/regs/orbital.rdl
LINK_RDL     := rtl/link/orbital_link.rdl
REGS_H       := $(GEN)/orbital_regs.h
LINK_REGS_H  := $(GEN)/orbital_link_regs.h
GENERATED_VH := $(GEN)/orbital_regs.vh $(GEN)/orbital_link_regs.vh
REGS_VH      := $(GENERATED_VH) $(wildcard rtl/include/*.vh)  # what the Verilog includes
REGS_MD      := $(GEN)/registers.md

ALL += $(REGS_H) $(LINK_REGS_H) $(GENERATED_VH)

# A tarball brings them along, and its build needs no Python tools.
ifneq ($(PACKED_VIEWS),)
$(REGS_H) $(LINK_REGS_H) $(GENERATED_VH): $(GEN)/%: $(PACKED_VIEWS)/%
	@mkdir -p $(@D)
	cp $< $@
else
$(REGS_H) $(GEN)/orbital_regs.vh: $(RDL)
$(LINK_REGS_H) $(GEN)/orbital_link_regs.vh: $(LINK_RDL)

$(REGS_H) $(LINK_REGS_H): $(VENV_BUILD)
	@mkdir -p $(@D)
	$(PY) -m peakrdl c-header $(filter %.rdl,$^) -o $@ -b ltoh --std gnu11

$(GENERATED_VH): scripts/rdl_verilog.py scripts/rdl_map.py $(VENV_BUILD)
	@mkdir -p $(@D)
	$(PY) scripts/rdl_verilog.py $(filter %.rdl,$^) $@
endif

$(REGS_MD): $(RDL) $(LINK_RDL) scripts/rdl_markdown.py scripts/rdl_map.py $(VENV_BUILD)
	@mkdir -p $(@D)
	$(PY) scripts/rdl_markdown.py $@ $(RDL) $(LINK_RDL)

.PHONY: docs
docs: $(REGS_MD) ## rewrite the generated parts of docs/
	cp $(REGS_MD) docs/registers.md
