/* The pins of loop_top: a UART on channel A of an FT2232H.
 * SPDX-License-Identifier: Apache-2.0 */
#define BOARD_NAME "loop"
#ifndef BOARD_CHIP
#define BOARD_CHIP BOARD_FT2232H
#endif
#define BOARD_CHANNEL 0
#define BOARD_FIFO 0
#define BOARD_CLOCK clk
#define BOARD_CLOCK_HZ 100000000
#define BOARD_INPUTS(PIN) PIN(0, 1, rx)
#define BOARD_OUTPUTS(PIN) PIN(1, 1, tx)
#define BOARD_DRIVEN(top) 0x2u
