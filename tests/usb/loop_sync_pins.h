/* The pins of loop_sync_top: a synchronous 245 FIFO on channel A of an FT2232H, or on an FT232H.
 * SPDX-License-Identifier: Apache-2.0 */
#define BOARD_NAME "loop_sync"
#ifndef BOARD_CHIP
#define BOARD_CHIP BOARD_FT2232H
#endif
#define BOARD_CHANNEL 0
#define BOARD_FIFO 1
#define BOARD_CLOCK clk
#define BOARD_CLOCK_HZ 10000000
#define BOARD_INPUTS(PIN) PIN(0, 8, data_in) PIN(8, 1, rxf_n) PIN(9, 1, txe_n) PIN(13, 1, clkout)
#define BOARD_OUTPUTS(PIN) PIN(0, 8, data_out) PIN(10, 1, rd_n) PIN(11, 1, wr_n) PIN(14, 1, oe_n)
#define BOARD_DRIVEN(top) (0x4C00u | ((top).drive ? 0xFFu : 0u))
