# Completion for shells, made from the programs' --help, in folders as they are below PREFIX/share.
# SPDX-License-Identifier: Apache-2.0

# The programs that are installed.
PROGRAMS := orbital $(if $(MPICC),orbital-mpi)
SHELLS   := bash zsh fish

# Of a program and a shell.
completion_bash = bash-completion/completions/$(1)
completion_zsh  = zsh/site-functions/_$(1)
completion_fish = fish/vendor_completions.d/$(1).fish

COMPLETION_FILES := $(foreach shell,$(SHELLS),$(foreach name,$(PROGRAMS),$(call completion_$(shell),$(name))))
COMPLETIONS      := $(COMPLETION_FILES:%=$(BUILD)/share/%)

ALL += $(COMPLETIONS)

# The programs may have no path of their own to the libraries.
define completion_rule
$(BUILD)/share/$(call completion_$(2),$(1)): scripts/completion.py $(BUILD)/bin/$(1)
	@mkdir -p $$(@D)
	LD_LIBRARY_PATH=$(BUILD)/lib $(PYTHON) $$^ $(2) > $$@
endef
$(foreach name,$(PROGRAMS),$(foreach shell,$(SHELLS),$(eval $(call completion_rule,$(name),$(shell)))))
