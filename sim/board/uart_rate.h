/* The baud rate generator of an FTDI chip.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BOARD_BAUD_H
#define ORB_BOARD_BAUD_H

#include <stdbool.h>
#include <stdint.h>

/* A bit lasts eighths / (8 * base_hz) seconds. */
typedef struct baud {
    uint32_t base_hz;
    uint32_t eighths;
} baud;

/* The rate that wValue and wIndex of a SET_BAUD_RATE request ask for, of a chip with high speed or without. */
baud baud_decode(bool high_speed, uint16_t value, uint16_t index);

/* Picoseconds that so many half bits take, up to 32. */
uint64_t baud_half_bits(baud rate, unsigned count);

#endif
