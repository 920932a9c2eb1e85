# The figures that the documentation quotes, measured on this machine.
# SPDX-License-Identifier: Apache-2.0

.PHONY: bench
bench: setup-test ## print the figures that the documentation quotes
	@$(SUBMAKE) build
	@PYTHONPATH=tests/support $(PY) bench/simulation.py
