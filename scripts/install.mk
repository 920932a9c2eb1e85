# Installation under $(DESTDIR)$(PREFIX).
# SPDX-License-Identifier: Apache-2.0

BINDIR     = $(PREFIX)/bin
LIBDIR     = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR     = $(PREFIX)/share/man
SHAREDIR   = $(PREFIX)/share
UDEVDIR   ?= $(PREFIX)/lib/udev/rules.d
MANUALS    = $(wildcard host/man/*.1 $(if $(MPICC),mpi/man/*.1))
MODELS     = $(SIM_MODELS) $(HLS_MODELS)

# $(1): pkg-config's file, from $(1).in
install_pc = sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' $(1).in \
    > $(DESTDIR)$(LIBDIR)/pkgconfig/$(notdir $(1))

# The links of the shared library are copied as links.
.PHONY: install install-built uninstall
install: all ## install the command, the library, the models and a udev rule (PREFIX, DESTDIR, UDEVDIR)
	@$(MAKE) --no-print-directory install-built

install-built: $(ALL)
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(LIBDIR)/orbital $(LIBDIR)/pkgconfig $(INCLUDEDIR)/orbital \
	    $(MANDIR)/man1 $(UDEVDIR))
	install -m 755 $(PROGRAMS:%=$(BUILD)/bin/%) $(DESTDIR)$(BINDIR)
	install -m 644 $(HEADERS) $(DESTDIR)$(INCLUDEDIR)/orbital
	install -m 644 $(LIB_STATIC) $(DESTDIR)$(LIBDIR)
	cp -P $(LIB_SHARED) $(LIB_SHARED).$(ABI) $(DESTDIR)$(LIBDIR)
	install -m 755 $(MODELS) $(DESTDIR)$(LIBDIR)/orbital
	$(call install_pc,host/lib/orbital.pc)
	$(if $(MPICC),install -m 644 $(MPI_HEADER) $(DESTDIR)$(INCLUDEDIR)/orbital)
	$(if $(MPICC),install -m 644 $(MPI_STATIC) $(DESTDIR)$(LIBDIR))
	$(if $(MPICC),cp -P $(MPI_SHARED) $(MPI_SHARED).$(MPI_ABI) $(DESTDIR)$(LIBDIR))
	$(if $(MPICC),$(call install_pc,mpi/lib/orbital_mpi.pc))
	install -m 644 $(MANUALS) $(DESTDIR)$(MANDIR)/man1
	set -e; $(foreach file,$(COMPLETION_FILES),install -D -m 644 $(BUILD)/share/$(file) \
	    $(DESTDIR)$(SHAREDIR)/$(file);)
	install -m 644 scripts/60-orbital.rules $(DESTDIR)$(UDEVDIR)

uninstall: ## remove what `make install` installed
	rm -rf $(PROGRAMS:%=$(DESTDIR)$(BINDIR)/%) $(DESTDIR)$(INCLUDEDIR)/orbital $(DESTDIR)$(LIBDIR)/orbital \
	    $(foreach name,orbital orbital_mpi,$(DESTDIR)$(LIBDIR)/lib$(name).* \
	        $(DESTDIR)$(LIBDIR)/pkgconfig/$(name).pc) \
	    $(addprefix $(DESTDIR)$(MANDIR)/man1/,$(notdir $(MANUALS))) \
	    $(DESTDIR)$(UDEVDIR)/60-orbital.rules $(COMPLETION_FILES:%=$(DESTDIR)$(SHAREDIR)/%)
