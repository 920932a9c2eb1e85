# Installation under $(DESTDIR)$(PREFIX).
# SPDX-License-Identifier: Apache-2.0

BINDIR     = $(PREFIX)/bin
LIBDIR     = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR     = $(PREFIX)/share/man
SHAREDIR   = $(PREFIX)/share
UDEVDIR   ?= $(PREFIX)/lib/udev/rules.d
MANUALS    = $(wildcard host/man/*.1)
MODELS     = $(SIM_MODELS) $(HLS_MODELS)

# The links of the shared library are copied as links.
.PHONY: install install-built uninstall
install: all ## install the command, the library, the models and a udev rule (PREFIX, DESTDIR, UDEVDIR)
	@$(MAKE) --no-print-directory install-built

install-built: $(ALL)
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(LIBDIR)/orbital $(LIBDIR)/pkgconfig $(INCLUDEDIR)/orbital \
	    $(MANDIR)/man1 $(UDEVDIR))
	install -m 755 $(BUILD)/bin/orbital $(DESTDIR)$(BINDIR)
	install -m 644 $(HEADERS) $(DESTDIR)$(INCLUDEDIR)/orbital
	install -m 644 $(LIB_STATIC) $(DESTDIR)$(LIBDIR)
	cp -P $(LIB_SHARED) $(LIB_SHARED).$(ABI) $(DESTDIR)$(LIBDIR)
	install -m 755 $(MODELS) $(DESTDIR)$(LIBDIR)/orbital
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' host/lib/orbital.pc.in \
	    > $(DESTDIR)$(LIBDIR)/pkgconfig/orbital.pc
	install -m 644 $(MANUALS) $(DESTDIR)$(MANDIR)/man1
	set -e; $(foreach shell,$(SHELLS),install -D -m 644 $(BUILD)/share/$(COMPLETION_$(shell)) \
	    $(DESTDIR)$(SHAREDIR)/$(COMPLETION_$(shell));)
	install -m 644 scripts/60-orbital.rules $(DESTDIR)$(UDEVDIR)

uninstall: ## remove what `make install` installed
	rm -rf $(DESTDIR)$(BINDIR)/orbital $(DESTDIR)$(INCLUDEDIR)/orbital $(DESTDIR)$(LIBDIR)/orbital \
	    $(DESTDIR)$(LIBDIR)/liborbital.* $(DESTDIR)$(LIBDIR)/pkgconfig/orbital.pc \
	    $(patsubst host/man/%,$(DESTDIR)$(MANDIR)/man1/%,$(MANUALS)) \
	    $(DESTDIR)$(UDEVDIR)/60-orbital.rules $(foreach shell,$(SHELLS),$(DESTDIR)$(SHAREDIR)/$(COMPLETION_$(shell)))
