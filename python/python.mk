# The Python package as a wheel, with the library inside.
# SPDX-License-Identifier: Apache-2.0

WHEEL_TREE  := $(BUILD)/python
WHEEL_PARTS := $(wildcard python/orbital/*.py) python/pyproject.toml python/setup.py LICENSE
WHEEL       := $(BUILD)/wheel/.made

.PHONY: wheel build-wheel
wheel: setup-run ## build the Python package, with the library inside: build/wheel/*.whl
	@$(SUBMAKE) build-wheel

build-wheel: $(WHEEL)
	@ls $(<D)/*.whl

# A tree of its own, as setuptools leaves its files beside the sources. Nothing is downloaded.
$(WHEEL): $(WHEEL_PARTS) $(LIB_SHARED).$(ABI) python/python.mk | $(VENV_BUILD)
	@rm -rf $(WHEEL_TREE) $(@D)
	@mkdir -p $(WHEEL_TREE)/orbital $(@D)
	@cp python/orbital/*.py $(WHEEL_TREE)/orbital
	@cp python/pyproject.toml python/setup.py LICENSE $(WHEEL_TREE)
	@cp $(LIB_SHARED).$(ABI) $(WHEEL_TREE)/orbital/liborbital.so
	@ORB_VERSION=$(VERSION) $(PY) -m pip wheel --quiet --disable-pip-version-check --no-index --no-deps \
	    --no-build-isolation --wheel-dir $(@D) ./$(WHEEL_TREE)
	@touch $@
