# The engine "cpu" beside a BLAS, and its products beside its fast transforms.
# SPDX-License-Identifier: Apache-2.0

BENCH_BLAS := $(BUILD)/bench/blas $(BUILD)/bench/fast

.PHONY: bench-blas
bench-blas: setup-test ### measure the engine cpu beside a BLAS, and fast transforms beside products
	@$(SUBMAKE) $(BENCH_BLAS)
	@$(BUILD)/bench/blas 16 32 64 100 128 256
	@$(BUILD)/bench/fast all 128 256 512 768 1024
	@$(BUILD)/bench/fast DCT-II 2048 4096

# OpenBLAS is for this only: nothing that is installed is linked with it.
$(BENCH_BLAS): $(BUILD)/bench/%: bench/blas/%.c bench/blas/contest.c bench/blas/contest.h $(LIB_SHARED)
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -Ihost/include $$(pkg-config --cflags openblas) $(filter %.c,$^) -o $@ \
	    -L$(BUILD)/lib -lorbital $$(pkg-config --libs openblas) -lm -Wl,-rpath,'$$ORIGIN/../lib'
