/* Time that passes.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOCK_H
#define CLOCK_H

/** Seconds since a moment that stays the same while the program runs. */
double clock_seconds(void);

#endif
