# The sources as a tarball, the same bytes for the same commit; it builds without Python tools.
# SPDX-License-Identifier: Apache-2.0

DIST_NAME := orbital-$(VERSION)
DIST      := $(BUILD)/dist/$(DIST_NAME).tar.gz

.PHONY: dist tarball
dist: setup-run ## pack the sources of the commit: build/dist/orbital-VERSION.tar.gz
	@$(SUBMAKE) tarball

tarball: $(REGS_H) $(LINK_REGS_H) $(GENERATED_VH)
	@git diff --quiet HEAD || { echo "make dist: there are changes that are not committed: commit them" >&2; exit 1; }
	@mkdir -p $(dir $(DIST))
	git archive --format=tar --prefix=$(DIST_NAME)/packed/ $(^:%=--add-file=%) --prefix=$(DIST_NAME)/ HEAD \
	    | gzip -9n > $(DIST)
	@sha256sum $(DIST)
