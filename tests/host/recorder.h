/* A transport to registers that do nothing but keep what is written, and count: the host's half of a conversation.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORDER_H
#define RECORDER_H

#include "support.h"

#include <orbital_regs.h>
#include <transport.h>

#define ADDRESS(member) ((uint32_t)offsetof(orbital_t, member))

typedef struct recorder {
    orb_transport base;
    uint32_t registers[sizeof(orbital_t) / 4];
    unsigned writes, requests; /* registers written, in so many requests */
    uint32_t control;          /* the last word written there */
    unsigned starts, transfers;
    size_t words_in;
    unsigned in_bytes, out_bytes; /* of a word in the last transfer */
    unsigned sections;            /* of all transfers, which samples divide */
    unsigned clips_in, clips;     /* the first section that says that results were clipped, and how many do */
    bool dead;                    /* transfers fail */
    bool deaf;                    /* writes fail */
    bool stops;                   /* transfers are stopped */
    unsigned fails_at, asked;     /* the request of any kind that fails, 0: none; and how many there were */
    bool closed;
} recorder;

/* The registers of a core with P=4, BMAX=8, W=CW=18 that has done a program. It answers a transfer with its number,
 * 1, 2, ..., in every word. */
recorder recorder_make(void);

/* The same, which takes samples. */
recorder recorder_make_sampling(void);

#endif
