# The pictures of docs/gallery.md, from the command's lines that stand there.
# SPDX-License-Identifier: Apache-2.0

GALLERY := $(BUILD)/gallery

.PHONY: gallery draw-gallery
gallery: setup-run ### rewrite the pictures of docs/gallery.md
	@$(SUBMAKE) draw-gallery

draw-gallery: $(CLI) $(HLS_MODELS)
	@rm -rf $(GALLERY)
	@mkdir -p $(GALLERY) docs/images/gallery
	@ln -s $(BRAIN) $(GALLERY)/brain.nii.gz
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" $(PYTHON) scripts/gallery.py docs/gallery.md $(GALLERY)
