/* The streams of words over the byte link.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_LINK_STREAM_H
#define ORB_LINK_STREAM_H

#include "link.h"
#include "transport.h"

/* Moves all words both ways at once, and returns when the core is idle.
 * As orb_link_wait; ORB_DEVICE_FAILED also where the core stops, ORB_WRONG_DEVICE where a beat is too long */
orb_status orb_link_stream(orb_link *link, const orb_transfer *transfer);

#endif
