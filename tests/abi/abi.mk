# The recorded binary interface of liborbital.
# SPDX-License-Identifier: Apache-2.0

.PHONY: abi
abi: setup-test ## record the binary interface of the library, after a change that keeps what was there
	@$(SUBMAKE) $(LIB_SHARED)
	$(PY) tests/abi/abi.py $(HEADERS) $(LIB_SHARED) > tests/abi/orbital_$(ABI).abi
