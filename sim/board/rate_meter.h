/* The rate of a direction while it runs: that of its fastest 64 Kbyte in a row.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BOARD_RATE_METER_H
#define ORB_BOARD_RATE_METER_H

#include <stddef.h>
#include <stdint.h>

enum { METER_STEP = 4096, METER_STEPS = 16 };

typedef struct rate_meter {
    uint64_t bytes, marks;       /* in all, and how many steps these are */
    uint64_t times[METER_STEPS]; /* ps, of the last marks */
    uint64_t least;              /* ps, of all steps in a row; 0: none yet */
} rate_meter;

/* So many bytes have just passed. */
void rate_meter_add(rate_meter *meter, size_t bytes, uint64_t now);

/* Bytes a second; 0 if too few have passed. */
double rate_meter_most(const rate_meter *meter);

#endif
