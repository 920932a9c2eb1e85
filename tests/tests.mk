# The test targets: they set up, build everything and the test programs, and start the one runner.
# SPDX-License-Identifier: Apache-2.0

include tests/mutation/mutation.mk tests/gate/gate.mk tests/abi/abi.mk tests/fuzz/fuzz.mk tests/coverage/coverage.mk

# what the tests need besides, that takes minutes to build
MORE_test      := gates board-tests fuzz-build mutants $(CONTEST) $(MPI_CONTEST)
MORE_test-long := $(MORE_test) hls-models

.PHONY: check test test-long test-times lint build-tests
test-long: setup-hls setup-chip
check test test-long: setup-test
	@$(SUBMAKE) build build-mpi build-tests $(MORE_$@)
	@$(call run_tests,$(@:test-%=%))

check: ### run the quick tests
test: ### run all tests but the long ones (half an hour)
test-long: ### run the long tests (hours)

test-times: $(PY) ### print what each test of the last run took, and each folder
	@$(PY) tests/run.py times

lint: setup-test ### run the static checks among the tests
	@$(SUBMAKE) build build-mpi
	@$(call run_tests,test) tests/lint

SEEDS   ?= 200
SECONDS ?= 60

.PHONY: test-seeds
test-seeds: setup-test ### run each random test with SEEDS=200 seeds, for at most SECONDS=60
	@$(SUBMAKE) build build-mpi build-tests $(MORE_test)
	@$(call run_tests,test --seeds $(SEEDS) --seconds $(SECONDS))

.PHONY: mutate
mutate: setup-test ### plant 210 faults in the array and run its tests against each (MUTANTS_SEED=…)
	@$(SUBMAKE) mutants
	$(PY) tests/mutation/campaign.py $(MUTANT_FOLDER) $(MUTANTS_SEED)

build-tests: $(HOST_TESTS) $(HOST_TESTS_SAN) $(HOST_TESTS_TSAN) $(CLI_SAN) $(MPI_TESTS) $(MPI_TESTS_SAN) \
    $(MPI_CLI_TESTS) $(SCALE) build-wheel
	@:

# The test programs go by name, so that a stale one in the build folder is not run.
run_tests = ORB_HOST_TESTS="$(HOST_TESTS) $(HOST_TESTS_SAN) $(HOST_TESTS_TSAN)" $(PY) tests/run.py $(1) $(PYTEST_ARGS)
