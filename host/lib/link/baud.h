/* The rates that an FTDI chip and an orbital core can both make.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A chip divides its base rate, 12 Mbaud (FT232H, FT2232H, FT4232H) or 3 Mbaud (FT232R, FT231X, ...), by 1, by 1.5, and
 * by 2 and more in steps of 1/8 (FTDI AN_120). The core's divider is fractional: rate * 2^16 / clock, at most 2^14. */
#ifndef ORB_BAUD_H
#define ORB_BAUD_H

#include <stdbool.h>
#include <stdint.h>

/* The chip's rate nearest to the requested one, in baud. */
unsigned orb_baud_nearest(unsigned base, unsigned requested);

/* The fastest rate of the chip up to `limit`, or 0. A rate may exceed the limit by a billionth of it, so that a limit
 * that was computed from a rate selects that rate in spite of rounding. The result is rounded to whole bauds. */
unsigned orb_baud_below(unsigned base, double limit);

/* The word for LINK_RATE, or 0 if the core cannot make the rate within 2 %. */
uint32_t orb_baud_word(unsigned baud, double clock_hz);

#endif
