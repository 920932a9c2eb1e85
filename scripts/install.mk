# Installation under $(DESTDIR)$(PREFIX).
# SPDX-License-Identifier: Apache-2.0

BINDIR     = $(PREFIX)/bin
LIBDIR     = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR     = $(PREFIX)/share/man
SHAREDIR   = $(PREFIX)/share
UDEVDIR   ?= $(PREFIX)/lib/udev/rules.d

# Which models of the array are installed: the usual ones or all. Those of hls/ take half a second each to build, the
# Verilated ones up to a minute. The usual ones are those that README.md, the manual and --help name.
MODELS        ?= usual
USUAL_CONFIGS := p4_b8_f4_w18 p2_b4_f4_w16 p4_b5_f5_w18_n4 p2_b8_f8_float32
MODELS_usual  := $(filter $(USUAL_CONFIGS:%=$(BUILD)/lib/orbital/orb_sim_%.so),$(SIM_MODELS)) $(HLS_MODELS)
MODELS_all    := $(SIM_MODELS) $(HLS_MODELS)
MODELS_SETS   := usual all

# Minutes of processor time that a build from nothing takes with g++: docs/packaging.md.
MINUTES_usual := 2
MINUTES_all   := 5

INSTALLED := $(filter-out $(MODELS_all),$(ALL)) $(MODELS_$(MODELS))

# A command with its manual pages and completion, and a library with its headers and its file for pkg-config.
# The links of the shared library are copied as links.
# $(1): command, $(2): manual pages, $(3): headers, $(4): static library, $(5): shared library and its links,
# $(6): file for pkg-config, made from $(6).in
define install_part
install -d $(addprefix $(DESTDIR),$(BINDIR) $(LIBDIR)/pkgconfig $(INCLUDEDIR)/orbital $(MANDIR)/man1)
install -m 755 $(BUILD)/bin/$(1) $(DESTDIR)$(BINDIR)
install -m 644 $(2) $(DESTDIR)$(MANDIR)/man1
set -e; $(foreach file,$(call completion_files,$(1)),install -D -m 644 $(BUILD)/share/$(file) \
    $(DESTDIR)$(SHAREDIR)/$(file);)
$(call install_library,$(3),$(4),$(5),$(6))
endef

# $(1): headers, $(2): static library, $(3): shared library and its links, $(4): file for pkg-config, made from $(4).in
define install_library
install -m 644 $(1) $(DESTDIR)$(INCLUDEDIR)/orbital
install -m 644 $(2) $(DESTDIR)$(LIBDIR)
cp -P $(3) $(DESTDIR)$(LIBDIR)
sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' $(4).in \
    > $(DESTDIR)$(LIBDIR)/pkgconfig/$(notdir $(4))
$(call install_cmake,$(basename $(notdir $(4))))
endef

# The CMake package of a library. It finds the other files from where it is, so an installation may be moved.
CMAKE_NEEDS_orbital          :=
CMAKE_NEEDS_orbital_mpi      := find_dependency(MPI COMPONENTS C)\nfind_dependency(orbital)
CMAKE_NEEDS_orbital_mpi_gemm := find_dependency(orbital_mpi)
CMAKE_LINKS_orbital          :=
CMAKE_LINKS_orbital_mpi      := orbital::orbital;MPI::MPI_C
CMAKE_LINKS_orbital_mpi_gemm := orbital_mpi::orbital_mpi
cmake_file = $(LIBDIR)/cmake/$(1)/$(1)-config$(2).cmake
# $(1): library
define install_cmake
install -d $(DESTDIR)$(LIBDIR)/cmake/$(1)
sed 's|@NAME@|$(1)|g; s|@DEPENDENCIES@|$(CMAKE_NEEDS_$(1))|; s|@LINKS@|$(CMAKE_LINKS_$(1))|; s|@INCLUDE@|'$$(realpath \
    -m --relative-to=$(LIBDIR)/cmake/$(1) $(INCLUDEDIR))'|' scripts/package.cmake.in \
    > $(DESTDIR)$(call cmake_file,$(1))
sed 's|@VERSION@|$(VERSION)|' scripts/package-version.cmake.in > $(DESTDIR)$(call cmake_file,$(1),-version)
endef

# What was given on the command line, for the command that is proposed.
given = $(foreach name,PREFIX DESTDIR LIBDIR UDEVDIR SETUP,\
    $(if $(filter command,$(origin $(name))),$(name)=$($(name))))

define propose_all
printf '%s\n' 'To install the models of all other arrays too, about $(MINUTES_all) minutes of processor time:' \
    '  make install MODELS=all $(strip $(given))'
endef

.PHONY: install install-built install-mpi install-mpi-built uninstall check-models check-folders
install: check-models check-folders setup-run ## install command, library and the usual models (PREFIX=…, MODELS=all)
	@echo "A first build of what is installed takes about $(MINUTES_$(MODELS)) minutes of processor time."
	@$(SUBMAKE) V=$(or $(V),0) install-built
	@$(if $(filter usual,$(MODELS)),$(propose_all))

check-models:
	@$(if $(filter $(MODELS_SETS),$(MODELS)),:,echo "make install: MODELS is one of: $(MODELS_SETS)" >&2; exit 2)

# The recipes hand these names to the shell as they are. One with a space in it would be two, of which `make uninstall`
# would remove the first.
FOLDERS := DESTDIR PREFIX BINDIR LIBDIR INCLUDEDIR MANDIR SHAREDIR UDEVDIR
$(foreach name,$(FOLDERS),$(eval check-folders: export CHECKED_$(name) = $$($(name))))
check-folders:
	@for name in $(FOLDERS); do \
	    eval "value=\$$CHECKED_$$name"; \
	    case $$name$$value in \
	    *[[:space:]\'\"\$$\&\;\|\<\>\(\)\*\?\[\]\\\`\#]*) \
	        echo "make: $$name is \"$$value\": give a folder without spaces and special characters" >&2; exit 2;; \
	    DESTDIR*|*DIR/*|PREFIX/*) ;; \
	    *) echo "make: $$name is \"$$value\": give an absolute path" >&2; exit 2;; \
	    esac; \
	done

install-built: check-models check-folders $(INSTALLED)
	$(call install_part,orbital,$(wildcard host/man/*.1),$(HEADERS),$(LIB_STATIC),$(LIB_SHARED) $(LIB_SHARED).$(ABI),$\
	    host/lib/orbital.pc)
	install -d $(addprefix $(DESTDIR),$(LIBDIR)/orbital $(UDEVDIR))
	install -m 755 $(MODELS_$(MODELS)) $(DESTDIR)$(LIBDIR)/orbital
	install -m 644 scripts/60-orbital.rules $(DESTDIR)$(UDEVDIR)
	@echo "Installed in $(DESTDIR)$(PREFIX). The udev rule is in $(DESTDIR)$(UDEVDIR)."

install-mpi: check-folders mpi ## build and install the part for clusters; it needs what `make install` installs
	@$(MAKE) --no-print-directory install-mpi-built

install-mpi-built: check-folders $(MPI_ALL)
	$(call install_part,orbital-mpi,$(wildcard mpi/man/*.1),$(MPI_HEADER),$(MPI_STATIC),$(MPI_SHARED) $\
	    $(MPI_SHARED).$(MPI_ABI),mpi/lib/orbital_mpi.pc)
	$(call install_library,$(GEMM_HEADER),$(GEMM_STATIC),$(GEMM_SHARED) $(GEMM_SHARED).$(GEMM_ABI),$\
	    mpi/gemm/orbital_mpi_gemm.pc)
	@echo "Installed in $(DESTDIR)$(PREFIX)."

# $(1): command, $(2): library and file for pkg-config, $(3): manual pages, $(4): version of the library's interface
uninstalled = $(addprefix $(DESTDIR),$(BINDIR)/$(1) $(call uninstalled_library,$(2),$(4)) \
    $(addprefix $(MANDIR)/man1/,$(notdir $(3))) $(addprefix $(SHAREDIR)/,$(call completion_files,$(1))))
uninstalled_library = $(LIBDIR)/pkgconfig/$(1).pc $(call cmake_file,$(1)) $(call cmake_file,$(1),-version) \
    $(addprefix $(LIBDIR)/lib$(1),.a .so .so.$(2))

# What others put beside our files stays, and so does then the folder.
uninstall: check-folders ## remove what `make install` and `make install-mpi` installed
	rm -f $(call uninstalled,orbital,orbital,$(wildcard host/man/*.1),$(ABI)) \
	    $(call uninstalled,orbital-mpi,orbital_mpi,$(wildcard mpi/man/*.1),$(MPI_ABI)) \
	    $(addprefix $(DESTDIR),$(call uninstalled_library,orbital_mpi_gemm,$(GEMM_ABI)) $(UDEVDIR)/60-orbital.rules) \
	    $(addprefix $(DESTDIR)$(INCLUDEDIR)/orbital/,$(notdir $(HEADERS) $(MPI_HEADER) $(GEMM_HEADER))) \
	    $(DESTDIR)$(LIBDIR)/orbital/orb_sim_*.so $(DESTDIR)$(LIBDIR)/orbital/orb_hls_*.so
	@for folder in $(addprefix $(DESTDIR),$(INCLUDEDIR)/orbital $(LIBDIR)/orbital $(addprefix \
	    $(LIBDIR)/cmake/,orbital orbital_mpi orbital_mpi_gemm)); do \
	    if [ -d "$$folder" ]; then rmdir --ignore-fail-on-non-empty "$$folder"; fi; \
	done
