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
# The machine that the programs are for. With a cross compiler, set it on make's command line.
TARGET  := $(MAKE_HOST)
# A fault in the C code ends the program, where it could otherwise run code of a damaged file. tests/test_hardening.py
# looks for the effect of each flag.
HARDENING   := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong
ORB_CFLAGS  := -std=c11 -O2 -g -fPIC -Wall -Wextra -Wpedantic -Werror $(HARDENING)
ORB_LDFLAGS := -Wl,-z,relro,-z,now,-z,noexecstack

VENV := $(BUILD)/venv
PY   := $(VENV)/bin/python
GEN  := $(BUILD)/gen
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(BUILD)/pycache

# A line for each file that is built. V=1 prints the commands instead, and V=0 leaves out the objects.
ifneq ($(V),1)
.SILENT:
endif
quiet  = $(or $(filter 1,$(V)),$(and $(filter 0,$(V)),$(filter %.o,$@)))
say    = $(if $(quiet),:,printf '  %-4s %s\n' $(1) '$(@:$(BUILD)/%=%)')
# The first line of a recipe that calls a compiler, an archiver or a linker.
MAKING = @mkdir -p $(@D) && $(call say,$(if $(filter %.o,$@),CC,$(if $(filter %.a,$@),AR,LD)))

# Fragments say what each archive holds.
$(BUILD)/%.a:
	$(MAKING)
	rm -f $@
	$(AR) rcs $@ $^

# Each fragment appends what `make all` has to build.
ALL :=

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

FRAGMENTS := scripts/setup.mk rtl/rtl.mk sim/configs.mk hls/hls.mk sim/sim.mk sim/board/board.mk host/lib/lib.mk \
             host/volume/volume.mk \
             host/cli/cli.mk mpi/mpi.mk mpi/gemm/gemm.mk mpi/cli/cli.mk mpi/sim/scale.mk tests/host/host_tests.mk \
             tests/mpi/mpi_tests.mk \
             tests/usb/usb_tests.mk tests/system/system_tests.mk \
             tests/rtl/rtl_tests.mk tests/rtl/orb_fma_float/float_tests.mk tests/rtl/orb_link/link_tests.mk \
             tests/rtl/orb_udp/udp_tests.mk tests/hls/hls_tests.mk bench/bench.mk bench/accuracy/accuracy.mk \
             bench/blas/blas.mk tests/tests.mk boards/eth.mk boards/boards.mk sim/board/boards.mk \
             sim/ethernet/ethernet.mk scripts/demo.mk bench/links/links.mk \
             scripts/gallery.mk scripts/site.mk scripts/completion.mk scripts/install.mk python/python.mk \
             scripts/dist.mk scripts/format.mk
include $(wildcard $(FRAGMENTS))

# The targets below install the tools that they need. So no tool may be asked anything while the makefiles are read:
# which files are built depends on the sources alone, and variables that call a tool are expanded in recipes only
# (tests/test_makefiles.py). The build itself is a second make. JOBS is used unless make was called with -j.
JOBS     = $(shell nproc)
SUBMAKE  = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

# Some goals start a make of their own in the same tree, so several goals are made one after the other.
ifneq ($(and $(filter 0,$(MAKELEVEL)),$(word 2,$(MAKECMDGOALS))),)
.NOTPARALLEL:
endif

.PHONY: all build build-mpi clean help
all: setup-run ## install what the build needs, and build the command, the library and all models of the array
	@$(SUBMAKE) build

build: $(ALL) ### build what `make all` builds, without installing anything
	@:

build-mpi: $(MPI_ALL) ### build what `make mpi` builds, without installing anything
	@:

clean: ## remove everything that was built, the Python tools included
	rm -rf $(BUILD)

# A target is described behind ## if it is for users, and behind ### if it is for developers. $(1): one of the marks
targets_marked = sed -n 's/^\([a-z-]*\):.* $(1) \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

help: ## list the targets
	@printf 'To use orbital:\n'
	@$(call targets_marked,##)
	@printf 'To develop it:\n'
	@$(call targets_marked,###)
	@printf 'V=1 prints each command, V=0 only what is linked or generated.\n'
