# The figures that the documentation quotes, measured on this machine.
# SPDX-License-Identifier: Apache-2.0

CONTEST := $(BUILD)/bench/contest.so $(BUILD)/bench/contest_f64.so

FIGURES := $(PY) bench/figures.py $(BUILD)/bin/orbital $(BUILD)/bench

.PHONY: bench bench-cpu bench-slow
bench: bench-cpu ### measure the figures that the documentation quotes, but for those of bench-slow
	@$(SUBMAKE) build
	@PYTHONPATH=tests/support $(PY) bench/simulation.py
	@ORB_LIBRARY=$(CURDIR)/$(LIB_SHARED) PYTHONPATH=python $(PY) bench/host_time.py
	@$(FIGURES)

bench-slow: setup-test ### measure the figures that take many minutes
	@$(SUBMAKE) build
	@$(FIGURES) --slow

bench-cpu: setup-test ### measure the engine cpu beside FFTW and SciPy (BENCH_ARGS=…); build/bench/cpu.*
	@$(SUBMAKE) $(CONTEST)
	@CC="$(CC)" PYTHONPATH=bench $(PY) bench/cpu/cpu.py $(firstword $(CONTEST)) $(BUILD)/bench $(BENCH_ARGS)
	@CC="$(CC)" PYTHONPATH=bench $(PY) bench/cpu/fourier.py $(CONTEST) $(BUILD)/bench $(FOURIER_ARGS)

# FFTW is for this only: nothing that is installed is linked with it.
CONTEST_LIBS_contest     := -DFULL=0 -lfftw3f_omp -lfftw3f
CONTEST_LIBS_contest_f64 := -DFULL=1 -lfftw3_omp -lfftw3
$(CONTEST): bench/cpu/contest.c $(LIB_SHARED)
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -Ihost/include -shared $< -o $@ -L$(BUILD)/lib -lorbital \
	    $(CONTEST_LIBS_$(basename $(@F))) -Wl,-rpath,'$$ORIGIN/../lib'

# mpi4py-fft is Debian's, and so is its Python. Each rank has a processor of its own, where MPI can bind it.
MPI_CONTEST  := $(BUILD)/bench/contest_mpi.so
BENCH_MPIRUN ?= mpirun --bind-to core -n 2
BENCH_PYTHON ?= /usr/bin/python3

.PHONY: bench-mpi
bench-mpi: setup-test ### measure the library for clusters beside FFTW-MPI and mpi4py-fft; build/bench/mpi.*
	@$(SUBMAKE) $(MPI_CONTEST)
	@CC="$(CC)" PYTHONPATH=bench OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 \
	    $(BENCH_MPIRUN) $(BENCH_PYTHON) -m mpi4py bench/mpi/mpi.py $(MPI_CONTEST) $(BUILD)/bench $(BENCH_ARGS)
	@$(SUBMAKE) bench-threads

# One rank with threads, and ranks with one thread each: by the package of Python, so that both sides are started alike.
.PHONY: bench-threads
bench-threads: setup-test ### measure one rank with threads beside ranks with one thread (THREADS_ARGS=…)
	@$(SUBMAKE) $(MPI_SHARED)
	@CC="$(CC)" PYTHONPATH=bench:python ORB_LIBRARY=$(CURDIR)/$(LIB_SHARED) ORB_MPI_LIBRARY=$(CURDIR)/$(MPI_SHARED) \
	    LD_LIBRARY_PATH=$(CURDIR)/$(BUILD)/lib OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
	    $(PY) bench/mpi/threads.py $(BUILD)/bench $(THREADS_ARGS)

$(MPI_CONTEST): bench/mpi/contest.c $(MPI_SHARED)
	$(MAKING)
	$(MPICC) $(ORB_CFLAGS) $(CFLAGS) $(MPI_INCLUDES) -shared $< -o $@ -L$(BUILD)/lib -lorbital_mpi -lorbital \
	    -lfftw3_mpi -lfftw3f_mpi -lfftw3 -lfftw3f -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN/../lib'

# ScaLAPACK calls the BLAS of the system, which is OpenBLAS as well. OMP_NUM_THREADS=1 gives it one thread per rank.
PRODUCT_CONTEST := $(BUILD)/bench/product_contest.so

.PHONY: bench-products
bench-products: setup-test ### measure products of matrices on a cluster beside ScaLAPACK; build/bench/products.*
	@$(SUBMAKE) $(PRODUCT_CONTEST)
	@CC="$(CC)" PYTHONPATH=bench OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 \
	    $(BENCH_MPIRUN) $(BENCH_PYTHON) -m mpi4py bench/mpi/products.py $(PRODUCT_CONTEST) $(BUILD)/bench $(BENCH_ARGS)

$(PRODUCT_CONTEST): bench/mpi/product_contest.c $(GEMM_SHARED)
	$(MAKING)
	$(MPICC) $(ORB_CFLAGS) $(CFLAGS) $(MPI_INCLUDES) -shared $< -o $@ -L$(BUILD)/lib -lorbital_mpi_gemm -lorbital_mpi \
	    -lorbital -lscalapack-openmpi -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN/../lib'

.PHONY: folding
folding: setup-test ### measure what folded rings gain on an ECP5; rewrites docs/folding.md
	@$(MAKE) -s --no-print-directory $(VENV_CHIP)
	@$(PY) bench/folding/folding.py $(BUILD)/folding docs/folding.md docs/images/folding.svg
