/* The facts of each chip, from FTDI's data sheets: FT2232H (DS_FT2232H), FT231X (DS_FT231X), FT232H (DS_FT232H,
 * version 2.1: buffers of 1 Kbyte, table 4.1 for the synchronous FIFO). The places in the EEPROM are those of libftdi1.
 * SPDX-License-Identifier: Apache-2.0 */
#include "chip_kind.h"

const chip_kind *chip_kind_of(enum board_chip chip)
{
    static const chip_kind kinds[] = {
        [BOARD_FT2232H] = {.product = 0x6010,
                           .release = 0x0700,
                           .channels = 2,
                           .high_speed = true,
                           .frame_packets = 13,
                           .fifo = true,
                           .queue = 4096,
                           .sync_delay = 7150,
                           .strings_at = 0x9A,
                           .type_at = 0x18,
                           .maker = "FTDI",
                           .name = "Dual RS232-HS"},
        [BOARD_FT231X] = {.product = 0x6015,
                          .release = 0x1000,
                          .channels = 1,
                          .frame_packets = 19,
                          .queue = 512,
                          .strings_at = 0xA0,
                          .skip_from = 0x24,
                          .skip_to = 0x80,
                          .maker = "FTDI",
                          .name = "FT231X USB UART"},
        [BOARD_FT232H] = {.product = 0x6014,
                          .release = 0x0900,
                          .channels = 1,
                          .high_speed = true,
                          .frame_packets = 13,
                          .fifo = true,
                          .queue = 1024,
                          .sync_delay = 9000,
                          .strings_at = 0xA0,
                          .type_at = 0x1E,
                          .maker = "FTDI",
                          .name = "Single RS232-HS"},
    };

    return &kinds[chip];
}
