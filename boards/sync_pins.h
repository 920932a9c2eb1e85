/* The pins of board_sync, which are the same on each board.
 * SPDX-License-Identifier: Apache-2.0 */
#define BOARD_CHIP BOARD_FT232H
#define BOARD_CHANNEL 0
#define BOARD_FIFO 1
#define BOARD_CLOCK clk_in
#define BOARD_INPUTS(PIN) PIN(0, 8, data_in) PIN(8, 1, rxf_n) PIN(9, 1, txe_n) PIN(13, 1, ft_clk)
#define BOARD_OUTPUTS(PIN) PIN(0, 8, data_out) PIN(10, 1, rd_n) PIN(11, 1, wr_n) PIN(12, 1, siwu_n) PIN(14, 1, oe_n)
#define BOARD_DRIVEN(top) (0x5C00u | ((top).data_oe ? 0xFFu : 0u))
