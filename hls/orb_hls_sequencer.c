/* The program: decodes descriptors, checks them, and runs their stages and streams in order.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls.h"
#include "orbital_regs.h"

#define LO(word, field) (((word)&ORBITAL__PROGRAM__LO__##field##_bm) >> ORBITAL__PROGRAM__LO__##field##_bp)
#define HI(word, field) (((word)&ORBITAL__PROGRAM__HI__##field##_bm) >> ORBITAL__PROGRAM__HI__##field##_bp)

enum { OP_STAGE, OP_LOAD, OP_UNLOAD, OP_COEF };
enum { ERROR_NONE, ERROR_BLOCK, ERROR_DESCRIPTOR, ERROR_END };

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}
static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Length of the window in which a word that arrived over a link is written, in a cycle in which no stream uses the
 * memory port. */
static unsigned window(unsigned slot)
{
    return ORB_LANES > 1 || slot < 4 ? 1 : slot;
}

static unsigned excess(unsigned a, unsigned b)
{
    return a > b ? a - b : 0;
}

unsigned orb_hls_gap(unsigned before, unsigned next, unsigned area)
{
    const unsigned spread = (ORB_GROUP - 1) * before, w = window(before);
    const unsigned flight = ORB_MEM_LAT + ORB_FMA_LAT + ORB_SL + ORB_ROUND_LAT + ORB_LANES + w;
    const unsigned cross = ORB_FMA_LAT + ORB_SL - ORB_XL + ORB_ROUND_LAT + ORB_LANES - 2 + w;

    if (ORB_FINE)
        return 0;
    return larger(excess(spread + flight, excess(area + 1, 2 * ORB_GROUP) * smaller(before, next)),
                  excess(spread + cross, ORB_GROUP * next));
}

unsigned orb_hls_step_gap(unsigned slot, unsigned area)
{
    const unsigned landing = ORB_MEM_LAT + ORB_FMA_LAT + ORB_SL + ORB_LANES + window(slot) + 2;

    if (ORB_GROUP == 1)
        return 0;
    return excess((ORB_GROUP - 1) * slot + landing, excess(area + 1, 2 * ORB_GROUP) * slot);
}

/* Cycles from the last product of a stage until all its words are in the memories. */
static unsigned drain(unsigned slot, unsigned slots)
{
    const unsigned waiting = (slots - 1) % ORB_GROUP; /* slots of the last group that leave after its first */
    const unsigned flight = ORB_MEM_LAT + ORB_FMA_LAT + ORB_SL + ORB_ROUND_LAT + ORB_LANES + window(slot);
    return ORB_FINE ? 2 : (ORB_GROUP > 1) + waiting * slot + flight;
}

/* Two stages start at least two cycles apart, so the fine cell waits one cycle after a stage with a single step. */
static unsigned late(unsigned steps)
{
    return ORB_FINE ? excess(2, steps) : 0;
}

/* Several lanes read whole rows of the matrix, so it is not transposed, and the order of their sums depends on the
 * contracted axis. Floating-point results are not shifted. */
static bool stage_fits(const orb_hls_stage *s, unsigned sums_axis)
{
    const bool lanes_fit = !s->transposed && (s->clear || s->axis == sums_axis);
    return (ORB_LANES == 1 || lanes_fit) && !(ORB_EXP != 0 && s->shift != 0);
}

static bool stage_legal(const orb_hls_stage *s, unsigned c_roll, unsigned sums_axis)
{
    const bool rolls = s->x_roll != 0 && s->steps != 1;
    const unsigned read_last = !rolls ? s->src : s->steps % 2 ? s->roll1 : s->roll0;

    if (!stage_fits(s, sums_axis) || s->axis == 3 || s->steps == 0 || s->steps > s->ring)
        return false;
    if (c_roll > 1 || (c_roll == 1 && s->axis != 2))
        return false;
    if (s->shift > ORB_AW - ORB_W || s->bank >= ORB_CBANKS)
        return false;
    if (s->src >= ORB_NBUF || s->dst >= ORB_NBUF || s->roll0 >= ORB_NBUF || s->roll1 >= ORB_NBUF)
        return false;
    /* A step must not write to the buffer that it reads. */
    return !(s->store && s->dst == read_last) && !(rolls && s->roll0 == s->src) &&
           !(rolls && s->steps > 2 && s->roll0 == s->roll1);
}

static orb_hls_stage decode_stage(const orb_hls_core *core, uint32_t lo, uint32_t hi)
{
    orb_hls_stage s;
    for (unsigned a = 0; a < 3; ++a)
        s.b[a] = core->b[a];
    s.ring = core->ring;
    s.axis = LO(lo, AXIS);
    s.transposed = LO(lo, TRANSPOSED);
    s.clear = LO(lo, CLEAR);
    s.store = LO(lo, STORE);
    s.x_roll = LO(lo, X_ROLL);
    s.y_roll = LO(lo, Y_ROLL);
    s.c_rolls = LO(lo, C_ROLL) != 0;
    s.steps = LO(lo, STEPS);
    s.shift = LO(lo, SHIFT);
    s.src = HI(hi, SRC);
    s.roll0 = HI(hi, ROLL0);
    s.roll1 = HI(hi, ROLL1);
    s.dst = HI(hi, DST);
    s.bank = HI(hi, BANK);
    return s;
}

/* Small tori and wide streams allow only placement 0. With the others, the words of a beat would differ in S. */
static bool placement_legal(const orb_hls_core *core, unsigned placement)
{
    return placement == 0 || (core->ring == ORB_P && ORB_IO_WORDS == 1);
}

static bool legal(const orb_hls_core *core, uint32_t lo, uint32_t hi)
{
    const orb_hls_stage s = decode_stage(core, lo, hi);
    switch (LO(lo, OP)) {
    case OP_STAGE:
        return stage_legal(&s, LO(lo, C_ROLL), core->sums_axis);
    case OP_LOAD:
        return s.dst < ORB_NBUF && placement_legal(core, HI(hi, PLACEMENT));
    case OP_UNLOAD:
        return s.src < ORB_NBUF && placement_legal(core, HI(hi, PLACEMENT));
    default:
        return s.bank < ORB_CBANKS && HI(hi, AXES) != 0;
    }
}

static void stop(orb_hls_core *core, unsigned error)
{
    core->busy = false;
    core->done = error == ERROR_NONE;
    core->error = error;
}

/* Lets the array drain, before a stream accesses its memories and at the end of the program. */
static void settle(orb_hls_core *core)
{
    if (core->slot != 0)
        core->compute += drain(core->slot, core->slots);
    core->slot = 0;
}

void orb_hls_start(orb_hls_core *core)
{
    bool block_legal = true;

    if (core->busy)
        return;
    for (unsigned a = 0; a < 3; ++a) {
        const unsigned extent = core->block >> (8 * a) & 0xFF;
        if (extent != core->b[a])
            core->sums_axis = ORB_NO_SUMS;
        core->b[a] = extent;
        block_legal = block_legal && core->b[a] >= (ORB_FINE ? 1 : 2) && core->b[a] <= ORB_BMAX;
    }
    core->ring = core->torus_ring;
    if (core->ring != ORB_P)
        block_legal = block_legal && core->ring >= 2 && core->ring % 2 == 0 && ORB_P % core->ring == 0;
    core->busy = true;
    core->done = false;
    core->error = ERROR_NONE;
    core->index = 0;
    core->runs_left = core->repeats;
    core->in_op = false;
    core->slot = 0;
    core->compute = core->wait = core->coef = core->load = core->unload = 0;
    core->saturations = 0;
    for (unsigned n = 0; n < ORB_DEPTH; ++n)
        core->magnitude[n] = 0;
    if (!block_legal)
        stop(core, ERROR_BLOCK);
}

/* The minimum number of slots, plus one, between the slot that stores an element and the first slot of the next stage
 * that reads it. With one lane, slots have the order of the elements; with more, it depends on the contracted axis. */
static unsigned between(const orb_hls_core *core)
{
    return ORB_LANES == 1 ? core->b[1] * core->b[2] : smaller(core->b[1], core->b[2]);
}

static void run_stage(orb_hls_core *core, uint32_t lo, uint32_t hi)
{
    const orb_hls_stage s = decode_stage(core, lo, hi);
    const unsigned area = between(core);
    const unsigned slot = ORB_FINE ? 1 : larger(core->b[s.axis], larger(ORB_SL, ORB_LANES));
    const unsigned gap = core->slot ? orb_hls_gap(core->slot, slot, area) : 0;
    const unsigned wait = (s.steps - 1) * orb_hls_step_gap(slot, area);
    const unsigned slots = orb_hls_sum_count(&s) / ORB_LANES;
    const unsigned groups = (slots + ORB_GROUP - 1) / ORB_GROUP;

    orb_hls_torus_stage(&core->torus, &s, &core->magnitude[core->index], &core->saturations);
    if (!s.store || s.steps > 1)
        core->sums_axis = s.axis;
    if (core->slot)
        core->compute += late(core->steps);
    core->compute += gap + wait + (uint64_t)s.steps * groups * ORB_GROUP * slot;
    core->wait += gap + wait;
    core->slot = slot;
    core->slots = slots;
    core->steps = s.steps;
}

/* Each of these returns true if its operation is complete, and false if it waits for a stream. */

static bool run_load(orb_hls_core *core, uint32_t hi, orb_hls_streams *io)
{
    const uint32_t words = (uint32_t)ORB_NODES * core->b[0] * core->b[1] * core->b[2];
    for (; core->position < words && io->in_done < io->in_count; ++core->position) {
        ORB_PRAGMA(PIPELINE II = 1)
        const orb_hls_place at = orb_hls_cube_place(core->b, core->ring, HI(hi, PLACEMENT), core->position);
        const uint32_t word = (uint32_t)io->in[io->in_done++] << (32 - ORB_W);
        core->torus.node[at.q][at.r][at.s].x[HI(hi, DST) * ORB_CUBE + at.address] = (int32_t)word >> (32 - ORB_W);
        core->load += core->position % ORB_IO_WORDS == 0;
    }
    return core->position == words;
}

static bool run_unload(orb_hls_core *core, uint32_t hi, orb_hls_streams *io)
{
    const uint32_t words = (uint32_t)ORB_NODES * core->b[0] * core->b[1] * core->b[2];
    for (; core->position < words && io->out_done < io->out_count; ++core->position) {
        ORB_PRAGMA(PIPELINE II = 1)
        const orb_hls_place at = orb_hls_cube_place(core->b, core->ring, HI(hi, PLACEMENT), core->position);
        io->out[io->out_done++] = core->torus.node[at.q][at.r][at.s].x[HI(hi, SRC) * ORB_CUBE + at.address];
        core->unload += core->position % ORB_IO_WORDS == 0;
    }
    return core->position == words;
}

static bool run_coef(orb_hls_core *core, uint32_t hi, orb_hls_streams *io)
{
    for (; core->axis < 3; ++core->axis, core->position = 0) {
        if (!(HI(hi, AXES) >> core->axis & 1))
            continue;
        const uint32_t n = core->ring * core->b[core->axis];
        for (; core->position < n * n && io->in_count - io->in_done >= ORB_IO_WORDS; ++core->position, ++core->coef) {
            ORB_PRAGMA(PIPELINE II = 1)
            const uint32_t word = (uint32_t)io->in[io->in_done] << (32 - ORB_CW);
            io->in_done += ORB_IO_WORDS; /* one coefficient per beat, in the lowest word */
            orb_hls_coef_write(&core->torus, core->b, core->ring, HI(hi, BANK), core->axis, core->position,
                               (int32_t)word >> (32 - ORB_CW));
        }
        if (core->position != n * n)
            return false;
    }
    return true;
}

void orb_hls_run(orb_hls_core *core, orb_hls_streams *streams)
{
    while (core->busy) {
        const uint32_t lo = core->lo[core->index], hi = core->hi[core->index];
        bool complete = true;

        if (!core->in_op) {
            if (!legal(core, lo, hi)) {
                settle(core);
                stop(core, ERROR_DESCRIPTOR);
                return;
            }
            core->in_op = true;
            core->axis = core->position = 0;
        }
        if (LO(lo, OP) == OP_STAGE)
            run_stage(core, lo, hi);
        else {
            settle(core);
            complete = LO(lo, OP) == OP_LOAD     ? run_load(core, hi, streams)
                       : LO(lo, OP) == OP_UNLOAD ? run_unload(core, hi, streams)
                                                 : run_coef(core, hi, streams);
        }
        if (!complete)
            return;
        core->in_op = false;
        if (LO(lo, LAST) && core->runs_left > 1) {
            --core->runs_left;
            core->index = 0;
        } else if (LO(lo, LAST)) {
            settle(core);
            stop(core, ERROR_NONE);
        } else if (core->index == ORB_DEPTH - 1) {
            settle(core);
            stop(core, ERROR_END);
        } else
            ++core->index;
    }
}
