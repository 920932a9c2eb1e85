# Completion for shells, made from the command's --help, in folders as they are below PREFIX/share.
# SPDX-License-Identifier: Apache-2.0

COMPLETION_bash := bash-completion/completions/orbital
COMPLETION_zsh  := zsh/site-functions/_orbital
COMPLETION_fish := fish/vendor_completions.d/orbital.fish
SHELLS          := bash zsh fish
COMPLETIONS     := $(foreach shell,$(SHELLS),$(BUILD)/share/$(COMPLETION_$(shell)))

ALL += $(COMPLETIONS)

$(foreach shell,$(SHELLS),$(eval $(BUILD)/share/$(COMPLETION_$(shell)): SHELL_NAME := $(shell)))
# The command may have no path of its own to the library.
$(COMPLETIONS): scripts/completion.py $(CLI)
	@mkdir -p $(@D)
	LD_LIBRARY_PATH=$(BUILD)/lib $(PYTHON) $< $(CLI) $(SHELL_NAME) > $@
