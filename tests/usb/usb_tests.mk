# The real libftdi1 on the simulated USB: its boards, which send back what they get, and its cmocka program.
# SPDX-License-Identifier: Apache-2.0

USB_SIM_TEST := $(BUILD)/tests/usb/test_usb_sim
LOOP_MODELS  := $(patsubst %,$(BUILD)/lib/board/%.so,loop_ft2232h loop_ft231x loop_async loop_sync loop_ft232h \
    loop_hasty)

# $(1) model, $(2) top and pins, $(3) parameters, $(4) compiler flags
define loop_model
$(BUILD)/lib/board/$(1).so: tests/usb/$(2)_top.v tests/usb/$(2)_pins.h $(BOARD_MODEL_SOURCES)
	$$(call build_board,$(2)_top,tests/usb/$(2)_pins.h,tests/usb/$(2)_top.v $(3),$(4))
endef
$(eval $(call loop_model,loop_ft2232h,loop,,-DBOARD_CHIP=BOARD_FT2232H))
$(eval $(call loop_model,loop_ft231x,loop,,-DBOARD_CHIP=BOARD_FT231X))
$(eval $(call loop_model,loop_async,loop_async,,))
$(eval $(call loop_model,loop_hasty,loop_async,-GPULSE=2,))
$(eval $(call loop_model,loop_sync,loop_sync,,))
$(eval $(call loop_model,loop_ft232h,loop_sync,,-DBOARD_CHIP=BOARD_FT232H))

# The simulated USB comes ahead of libftdi1, whose calls of libusb it answers.
$(USB_SIM_TEST): tests/usb/test_usb_sim.c $(USB_SIM)
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CFLAGS) $(shell pkg-config --cflags libftdi1) $(LDFLAGS) $< -o $@ \
	    -L$(BUILD)/lib -Wl,-rpath,$(CURDIR)/$(BUILD)/lib -Wl,--no-as-needed -lusb-sim -lftdi1 -lcmocka

# Arrays behind the link, on a board with no more than that. $(1) model, $(2) header of its pins, $(3) parameters, $(4)
# compiler flags
LINK_TOP_SOURCES := $(ALL_RTL) tests/usb/link_top.v
define link_model
LINK_MODELS += $(BUILD)/lib/board/$(1).so
$(BUILD)/lib/board/$(1).so: tests/usb/$(2).h $(LINK_TOP_SOURCES) $(BOARD_MODEL_SOURCES)
	$$(call build_board,link_top,tests/usb/$(2).h,$(3) $(BOARD_LISTS:%=-f %) tests/usb/link_top.v,$(4))
endef
$(eval $(call link_model,link_uart,link_uart_pins,))
$(eval $(call link_model,link_bfloat16,link_uart_pins,-GEXP=8 -GAW=32 -GFMA_LAT=5 -GACC_LAT=4))
$(eval $(call link_model,link_async,link_async_pins,-GPORT=1))
$(eval $(call link_model,link_sync,link_sync_pins,-GPORT=2))
$(eval $(call link_model,link_ft232h,link_sync_pins,-GPORT=2,-DBOARD_CHIP=BOARD_FT232H))
$(eval $(call link_model,link_spi,link_spi_pins,-GPORT=3))
$(eval $(call link_model,link_other,link_uart_pins,-I$(BUILD)/obj/board/other))

# A design that speaks the link and is not ours: its identity is another.
$(BUILD)/lib/board/link_other.so: $(BUILD)/obj/board/other/orbital_regs.vh
$(BUILD)/obj/board/other/orbital_regs.vh: rtl/include/orbital_regs.vh
	@mkdir -p $(@D)
	sed "s/ORB_ID_VALUE_RESET = 32'h.*;/ORB_ID_VALUE_RESET = 32'h4F544852;/" $< > $@

.PHONY: board-tests
board-tests: $(USB_SIM_TEST) $(LOOP_MODELS) $(LINK_MODELS) $(BUILD)/lib/board/ulx3s_p2.so \
    $(BUILD)/lib/board/ulx3s-ft232h_p2.so $(BUILD)/lib/board/icebreaker.so
	@:
