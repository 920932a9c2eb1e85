# libFuzzer targets: the readers of all formats, plans on the engine cpu, the byte link, options and names; compiled by
# clang with its sanitizers.
# SPDX-License-Identifier: Apache-2.0

FUZZ_SECONDS ?= 60
FUZZ         := $(BUILD)/fuzz
FUZZ_FORMATS := nii nii.gz nrrd mrc tif npy raw
FUZZ_TARGETS := $(FUZZ_FORMATS:%=$(FUZZ)/volume.%) $(addprefix $(FUZZ)/,hdf5 orb plan link options)
FUZZ_SEEDS   := $(FUZZ)/seeds/.made
FUZZ_FLAGS   := -fsanitize=address,undefined,float-cast-overflow,fuzzer-no-link -fno-sanitize-recover=all -O1
FUZZ_OBJ     := $(BUILD)/obj/fuzz/tests/fuzz
FUZZ_LIB     := $(LIB_OBJECTS:$(BUILD)/obj/%=$(BUILD)/obj/fuzz/%)
FUZZ_CLI     := $(patsubst $(BUILD)/obj/%,$(BUILD)/obj/fuzz/%,$(filter-out $(CLI_MAIN),$(CLI_OBJ)) $(VOLUME_OBJECTS))

.PHONY: fuzz fuzz-build
fuzz: setup-test ### fuzz readers, plans, link and options (FUZZ_SECONDS=60 each); findings stay in build/fuzz/found/
	@$(SUBMAKE) fuzz-build
	@$(PY) tests/fuzz/fuzz.py --seconds $(FUZZ_SECONDS) $(FUZZ) $(notdir $(FUZZ_TARGETS))

fuzz-build: $(FUZZ_TARGETS) $(FUZZ_SEEDS)
	@:

$(BUILD)/obj/fuzz/%: CC := clang
$(foreach code,$(CPU_CODES),$(eval $(call cpu_code,$(code),fuzz/,$$(FUZZ_FLAGS))))

$(BUILD)/obj/fuzz/host/lib/%.o: host/lib/%.c | $(REGS_H) $(GEN)/orb_libdir.h
	$(MAKING)
	$(CC) $(ORB_CFLAGS) -fopenmp $(FUZZ_FLAGS) $(LIB_INCLUDES) -MMD -MP -c $< -o $@

$(BUILD)/obj/fuzz/host/cli/%.o: host/cli/%.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CLI_CFLAGS) $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/fuzz/host/volume/%.o: host/volume/%.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(VOLUME_INCLUDES) $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

$(FUZZ_OBJ)/%.o: tests/fuzz/%.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CLI_CFLAGS) $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

# Readers compute nothing, and the engine of the command has a target of its own: the library as it is will do.
$(FUZZ)/volume: $(FUZZ_OBJ)/fuzz_volume.o $(FUZZ_OBJ)/trip.o
$(FUZZ)/hdf5: $(FUZZ_OBJ)/fuzz_hdf5.o $(FUZZ_OBJ)/made_hdf5.o $(FUZZ_OBJ)/trip.o
$(FUZZ)/orb: $(FUZZ_OBJ)/fuzz_orb.o $(FUZZ_OBJ)/trip.o
$(FUZZ)/volume $(FUZZ)/hdf5 $(FUZZ)/orb: $(FUZZ_CLI) $(LIB_STATIC)
	$(MAKING)
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer $^ -o $@ $(CLI_LIBS) $(LIB_LIBS)

$(FUZZ_FORMATS:%=$(FUZZ)/volume.%): $(FUZZ)/volume
	ln -f $< $@

$(FUZZ)/plan: $(FUZZ_OBJ)/fuzz_plan.o $(FUZZ_LIB)
	$(MAKING)
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer -fopenmp $^ -o $@ $(filter-out -lgomp,$(LIB_LIBS))

# These see headers of the library itself.
$(FUZZ_OBJ)/fuzz_link.o $(FUZZ_OBJ)/fuzz_options.o: tests/fuzz/fuzz.mk | $(REGS_H)
$(FUZZ_OBJ)/fuzz_link.o $(FUZZ_OBJ)/fuzz_options.o: CLI_CFLAGS += $(LIB_INCLUDES)

$(FUZZ)/link: $(FUZZ_OBJ)/fuzz_link.o $(FUZZ_LIB)
	$(MAKING)
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer -fopenmp $^ -o $@ $(filter-out -lgomp,$(LIB_LIBS))

$(FUZZ)/options: $(FUZZ_OBJ)/fuzz_options.o $(FUZZ_CLI) $(FUZZ_LIB)
	$(MAKING)
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer -fopenmp $^ -o $@ $(CLI_LIBS) $(filter-out -lgomp,$(LIB_LIBS))

$(FUZZ_SEEDS): tests/fuzz/seeds.py $(CLI) | $(VENV_TEST)
	@rm -rf $(@D)
	$(PY) $< $(CLI) $(@D)
	@touch $@

-include $(wildcard $(addprefix $(BUILD)/obj/fuzz/host/,*/*.d */*/*.d */*/*/*.d) $(FUZZ_OBJ)/*.d)
