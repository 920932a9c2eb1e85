# Set-up: Debian packages and Python tools, each installed only where it is missing.
# SPDX-License-Identifier: Apache-2.0
#
# SETUP=no leaves the Debian packages to the user: on other systems, or where nothing may be installed.

SETUP ?= yes

PACKAGES_RUN   := scripts/packages-run.txt
PACKAGES_MPI   := $(PACKAGES_RUN) scripts/packages-mpi.txt
PACKAGES_SCALE := $(PACKAGES_MPI) scripts/packages-scale.txt
PACKAGES_DOCS  := scripts/packages-docs.txt
PACKAGES_CHIP  := scripts/packages-chip.txt
PACKAGES_HLS   := scripts/packages-hls.txt
PACKAGES_TEST  := $(PACKAGES_SCALE) $(PACKAGES_DOCS) scripts/packages-test.txt

# Tools for the build, the plots, the tests and the chips share one virtual environment; a stamp tells what it holds.
VENV_BUILD := $(VENV)/.build
VENV_PLOTS := $(VENV)/.plots
VENV_TEST  := $(VENV)/.test
VENV_CHIP  := $(VENV)/.chip
VENV_DOCS  := $(VENV)/.docs
# The generator of the Ethernet core has an environment of its own, as it brings other versions of what the others need.
VENV_ETH   := $(BUILD)/venv-eth
# So have the tools for Gowin's chips: they are large, and only the boards with such a chip need them.
VENV_GOWIN := $(BUILD)/venv-gowin

# SETUP=no may have left out what the build needs.
define check_mpi
@command -v "$(MPICC)" > /dev/null && pkg-config --exists openblas || \
    { echo "make: mpicc or OpenBLAS is missing: install the packages of scripts/packages-mpi.txt" >&2; exit 1; }
endef
define check_scale
@command -v "$(SMPICC)" > /dev/null || \
    { echo "make: smpicc is missing: install the packages of scripts/packages-scale.txt" >&2; exit 1; }
endef

# The views of the registers, which a tarball of `make dist` has; the repository makes them with those tools.
PACKED_VIEWS := $(wildcard packed)

.PHONY: setup-run setup-mpi setup-scale setup-docs setup-chip setup-hls setup-test packages-run packages-mpi \
    packages-scale packages-docs packages-chip packages-hls packages-test
setup-run: packages-run ### install what `make run` needs
	@$(if $(PACKED_VIEWS),,$(MAKE) -s --no-print-directory $(VENV_BUILD))

setup-mpi: packages-mpi ### install what `make mpi` needs
	$(check_mpi)
	@$(if $(PACKED_VIEWS),,$(MAKE) -s --no-print-directory $(VENV_BUILD))

setup-scale: packages-scale ### install what `make scale` needs
	$(check_mpi)
	$(check_scale)
	@$(MAKE) -s --no-print-directory $(VENV_PLOTS)

setup-docs: packages-run packages-docs ### install what `make html` needs
	@command -v doxygen > /dev/null || { echo "make: doxygen is missing: install it" >&2; exit 1; }
	@$(MAKE) -s --no-print-directory $(VENV_DOCS)

setup-chip: packages-chip ### install what `make bitstream` needs
	@$(MAKE) -s --no-print-directory $(VENV_CHIP)

# An environment of its own: its tools are large, and nothing else needs them.
setup-hls: packages-hls ### install what `make hls` needs
	@test -x /usr/lib/llvm-14/bin/opt && test -x /usr/lib/llvm-14/bin/clang || \
	    { echo "make: clang-14 or llvm-14 is missing: install the packages of scripts/packages-hls.txt" >&2; exit 1; }
	@$(MAKE) -s --no-print-directory $(HLS_TOOLS)

setup-test: packages-test ### install what `make test` needs
	$(check_mpi)
	$(check_scale)
	@$(MAKE) -s --no-print-directory $(VENV_BUILD) $(VENV_PLOTS) $(VENV_TEST) $(VENV_DOCS)

packages-run:
	@$(if $(filter-out no,$(SETUP)),scripts/install-packages $(PACKAGES_RUN))

packages-mpi:
	@$(if $(filter-out no,$(SETUP)),scripts/install-packages $(PACKAGES_MPI))

packages-scale:
	@$(if $(filter-out no,$(SETUP)),scripts/install-packages $(PACKAGES_SCALE))

packages-docs:
	@$(if $(filter-out no,$(SETUP)),scripts/install-packages $(PACKAGES_DOCS))

packages-chip:
	@$(if $(filter-out no,$(SETUP)),scripts/install-packages $(PACKAGES_CHIP))

packages-hls:
	@$(if $(filter-out no,$(SETUP)),scripts/install-packages $(PACKAGES_HLS))

packages-test:
	@$(if $(filter-out no,$(SETUP)),scripts/install-packages $(PACKAGES_TEST))

$(PY):
	@echo "Python tools go into $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# A WebAssembly tool (Yosys, nextpnr) compiles itself when it is first called; two at once would spoil each other's
# result.
define call_tools_once
@for tool in $$(sed -n 's/^\(yowasp-[yn][a-z0-9-]*\)==.*/\1/p' $<); do \
    [ ! -x $(@D)/bin/$$tool ] || $(@D)/bin/$$tool --version || exit; done > $@.log 2>&1 || { cat $@.log; exit 1; }
endef

$(VENV)/.%: scripts/requirements-%.txt | $(PY)
	@echo "Installing Python tools: $$(grep -o '^[A-Za-z][^ ]*' $< | tr '\n' ' ')"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-input -r $<
	$(call_tools_once)
	@touch $@

$(VENV_ETH)/.eth: scripts/requirements-eth.txt
	@echo "Python tools for Ethernet go into $(VENV_ETH)"
	@$(PYTHON) -m venv --clear $(VENV_ETH)
	@$(VENV_ETH)/bin/python -m pip install --quiet --disable-pip-version-check --no-input -r $<
	@touch $@

# The list is complete, so pip need not look for what the tools bring along: it would insist on another apycula.
$(VENV_GOWIN)/.gowin: scripts/requirements-gowin.txt
	@echo "Python tools for Gowin's chips go into $(VENV_GOWIN)"
	@$(PYTHON) -m venv --clear $(VENV_GOWIN)
	@$(VENV_GOWIN)/bin/python -m pip install --quiet --disable-pip-version-check --no-input --no-deps -r $<
	$(call_tools_once)
	@touch $@

# pip changes one environment: one list at a time.
$(VENV_PLOTS): | $(VENV_BUILD)
$(VENV_TEST): | $(VENV_PLOTS)
$(VENV_DOCS): | $(VENV_TEST)
$(VENV_CHIP): | $(VENV_BUILD)
