# Views of the register map, generated from its one source.
# SPDX-License-Identifier: Apache-2.0

RDL     := rtl/control/orbital.rdl
REGS_H  := $(GEN)/orbital_regs.h
REGS_VH := $(GEN)/orbital_regs.vh
REGS_MD := $(GEN)/registers.md

ALL += $(REGS_H) $(REGS_VH)

$(REGS_H): $(RDL) $(VENV_BUILD)
	@mkdir -p $(@D)
	$(PY) -m peakrdl c-header $< -o $@ -b ltoh --std gnu11

$(REGS_VH): scripts/rdl_verilog.py
$(REGS_MD): scripts/rdl_markdown.py
$(REGS_VH) $(REGS_MD): $(RDL) scripts/rdl_map.py $(VENV_BUILD)
	@mkdir -p $(@D)
	$(PY) $(filter scripts/rdl_verilog.py scripts/rdl_markdown.py,$^) $< $@

.PHONY: docs
docs: $(REGS_MD) ## rewrite the generated parts of docs/
	cp $(REGS_MD) docs/registers.md
