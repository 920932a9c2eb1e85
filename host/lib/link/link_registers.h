/* Register accesses over the byte link, and the first ones: what answers, and how fast.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_LINK_REGISTERS_H
#define ORB_LINK_REGISTERS_H

#include "link.h"

/* Successive registers. As orb_link_wait; ORB_DEVICE_FAILED also where the device refused. */
orb_status orb_link_read(orb_link *link, uint32_t address, uint32_t *values, size_t count);
orb_status orb_link_write(orb_link *link, uint32_t address, const uint32_t *values, size_t count);

/* Finds out what answers, and has it run at the fastest rate, of a UART at `baud` if that is not 0.
 * As orb_link_read; ORB_WRONG_DEVICE, ORB_INVALID (the rate cannot be made) */
orb_status orb_link_connect(orb_link *link, unsigned baud);

/* Goes on after a transfer was given up: forgets its requests, and asks where the streams stand. As orb_link_read */
orb_status orb_link_resume(orb_link *link);

#endif
