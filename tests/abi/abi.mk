# The recorded binary interfaces of the libraries. Interface 1 of both got its reserved members, by which structures
# can grow, before any release had it: from the first release on, sizes and places stay.
# SPDX-License-Identifier: Apache-2.0

.PHONY: abi
abi: setup-test ### record the binary interfaces of the libraries
	@$(SUBMAKE) $(LIB_SHARED) $(MPI_SHARED) $(GEMM_SHARED)
	$(PY) tests/abi/abi.py $(HEADERS) $(LIB_SHARED) orb_ > tests/abi/orbital_$(ABI).abi
	$(PY) tests/abi/abi.py $(MPI_HEADER) $(MPI_SHARED) orb_mpi_ $(MPI_INCLUDES) \
	    $$(pkg-config --cflags ompi-c) > tests/abi/orbital_mpi_$(MPI_ABI).abi
	$(PY) tests/abi/abi.py $(GEMM_HEADER) $(GEMM_SHARED) orb_mpi_ $(MPI_INCLUDES) \
	    $$(pkg-config --cflags ompi-c) > tests/abi/orbital_mpi_gemm_$(GEMM_ABI).abi
