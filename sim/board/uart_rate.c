/* What the divisor of a SET_BAUD_RATE request means: FTDI application note AN120, section 4.
 * SPDX-License-Identifier: Apache-2.0 */
#include "uart_rate.h"

#define FULL_SPEED_HZ 3000000  /* 48 MHz / 16 */
#define HIGH_SPEED_HZ 12000000 /* 120 MHz / 10 */

baud baud_decode(bool high_speed, uint16_t value, uint16_t index)
{
    static const uint8_t eighths[8] = {0, 4, 2, 1, 3, 5, 6, 7}; /* of the three bits of the fraction */
    /* a chip with high speed has the channel in the low byte of wIndex, and the divisor's high bits above */
    const unsigned high = high_speed ? index >> 8 : index;
    const bool fast = high_speed && high & 2;
    const unsigned whole = value & 0x3FFF, fraction = (unsigned)value >> 14 | (high & 1) << 2;
    baud rate = {fast ? HIGH_SPEED_HZ : FULL_SPEED_HZ, 8 * whole + eighths[fraction]};

    if (rate.eighths == 0)
        rate.eighths = 8; /* 0 stands for 1 ... */
    else if (rate.eighths == 8)
        rate.eighths = 12; /* ... and 1 for 1.5 */
    return rate;
}

uint64_t baud_half_bits(baud rate, unsigned count)
{
    return UINT64_C(1000000000000) / 16 * rate.eighths * count / rate.base_hz;
}
