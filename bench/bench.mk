# The figures that the documentation quotes, measured on this machine.
# SPDX-License-Identifier: Apache-2.0

.PHONY: bench
bench: setup-test ## print the figures that the documentation quotes
	@$(SUBMAKE) build
	@PYTHONPATH=tests/support $(PY) bench/simulation.py

.PHONY: folding
folding: setup-test ## measure what folded rings gain on an ECP5, rewrite docs/folding.md
	@$(MAKE) -s --no-print-directory $(VENV_CHIP)
	@$(PY) bench/folding/folding.py $(BUILD)/folding docs/folding.md docs/images/folding.svg
