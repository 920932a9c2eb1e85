/* What a device that lies does to its answers, whose CRC-32 is right all the same, and what it sends in their place.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LINK_LIE_H
#define LINK_LIE_H

#include "support.h"

#include <link_frame.h>

/* A lie: the answers to one operation are not what they should be. All that is 0 stays true. */
typedef struct link_lie {
    bool on;
    orb_link_operation operation;
    bool only; /* answers of `only_count` registers or beats, no others */
    uint16_t only_count;
    unsigned skip;    /* so many true answers first */
    unsigned times;   /* so many lies; 0: from then on always */
    int sequence, as; /* added to the sequence number, and to the operation */
    int status;       /* instead of ORB_LINK_DONE */
    int count, address;
    int length;    /* bytes of payload more, which are random, or fewer, where there are as many */
    bool zero;     /* the payload is 0 */
    uint64_t told; /* lies so far */
} link_lie;

/* Changes an answer, unless it is not yet, or no longer, time to. payload: what the message's points to */
void link_lie_tell(link_lie *lie, orb_link_message *message, uint8_t *payload);

/* What comes without end. */
typedef enum link_garbage {
    GARBAGE_NONE,
    GARBAGE_BYTES,    /* random ones */
    GARBAGE_ZEROS,    /* empty frames */
    GARBAGE_NO_ZEROS, /* a frame without an end */
    GARBAGE_ANSWERS,  /* right in all but that nobody asked for them */
    GARBAGE_KINDS
} link_garbage;

/* The next bytes of garbage, at most ORB_LINK_FRAME_MAX; returns how many. */
size_t link_garbage_bytes(link_garbage kind, uint8_t bytes[ORB_LINK_FRAME_MAX]);

#endif
