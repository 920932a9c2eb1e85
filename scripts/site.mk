# The documentation as a site: the pages of docs/ and the comments of the public headers, with a search.
# SPDX-License-Identifier: Apache-2.0

SITE      := $(BUILD)/html
SITE_WORK := $(BUILD)/obj/site

.PHONY: html site
html: setup-docs ## build the documentation as a site that can be searched: build/html/README.html
	@$(SUBMAKE) site
	@echo "Open $(SITE)/README.html"

# Every warning is an error.
site:
	@mkdir -p $(SITE_WORK)
	ORB_SITE=$(SITE_WORK) doxygen docs/Doxyfile
	ORB_SITE=$(abspath $(SITE_WORK)) $(PY) -m sphinx -q -W --keep-going -E -d $(SITE_WORK)/trees docs $(SITE)
