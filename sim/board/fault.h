/* Faults of the wire between chip and board, and of the USB, from a seed.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BOARD_FAULT_H
#define ORB_BOARD_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Chances, 0 to 1: of the first five that a block of FAULT_BLOCK bytes of one direction has such a fault, at a random
 * place; of short_read and stall that a packet has one. */
typedef struct fault_chances {
    double lose;       /* a byte is lost */
    double flip;       /* a bit of a byte is inverted */
    double twice;      /* a byte comes twice */
    double delay;      /* a byte, and all behind it, come up to FAULT_DELAY_US later */
    double short_read; /* the chip sends what it has instead of waiting for a full packet */
    double stall;      /* the chip takes and sends no packets for up to FAULT_STALL_US */
} fault_chances;

#define FAULT_BLOCK 512
#define FAULT_DELAY_US 3000
#define FAULT_STALL_US 20000

enum fault_kind { FAULT_LOSE, FAULT_FLIP, FAULT_TWICE, FAULT_DELAY, FAULT_SHORT, FAULT_STALL, FAULT_KINDS };

/* The bytes of one direction of one channel. */
typedef struct fault_stream {
    const fault_chances *chances;
    uint64_t random;              /* state of the generator */
    unsigned place;               /* in the block */
    unsigned strike[FAULT_SHORT]; /* place of each fault of bytes in this block; FAULT_BLOCK: none */
    uint64_t count[FAULT_KINDS];  /* faults so far */
} fault_stream;

void fault_start(fault_stream *stream, const fault_chances *chances, uint64_t seed);

/* One byte passes: returns how many come out (0 to 2), all alike, in byte, and in delay_us how much later. */
unsigned fault_byte(fault_stream *stream, uint8_t *byte, unsigned *delay_us);

/* Whether the chip sends a short packet now. */
bool fault_short_read(fault_stream *stream);

/* For how many microseconds the chip does not answer from this packet on, mostly 0. */
unsigned fault_stall(fault_stream *stream);

#endif
