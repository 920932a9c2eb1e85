/* What the USB chip of an iCEBreaker (port B) is wired to, for the simulated board.
 * SPDX-License-Identifier: Apache-2.0 */
#define BOARD_NAME "icebreaker"
#define BOARD_CHIP BOARD_FT2232H
#define BOARD_CHANNEL 1
#define BOARD_FIFO 0
#define BOARD_CLOCK clk_12mhz
#define BOARD_INPUTS(PIN) PIN(0, 1, uart_rx)
#define BOARD_OUTPUTS(PIN) PIN(1, 1, uart_tx)
#define BOARD_DRIVEN(top) 0x2u
