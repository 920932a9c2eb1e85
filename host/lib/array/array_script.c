/* Runs a script: as many descriptors at a time as the program memory holds, with the words that they take and give.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A beat of the streams has IO_WORDS words, each of an equal share of the cube along its first axis. Of a beat of
 * coefficients only the first word counts. */
#include "array.h"
#include "checked.h"

#include <stdlib.h>

/* A program that is being put together, and what its descriptors are about. Between two of its sections the core is
 * asked how many sums it has clipped so far. */
typedef struct part {
    orb_descriptor program[ORB_PROGRAM_MAX];
    const orb_step *step[ORB_PROGRAM_MAX];
    unsigned count;
    orb_sample sample[ORB_PROGRAM_MAX]; /* after each section but the last */
    unsigned end[ORB_PROGRAM_MAX];      /* of that section */
    unsigned samples;
} part;

/* Room for so many words more. */
static orb_status extend(array_stream *stream, size_t count)
{
    size_t room;

    if (count > stream->room - stream->count) {
        int32_t *grown = NULL;

        if (!__builtin_add_overflow(stream->count, count, &room) && room <= SIZE_MAX / 2 / sizeof *grown)
            grown = realloc(stream->words, 2 * room * sizeof *grown);
        if (!grown)
            return ORB_NO_MEMORY;
        stream->words = grown;
        stream->room = 2 * room;
    }
    stream->count += count;
    return ORB_OK;
}

static orb_status add_cube(array_stream *in, const int32_t *words, size_t count, unsigned io)
{
    const size_t share = count / io, start = in->count;
    const orb_status status = extend(in, count);

    if (!status)
        for (unsigned p = 0; p < io; p++)
            for (size_t i = 0; i < share; i++)
                in->words[start + i * io + p] = words[p * share + i];
    return status;
}

static orb_status add_coefficients(array_stream *in, const int32_t *words, size_t count, unsigned io)
{
    const size_t start = in->count;
    const orb_status status = extend(in, count * io);

    if (!status)
        for (size_t i = 0; i < count * io; i++)
            in->words[start + i] = i % io ? 0 : words[i / io];
    return status;
}

static void take_cube(const int32_t *from, size_t count, unsigned io, int32_t *words)
{
    const size_t share = count / io;

    for (unsigned p = 0; p < io; p++)
        for (size_t i = 0; i < share; i++)
            words[p * share + i] = from[i * io + p];
}

/* Adds a step to the program, unless it loads what is there already. */
static orb_status add_step(orb_core *core, const array_round *round, array_job *j, const array_shifts *shift,
                           const orb_step *step, part *p)
{
    const orb_round *shape = &round->shape;
    const size_t cube = orb_round_words(shape);
    const size_t unit = j->offset + step->unit;
    const unsigned io = core->info.io_words;
    orb_descriptor descriptor = step->descriptor;
    orb_status status = ORB_OK;

    if (step->move == ORB_MOVE_COEFFICIENTS) {
        const unsigned axis = orb_axis_of_stage[step->stage];
        size_t count;
        const int32_t *tile = orb_array_tile(round, step, &count);

        if (orb_core_holds(core, axis, step->bank, tile, count))
            return ORB_OK;
        status = orb_core_note(core, axis, step->bank, tile, count);
        if (!status)
            status = add_coefficients(&j->in, tile, count, io);
        j->base.cost.coef_words += count;
    } else if (step->move == ORB_MOVE_LOAD) {
        status = add_cube(&j->in, j->words + (unit * orb_round_operands(shape) + step->value) * cube, cube, io);
        j->base.cost.words_in += cube;
    } else if (step->move == ORB_MOVE_UNLOAD) {
        status = extend(&j->out, cube);
        j->base.cost.words_out += cube;
        j->base.cost.passes += shape->tori;
    } else {
        j->base.cost.multiply_adds += (double)cube * (double)shape->cube[orb_axis_of_stage[step->stage]];
        if (step->store)
            orb_program_shift(&descriptor, shift[unit * shape->cuts[2] + step->cut].stage[step->stage]);
    }
    p->step[p->count] = step;
    p->program[p->count++] = descriptor;
    return status;
}

/* Takes the results that a program gave. */
static void collect(const orb_core *core, const array_round *round, const array_job *j, const part *p, int32_t *result)
{
    const orb_round *shape = &round->shape;
    const size_t cube = orb_round_words(shape);
    const int32_t *from = j->out.words;

    for (unsigned i = 0; i < p->count; i++) {
        const orb_step *step = p->step[i];

        if (step->move == ORB_MOVE_UNLOAD) {
            take_cube(from, cube, core->info.io_words,
                      result + ((j->offset + step->unit) * orb_round_results(shape) + step->value) * cube);
            from += cube;
        }
    }
}

static bool stores(const orb_step *step)
{
    return step->move == ORB_MOVE_STAGE && step->store;
}

/* Takes what the stages of a section measured. If it clipped sums, they are those of its only unit; or of one of
 * several, which then are all that used the whole range of the words, as a sum may just have been rounded beyond it. */
static void measure_section(const orb_format *format, size_t cuts, array_job *j, const part *p, unsigned begin,
                            unsigned end, const unsigned *bits, const array_shifts *shift, bool clipped)
{
    const orb_step *first = NULL;
    bool only = true;

    for (unsigned i = begin; i < end; i++)
        if (stores(p->step[i])) {
            first = first ? first : p->step[i];
            only = only && p->step[i]->unit == first->unit;
        }
    for (unsigned i = begin; i < end; i++) {
        const orb_step *step = p->step[i];

        if (stores(step)) {
            const size_t unit = j->offset + step->unit, k = unit * cuts + step->cut;
            unsigned *most = &j->bits[k].stage[step->stage];

            *most = bits[i] > *most ? bits[i] : *most;
            if (clipped && (only || bits[i] + 1 >= format->w + shift[k].stage[step->stage]))
                j->clipped[unit] = true;
        }
    }
}

/* The same for all sections of a program, which clipped so many sums. */
static orb_status measure(orb_core *core, const array_round *round, array_job *j, const part *p,
                          const array_shifts *shift, uint64_t saturations)
{
    unsigned bits[ORB_PROGRAM_MAX], begin = 0;
    uint64_t before = 0;
    orb_status status;

    if (core->info.format.exponent)
        return ORB_OK;
    status = orb_core_magnitudes(core, p->count, bits);
    for (unsigned k = 0; k <= p->samples && !status; k++) {
        const unsigned end = k < p->samples ? p->end[k] : p->count;
        const uint64_t now = k < p->samples ? p->sample[k].value : saturations;

        measure_section(&core->info.format, round->shape.cuts[2], j, p, begin, end, bits, shift,
                        now != before || now == UINT32_MAX); /* where the counter stops */
        begin = end;
        before = now;
    }
    return status;
}

/* Is the array at rest in front of a step? Before an unload a cube has just been computed, while the one before was
 * unloaded and the next one loaded; coefficients wait for stages and loads. */
static bool rests_before(const orb_step *step)
{
    return step->move == ORB_MOVE_UNLOAD || (step->move == ORB_MOVE_COEFFICIENTS && (step - 1)->move == ORB_MOVE_STAGE);
}

/* Cycles that the stages from one step to another compute. */
static double cycles_of(const orb_core *core, const array_round *round, const orb_script *script, size_t from,
                        size_t to)
{
    const orb_core_info *info = &core->info;
    const double nodes = (double)info->p * info->p * info->p * info->lanes;
    double products = 0.0;

    for (size_t i = from; i < to; i++)
        if (script->step[i].move == ORB_MOVE_STAGE)
            products += (double)orb_round_words(&round->shape) *
                        (double)round->shape.cube[orb_axis_of_stage[script->step[i].stage]];
    return products / nodes;
}

/* Does the array have no time to lose between the stages before a step and those after it? Buffers for more than one
 * cube let stages and streams overlap; and the start of a program takes as long as so many cycles. */
enum { START_CYCLES = 2000 };

static bool may_end(const orb_core *core, const array_round *round, const orb_script *script, size_t first, size_t end)
{
    return core->info.nbuf <= 2 && rests_before(&script->step[end]) &&
           cycles_of(core, round, script, first, end) >= START_CYCLES;
}

/* Can the core be asked in front of this step what the stages before it clipped, in the middle of a program? The unload
 * of a cube holds up all other stages, if there are only two buffers. */
static bool may_sample(const orb_core *core, const orb_step *step)
{
    return core->transport->ops->samples && step->move == ORB_MOVE_UNLOAD;
}

/* Where the program that begins with step `first` ends: where nothing has to wait for the end, if there is such a
 * place; alone: at the first such place at which the core cannot be asked otherwise. */
static size_t end_of_program(const orb_core *core, const array_round *round, const orb_script *script, size_t first,
                             bool alone)
{
    const unsigned depth = core->info.depth;
    const size_t most = script->count - first < depth ? script->count : first + depth;
    size_t end = most, section = first;

    for (size_t i = first + 1; alone && i < most; i++)
        if (may_end(core, round, script, section, i)) {
            if (!may_sample(core, &script->step[i]))
                return i;
            section = i;
        }
    if (section > first && most < script->count)
        return section;
    while (end < script->count && end > first && !rests_before(&script->step[end]))
        end--;
    return end > first ? end : most;
}

/* Ends a section in front of an unload. A sample is taken before the second half of it, which is more than what waits
 * behind the memories of the array. */
static void end_section(const array_round *round, const array_job *j, part *p)
{
    const size_t from = j->out.count, to = from + orb_round_words(&round->shape) / 2;

    p->end[p->samples] = p->count;
    p->sample[p->samples++] = (orb_sample){.in = j->in.count, .from = from, .to = to};
}

orb_status orb_array_run_script(orb_core *core, const array_round *round, array_job *job, const array_shifts *shift,
                                int32_t *result, bool alone)
{
    orb_status status = orb_core_configure(core, round->shape.block, round->shape.ring);
    size_t next = 0;

    while (next < job->script.count && !status) {
        const size_t end = end_of_program(core, round, &job->script, next, alone);
        const uint64_t saturations = job->base.cost.saturations;
        size_t section = next;
        part p = {.count = 0};

        job->in.count = job->out.count = 0;
        while (next < end && !status) {
            if (alone && next > section && may_end(core, round, &job->script, section, next)) {
                end_section(round, job, &p);
                section = next;
            }
            status = add_step(core, round, job, shift, &job->script.step[next++], &p);
        }
        if (!status && p.count > 0) {
            const orb_transfer words = {.in = job->in.words,
                                        .in_count = job->in.count,
                                        .out = job->out.words,
                                        .out_count = job->out.count,
                                        .moved = &job->base.moved,
                                        .stop = job->base.stop,
                                        .sample = p.sample,
                                        .samples = p.samples};

            orb_program_end(&p.program[p.count - 1]);
            status = orb_core_execute(core, p.program, p.count, &words, &job->base.cost);
        }
        if (!status && p.count > 0) {
            collect(core, round, job, &p, result);
            status = measure(core, round, job, &p, shift, job->base.cost.saturations - saturations);
        }
    }
    if (status)
        orb_core_forget(core);
    return status;
}
