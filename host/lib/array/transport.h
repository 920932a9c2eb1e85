/* How words and registers get to a core and back: to a model in this process, or over a link.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TRANSPORT_H
#define ORB_TRANSPORT_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* A place in the middle of a program at which stages end and an unload begins. The core takes word `in` of the stream
 * in, and all after it, only when it offers word `from` of the stream out, and that only after all words before `in`.
 * When word `from` has come, a register is read, before word `to` is taken from the core. */
typedef struct orb_sample {
    size_t in, from, to;
    uint32_t value; /* of the register */
} orb_sample;

/* What goes through the streams while a program runs. */
typedef struct orb_transfer {
    const int32_t *in; /* words for the core, sign extended */
    size_t in_count;
    int32_t *out; /* room for the words of the core */
    size_t out_count;
    unsigned in_bytes, out_bytes; /* of a word on the streams */
    unsigned beat_words;          /* words of a beat */
    uint64_t cycle_limit;         /* clock cycles after which the core must have done it */
    size_t *moved;                /* is increased by the words that were moved, if not NULL; other threads read it */
    const int *stop;              /* the transfer ends early when another thread makes this nonzero; NULL: never */
    uint32_t sampled;             /* address of the register that is read in the middle of the program, */
    orb_sample *sample;           /* and where, in order; only for a transport that samples */
    size_t samples;
} orb_transfer;

typedef struct orb_transport orb_transport;

/* Every function but close returns ORB_OK, ORB_DEVICE_FAILED or ORB_UNPLUGGED. */
typedef struct orb_transport_ops {
    /* Successive registers, in order: over a link each call takes a while, whatever their number. */
    orb_status (*read)(orb_transport *transport, uint32_t address, uint32_t *values, size_t count);
    orb_status (*write)(orb_transport *transport, uint32_t address, const uint32_t *values, size_t count);
    /* Moves all words, and returns when the core is idle; or ORB_CANCELLED after a stop, with the program running. */
    orb_status (*transfer)(orb_transport *transport, const orb_transfer *transfer);
    /* Forgets what was in transit when a program was cancelled, which has been aborted since; NULL: nothing ever is. */
    orb_status (*forget)(orb_transport *transport);
    void (*close)(orb_transport *transport);
    bool samples; /* does `transfer` read registers in the middle of a program? */
} orb_transport_ops;

/* Notes that so many words more were moved. */
static inline void orb_transfer_moved(const orb_transfer *transfer, size_t words)
{
    if (transfer->moved)
        __atomic_fetch_add(transfer->moved, words, __ATOMIC_RELAXED);
}

/* Whether another thread asked to end the transfer. */
static inline bool orb_transfer_stopped(const orb_transfer *transfer)
{
    return transfer->stop && __atomic_load_n(transfer->stop, __ATOMIC_RELAXED);
}

/* One connection to one core; an implementation's own structure begins with it. */
struct orb_transport {
    const orb_transport_ops *ops;
};

#endif
