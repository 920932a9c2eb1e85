# Completion for shells, made from the programs' --help, in folders as they are below PREFIX/share.
# SPDX-License-Identifier: Apache-2.0

SHELLS := bash zsh fish

# $(1): program
completion_bash  = bash-completion/completions/$(1)
completion_zsh   = zsh/site-functions/_$(1)
completion_fish  = fish/vendor_completions.d/$(1).fish
completion_files = $(foreach shell,$(SHELLS),$(call completion_$(shell),$(1)))

ALL     += $(addprefix $(BUILD)/share/,$(call completion_files,orbital))
MPI_ALL += $(addprefix $(BUILD)/share/,$(call completion_files,orbital-mpi))

# The programs may have no path of their own to the libraries.
define completion_rule
$(BUILD)/share/$(call completion_$(2),$(1)): scripts/completion.py $(BUILD)/bin/$(1)
	@mkdir -p $$(@D)
	@$$(call say,GEN)
	LD_LIBRARY_PATH=$(BUILD)/lib $(PYTHON) $$^ $(2) > $$@
endef
$(foreach name,orbital orbital-mpi,$(foreach shell,$(SHELLS),$(eval $(call completion_rule,$(name),$(shell)))))
