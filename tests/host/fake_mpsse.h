/* The MPSSE of a fake chip (FTDI AN_108).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKE_MPSSE_H
#define FAKE_MPSSE_H

#include "fake_ftdi.h"

enum { MPSSE_ROOM = 4096 };

/* What it has for the host. */
typedef struct fake_mpsse {
    uint8_t bytes[MPSSE_ROOM];
    size_t count;
} fake_mpsse;

/* Does commands, of which those that the library does not use fail the test. */
void fake_mpsse_do(fake_mpsse *mpsse, fake_chip *chip, const uint8_t *bytes, size_t count);

#endif
