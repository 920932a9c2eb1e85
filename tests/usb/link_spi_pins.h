/* The pins of link_top with an SPI slave: on channel A of an FT2232H.
 * SPDX-License-Identifier: Apache-2.0 */
#define BOARD_NAME "link_spi"
#define BOARD_CHIP BOARD_FT2232H
#define BOARD_CHANNEL 0
#define BOARD_FIFO 0
#define BOARD_CLOCK clk
#define BOARD_CLOCK_HZ 48000000
#define BOARD_INPUTS(PIN) PIN(0, 1, sclk) PIN(1, 1, mosi) PIN(3, 1, cs_n)
#define BOARD_OUTPUTS(PIN) PIN(2, 1, miso)
#define BOARD_DRIVEN(top) 0x4u
