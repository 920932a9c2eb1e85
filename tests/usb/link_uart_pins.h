/* The pins of link_top with a UART: on channel B of an FT2232H, as on icebreaker.
 * SPDX-License-Identifier: Apache-2.0 */
#define BOARD_NAME "link_uart"
#define BOARD_CHIP BOARD_FT2232H
#define BOARD_CHANNEL 1
#define BOARD_FIFO 0
#define BOARD_CLOCK clk
#define BOARD_CLOCK_HZ 48000000
#define BOARD_INPUTS(PIN) PIN(0, 1, rx)
#define BOARD_OUTPUTS(PIN) PIN(1, 1, tx)
#define BOARD_DRIVEN(top) 0x2u
