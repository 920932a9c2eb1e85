/* What the USB chip of a ULX3S is wired to, for the simulated board.
 * SPDX-License-Identifier: Apache-2.0 */
#define BOARD_NAME "ulx3s"
#define BOARD_CHIP BOARD_FT231X
#define BOARD_CHANNEL 0
#define BOARD_FIFO 0
#define BOARD_CLOCK clk_25mhz
#define BOARD_INPUTS(PIN) PIN(0, 1, ftdi_txd)
#define BOARD_OUTPUTS(PIN) PIN(1, 1, ftdi_rxd)
#define BOARD_DRIVEN(top) 0x2u
