# The boards of boards/ and their designs, simulated: their tops as models, and a block of the brain through one.
# SPDX-License-Identifier: Apache-2.0

# $(1) name of a design, $(2) its board
define board_model
$(BUILD)/lib/board/$(1).so: $(ALL_RTL) $(PLL) boards/$(2)/board.mk boards/$(2)/pins.h \
    $(wildcard boards/*.[vh] boards/$(2)/*.v) $(BOARD_MODEL_SOURCES)
	$$(call build_board,$(or $(MODEL_$(2)),$(TOP_$(2))),boards/$(2)/pins.h,$(BOARD_LISTS:%=-f %) $(PLL) \
	    $(wildcard boards/*.v boards/$(2)/*.v) $$(addprefix -G,$$(call of,CLOCK,$(1)) $$(call of,CORE,$(1))),\
	    -DBOARD_CLOCK_HZ=$$(patsubst CORE_HZ=%,%,$$(filter CORE_HZ=%,$$(call of,CLOCK,$(1)))))
endef
$(foreach name,$(NAMES),$(if $(wildcard boards/$(call board_of,$(name))/pins.h),\
    $(eval $(call board_model,$(name),$(call board_of,$(name))))))

# The configuration in sim/configs.mk that has the array of a design, e.g. p4_b8_f8_w18, and its engine.
core_value = $(patsubst $(2)=%,%,$(filter $(2)=%,$(call of,CORE,$(1))))
config_of  = p$(call core_value,$(1),P)_b$(call core_value,$(1),BMAX)_f$(call core_value,$(1),BFULL)_w$(call \
    core_value,$(1),W)
engine_of  = sim:$(subst _,$(comma),$(subst _w,_w=,$(subst _f,_full=,$(subst _b,_b=,$(subst p,p=,$(call \
    config_of,$(1)))))))

# What `make sim-board` can take: the USB chip of the board is simulated, and the array is that of a configuration.
simulated := $(foreach name,$(NAMES),$(if $(wildcard boards/$(call board_of,$(name))/pins.h),$(if $(filter \
    $(call config_of,$(name)),$(CONFIGS)),$(if $(filter EXP=% LANES=% AW=% PS=%,$(call of,CORE,$(name))),,$(name)))))

.PHONY: check-simulated sim-board run-sim-board
check-simulated: check-board
	@$(if $(filter $(simulated),$(NAME)),:,echo "$(NAME) is not simulated here. These are: $(strip $(simulated))$(if \
	    $(filter ecpix5-85-eth%,$(NAME)),; \`make sim-ethernet\` simulates the ECPIX-5 with Ethernet)" >&2; exit 2)

sim-board: check-simulated setup-run ## transform a block of the brain on the simulated BOARD=… (minutes)
	@$(SUBMAKE) run-sim-board

run-sim-board: $(BUILD)/bin/orbital $(USB_SIM) $(BUILD)/lib/board/$(NAME).so \
    $(BUILD)/lib/orbital/orb_sim_$(call config_of,$(NAME)).so
	@$(PYTHON) sim/board/sim_board.py $(BUILD)/lib/board/$(NAME).so ftdi:$(HOST_$(BOARD)) $(call engine_of,$(NAME)) \
	    $(BRAIN) $(BUILD)/run/board-$(NAME)
