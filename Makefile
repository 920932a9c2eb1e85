# orbital: one non-recursive build; each folder has a fragment with the rules for what lies in it.
# SPDX-License-Identifier: Apache-2.0
#
# `make help` lists the targets. Everything built lies under $(BUILD), which git ignores.

BUILD   := build
PREFIX  ?= /usr/local
DESTDIR ?=
PYTHON  ?= python3
ifeq ($(origin CC),default)
CC := gcc
endif
ORB_CFLAGS := -std=c11 -O2 -g -fPIC -Wall -Wextra -Wpedantic -Werror

VENV := $(BUILD)/venv
PY   := $(VENV)/bin/python
GEN  := $(BUILD)/gen
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(BUILD)/pycache

# Each fragment appends what `make all` has to build.
ALL :=

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

FRAGMENTS := scripts/setup.mk rtl/rtl.mk sim/configs.mk hls/hls.mk sim/sim.mk sim/board/board.mk host/lib/lib.mk \
             host/volume/volume.mk \
             host/cli/cli.mk mpi/mpi.mk mpi/cli/cli.mk mpi/sim/scale.mk tests/host/host_tests.mk \
             tests/mpi/mpi_tests.mk \
             tests/usb/usb_tests.mk tests/system/system_tests.mk \
             tests/rtl/rtl_tests.mk tests/rtl/orb_fma_float/float_tests.mk tests/rtl/orb_link/link_tests.mk \
             bench/bench.mk bench/blas/blas.mk tests/tests.mk boards/boards.mk sim/board/boards.mk scripts/demo.mk \
             scripts/gallery.mk scripts/completion.mk scripts/install.mk python/python.mk scripts/dist.mk \
             scripts/format.mk
include $(wildcard $(FRAGMENTS))

# One short line for each file that a compiler or linker makes; V=1 shows the commands in its place.
ifndef V
.SILENT:
endif
TOOL   = $(if $(filter %.o,$@),CC $<,$(if $(filter %.a,$@),AR,LD) $@)
MAKING = @mkdir -p $(@D)$(if $(V),,; echo "  $(TOOL)")

# The targets below install what they need, so nothing that a tool computes may be asked for before they have run:
# the build itself is a second make. JOBS is used unless make was called with -j.
JOBS     = $(shell nproc)
SUBMAKE  = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: all build clean help
all: setup-run ## build everything (installs what that needs)
	@$(SUBMAKE) build

build: $(ALL) ## build everything (all that it needs must be there)
	@:

clean: ## remove all that was built, the Python tools included
	rm -rf $(BUILD)

# Those of whoever uses orbital; all others are for its development.
USE_TARGETS := all run install uninstall mpi wheel sim sim-board bitstream program clean help

help: ## list the targets
	@for group in use develop; do \
	    echo "To $$group orbital (V=1 shows the commands):"; \
	    sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' $(MAKEFILE_LIST) | sort | while read -r target text; do \
	        case " $(USE_TARGETS) " in *" $$target "*) of=use;; *) of=develop;; esac; \
	        if [ $$of = $$group ]; then printf '  make %-14s %s\n' "$$target" "$$text"; fi; \
	    done; \
	done
