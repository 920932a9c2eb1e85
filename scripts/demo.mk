# The demonstration: a real brain through the simulated array, forward and back.
# SPDX-License-Identifier: Apache-2.0

BRAIN := /usr/share/mricron/templates/ch2.nii.gz
DEMO  := $(BUILD)/run

# of all the models, the one that it uses
DEMO_NEEDS := $(filter-out $(SIM_MODELS) $(HLS_MODELS),$(ALL)) $(BUILD)/lib/orbital/orb_sim_$(firstword $(CONFIGS)).so

.PHONY: command
command: setup-run ## build the command alone, without models of the array: build/bin/orbital
	@$(SUBMAKE) V=$(or $(V),0) $(CLI)

.PHONY: run demo
run: setup-run ## transform a real brain on the simulated array, forward and back; results in build/run/
	@$(SUBMAKE) V=$(or $(V),0) demo

demo: $(DEMO_NEEDS)
	@mkdir -p $(DEMO)
	@$(BUILD)/bin/orbital roundtrip $(BRAIN) --engine sim:p=4,b=8 --kind dct --block 32 --progress --check --force \
	    --output $(DEMO)/restored.nii.gz --coefficients $(DEMO)/coefficients.nii.gz \
	    --picture $(DEMO)/slices.png --json $(DEMO)/report.json
	@echo "Left in $(DEMO)/: coefficients.nii.gz restored.nii.gz slices.png report.json"

.PHONY: pictures
pictures: run ### rewrite the pictures of README.md
	@mkdir -p docs/images
	cp $(DEMO)/slices.png docs/images/brain.png
	$(PY) scripts/draw_array.py docs/images/array.svg

# The animated figure of docs/architecture.md, from a trace of the model in C with nodes of one point.
ORBIT_MODEL := $(BUILD)/obj/orbit/orb_hls_orbit.so

$(ORBIT_MODEL): scripts/orbit_trace.c $(HLS_SOURCES) $(HLS_HEADERS) $(REGS_H)
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) -DORB_P=3 -DORB_BMAX=1 -DORB_MODEL_NAME='"hls orbit"' -Ihls -Isim -I$(GEN) \
	    -fvisibility=hidden -shared $(LDFLAGS) -Wl,--wrap=orb_hls_cell_step $(HLS_SOURCES) $< -o $@

.PHONY: orbit draw-orbit
orbit: setup-test ### rewrite the animated figure of docs/architecture.md
	@$(SUBMAKE) draw-orbit

draw-orbit: $(ORBIT_MODEL)
	@$(PY) scripts/draw_orbit.py $(dir $<) $(or $(ORBIT),docs/images/orbit.svg)
