/* One orbital core reached through a transport: what it is, its coefficients, its programs.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CORE_H
#define ORB_CORE_H

#include "core_limits.h"
#include "engine.h"
#include "program.h"
#include "transport.h"

/* The coefficients that a core holds in a bank for one of its axes. */
typedef struct orb_held {
    int32_t *words; /* a copy; room for the largest matrix, or NULL */
    size_t count;   /* 0: none */
} orb_held;

typedef struct orb_core {
    orb_transport *transport;
    orb_core_info info;
    orb_held *held;                        /* three a bank */
    uint32_t block, ring;                  /* the registers as they were written, or 0 */
    uint32_t program[2 * ORB_PROGRAM_MAX]; /* what its program memory holds... */
    unsigned program_known;                /* ...in its first words */
} orb_core;

/* Learns what answers on the transport, and takes the transport over; on failure too.
 * ORB_OK, ORB_NO_MEMORY, ORB_WRONG_DEVICE, ORB_DEVICE_FAILED */
orb_status orb_core_open(orb_core *core, orb_transport *transport);

/* Also after a failed orb_core_open. */
void orb_core_close(orb_core *core);

/* Sets the block extents of the nodes and the side of the tori; others than before make the core forget its
 * coefficients. ORB_OK, ORB_DEVICE_FAILED */
orb_status orb_core_configure(orb_core *core, const unsigned block[3], unsigned ring);

/* Does the core hold these coefficients? */
bool orb_core_holds(const orb_core *core, unsigned axis, unsigned bank, const int32_t *words, size_t count);

/* Notes that a program which is about to run loads them. ORB_OK, ORB_NO_MEMORY */
orb_status orb_core_note(orb_core *core, unsigned axis, unsigned bank, const int32_t *words, size_t count);

/* Forgets all coefficients. */
void orb_core_forget(orb_core *core);

/* Runs a program of at most info.depth descriptors, and adds the cycles and saturations that it counted to a cost; a
 * failed one makes the core forget. words: what goes through the streams, their stop, and where the saturations since
 * the start are sampled, if the transport does that; the core sets the rest.
 * ORB_OK, ORB_DEVICE_FAILED, ORB_CANCELLED */
orb_status orb_core_execute(orb_core *core, const orb_descriptor *program, unsigned count, const orb_transfer *words,
                            orb_cost *cost);

/* The bit lengths of the largest sums that the first `count` descriptors of the last program stored, 0 of those that
 * stored none. ORB_OK, ORB_DEVICE_FAILED */
orb_status orb_core_magnitudes(orb_core *core, unsigned count, unsigned *bits);

#endif
