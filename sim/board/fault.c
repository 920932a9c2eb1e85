/* Faults from a seed: which byte of each block is lost, changed, doubled or delayed; which packets are short or late.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fault.h"

/* xorshift64*, the same on every machine. */
static uint64_t next_random(fault_stream *stream)
{
    stream->random ^= stream->random >> 12;
    stream->random ^= stream->random << 25;
    stream->random ^= stream->random >> 27;
    return stream->random * UINT64_C(0x2545F4914F6CDD1D) >> 32;
}

static unsigned random_below(fault_stream *stream, unsigned limit)
{
    return (unsigned)(next_random(stream) * limit >> 32);
}

static bool chance(fault_stream *stream, double probability)
{
    return probability > 0 && (double)next_random(stream) < probability * 4294967296.0;
}

static void plan_block(fault_stream *stream)
{
    const fault_chances *c = stream->chances;
    const double probability[FAULT_SHORT] = {c->lose, c->flip, c->twice, c->delay};

    stream->place = 0;
    for (int kind = 0; kind < FAULT_SHORT; kind++)
        stream->strike[kind] = chance(stream, probability[kind]) ? random_below(stream, FAULT_BLOCK) : FAULT_BLOCK;
}

void fault_start(fault_stream *stream, const fault_chances *chances, uint64_t seed)
{
    *stream = (fault_stream){.chances = chances, .random = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15) | 1};
    plan_block(stream);
}

unsigned fault_byte(fault_stream *stream, uint8_t *byte, unsigned *delay_us)
{
    bool strikes[FAULT_SHORT];

    for (int kind = 0; kind < FAULT_SHORT; kind++) {
        strikes[kind] = stream->strike[kind] == stream->place;
        stream->count[kind] += strikes[kind];
    }
    if (strikes[FAULT_FLIP])
        *byte ^= (uint8_t)(1u << random_below(stream, 8));
    *delay_us = strikes[FAULT_DELAY] ? 1 + random_below(stream, FAULT_DELAY_US) : 0;
    if (++stream->place == FAULT_BLOCK)
        plan_block(stream);
    return strikes[FAULT_LOSE] ? 0 : strikes[FAULT_TWICE] ? 2 : 1;
}

bool fault_short_read(fault_stream *stream)
{
    const bool strikes = chance(stream, stream->chances->short_read);

    stream->count[FAULT_SHORT] += strikes;
    return strikes;
}

unsigned fault_stall(fault_stream *stream)
{
    const bool strikes = chance(stream, stream->chances->stall);

    stream->count[FAULT_STALL] += strikes;
    return strikes ? 1 + random_below(stream, FAULT_STALL_US) : 0;
}
