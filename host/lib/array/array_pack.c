/* From a volume to the operand words of an array, and from its result words back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "ieee.h"

#include <math.h>
#include <string.h>

/* The place of point (i, j, 0) of a torus' cube among the words of the array. */
static size_t place(const orb_round *shape, unsigned torus, size_t i, size_t j)
{
    const size_t across = shape->across, *cube = shape->cube;
    const size_t t[3] = {torus / (across * across), torus / across % across, torus % across};

    return ((t[0] * cube[0] + i) * across * cube[1] + t[1] * cube[1] + j) * across * cube[2] + t[2] * cube[2];
}

/* Gathers the operands of a strand. */
static orb_status gather(const array_setup *s, const orb_round *shape, size_t strand, const orb_field *from,
                         array_job *j)
{
    const size_t operands = orb_round_operands(shape);
    bool finite = true;

    for (size_t o = 0; o < operands; o++) {
        orb_box box;

        orb_round_box(shape, strand, o % shape->cuts[2], &box);
        finite = orb_field_gather(from, &box, orb_round_part(shape, strand, (unsigned)(o / shape->cuts[2])),
                                  j->line + o * orb_round_points(shape)) &&
                 finite;
    }
    return finite || s->info.format.exponent ? ORB_OK : ORB_NOT_FINITE;
}

/* The points of a strand that are in the volume, along the array's axes. */
static void count_points(const orb_round *shape, size_t strand, const orb_field *from, size_t points[3])
{
    points[2] = 0;
    for (size_t c = 0; c < shape->cuts[2]; c++) {
        orb_box box;

        orb_round_box(shape, strand, c, &box);
        points[0] = orb_field_within(from, &box, box.axis[0]);
        points[1] = orb_field_within(from, &box, box.axis[1]);
        points[2] += orb_field_within(from, &box, box.axis[2]);
    }
}

/* Whether a round leaves all points as they are. */
static bool is_identity(const array_round *r)
{
    bool identity = true;

    for (unsigned stage = 0; stage < r->shape.stages; stage++)
        identity = identity && r->axis[stage]->kind == ORB_IDENTITY;
    return identity;
}

static void raise_shifts(const unsigned shift[3], size_t cuts, array_shifts *to)
{
    for (size_t k = 0; k < cuts; k++)
        for (unsigned stage = 0; stage < 3; stage++)
            to[k].stage[stage] = shift[stage] > to[k].stage[stage] ? shift[stage] : to[k].stage[stage];
}

/* The shifts of a unit are the largest of its strands, of each stage by itself. Together they may be coarser than the
 * bounds, which are used then. */
static void limit_shifts(size_t cuts, array_shifts *shift, const array_shifts *bound)
{
    for (size_t k = 0; k < cuts; k++) {
        unsigned sum = 0, most = 0;
        bool coarser = false;

        for (unsigned stage = 0; stage < 3; stage++) {
            sum += shift[k].stage[stage];
            most += bound[k].stage[stage];
            coarser = coarser || sum > most;
        }
        if (coarser)
            shift[k] = bound[k];
    }
}

/* Rounds the operands of a strand to words; the shifts of its unit become large enough for it.
 * \param largest  magnitude of them, in fixed point \param within  how many are in the volume */
static void encode(const array_setup *s, const array_round *r, array_job *j, size_t unit, unsigned torus,
                   double largest, double within)
{
    const orb_round *shape = &r->shape;
    const size_t count = orb_round_operands(shape) * orb_round_points(shape), cuts = shape->cuts[2];
    const size_t strand = unit * shape->tori + torus;
    unsigned bound[3] = {0}, likely[3] = {0};
    bool guess = s->mode == ORB_SHIFT_AUTO && r->likely.matrix[0];

    if (s->info.format.exponent) {
        j->exponent[strand] = orb_float_exponent(j->line, count, &s->info.format);
        orb_float_pack(j->line, count, j->exponent[strand], &s->info.format, j->packed);
    } else {
        orb_norms norms;

        j->exponent[strand] = orb_fixed_pack(j->line, count, largest, s->info.format.w, j->packed);
        norms = orb_norms_of(shape, j->packed, j->scratch);
        if (largest > 0.0)
            j->amount[strand] = (orb_amount){norms.with[2] * norms.with[2] / within, norms.peak};
        orb_shift_bound(shape, r->matrix, &norms, &s->info.format, bound);
        if (guess && largest > 0.0) {
            double sums[3];

            orb_likely_sums(&r->likely, r->matrix, j->packed, j->scratch, j->guess, sums);
            orb_shift_likely(shape->stages, r->matrix, sums, &s->info.format, bound, likely);
        }
    }
    raise_shifts(guess ? likely : bound, cuts, j->shift + unit * cuts);
    raise_shifts(bound, cuts, j->again + unit * cuts);
}

/* Puts the packed operands of a strand into the cubes of its unit. */
static void spread(const array_round *r, array_job *j, size_t unit, unsigned torus)
{
    const orb_round *shape = &r->shape;
    const size_t operands = orb_round_operands(shape), *cube = shape->cube;
    const int32_t *from = j->packed;

    for (size_t o = 0; o < operands; o++) {
        int32_t *words = j->words + (unit * operands + o) * orb_round_words(shape);

        for (size_t i = 0; i < cube[0]; i++)
            for (size_t k = 0; k < cube[1]; k++, from += cube[2])
                memcpy(words + place(shape, torus, i, k), from, cube[2] * sizeof *from);
    }
}

orb_status orb_array_pack(const orb_setup *setup, orb_job *job, const orb_field *from)
{
    const array_setup *s = (const array_setup *)setup;
    array_job *j = (array_job *)job;
    const array_round *r = &s->round[job->round];
    const orb_round *shape = &r->shape;
    orb_status status = ORB_OK;

    j->first = job->item * r->item_units;
    j->units = shape->units - j->first < r->item_units ? shape->units - j->first : r->item_units;
    memset(j->shift, 0, j->units * shape->cuts[2] * sizeof *j->shift);
    memset(j->again, 0, j->units * shape->cuts[2] * sizeof *j->again);
    memset(j->aside, 0, j->units * shape->tori * orb_aside_groups(shape) * sizeof *j->aside);
    memset(j->amount, 0, j->units * shape->tori * sizeof *j->amount);
    for (size_t u = 0; u < j->units && !status; u++)
        for (unsigned t = 0; t < shape->tori && !status; t++) {
            const size_t strand = (j->first + u) * shape->tori + t;

            if (strand < shape->strands)
                status = gather(s, shape, strand, from, j);
            else
                memset(j->line, 0, orb_round_operands(shape) * orb_round_points(shape) * sizeof *j->line);
            if (!status) {
                const size_t operands = orb_round_operands(shape);
                const size_t local = u * shape->tori + t;
                size_t *points = j->points[local].along;
                double largest = 0.0;

                points[0] = points[1] = points[2] = 1;
                if (strand < shape->strands)
                    count_points(shape, strand, from, points);
                if (strand < shape->strands && !s->info.format.exponent && !is_identity(r)) {
                    largest = orb_aside_take(shape, points, &s->info.format, j->line, j->sums,
                                             j->aside + local * orb_aside_groups(shape));
                } else if (!s->info.format.exponent) {
                    largest = orb_largest(j->line, operands * orb_round_points(shape));
                }
                encode(s, r, j, u, t, largest,
                       (double)points[0] * (double)points[1] * (double)points[2] * (double)(operands / shape->cuts[2]));
                spread(r, j, u, t);
            }
        }
    limit_shifts(j->units * shape->cuts[2], j->shift, j->again);
    return status;
}

/* What the words of one result mean: 2^exponent times the units of its coordinates. */
typedef struct meaning {
    const orb_format *format;
    orb_power power;
    const double *unit[3]; /* of the points along the array's axes, NULL: 1 */
    size_t points[3];      /* of them that are within the block */
} meaning;

static meaning meaning_of(const array_setup *s, const array_round *r, const array_job *j, size_t unit, unsigned torus,
                          size_t cut)
{
    const orb_round *shape = &r->shape;
    const array_shifts *shift = &j->shift[unit * shape->cuts[2] + cut];
    int exponent = j->exponent[unit * shape->tori + torus];
    meaning m = {.format = &s->info.format};

    for (unsigned x = 0; x < 3; x++) {
        const unsigned stage = orb_stage_of_axis[x];
        const size_t first = x == 2 ? cut * shape->cube[2] : 0;
        const bool contracted = stage < shape->stages;

        if (contracted)
            exponent += (int)(shift->stage[stage] + s->info.format.ps);
        m.unit[x] = contracted ? r->matrix[stage].unit + first : NULL;
        m.points[x] = contracted && shape->n[x] - first < shape->cube[x] ? shape->n[x] - first : shape->cube[x];
    }
    m.power = orb_power_of_two(exponent);
    return m;
}

static double unit_at(const meaning *m, unsigned axis, size_t index)
{
    return m->unit[axis] ? m->unit[axis][index] : 1.0;
}

/* The values of a line of words; i, k and first are the coordinates of the first. */
static void decode_line(const meaning *m, const int32_t *words, size_t i, size_t k, size_t first, size_t count,
                        double *x)
{
    const bool within = i < m->points[0] && k < m->points[1] && first < m->points[2];
    const double unit = within ? unit_at(m, 0, i) * unit_at(m, 1, k) : 0.0;
    const double *along = m->unit[2] + first;
    const size_t valid = !within ? 0 : m->points[2] - first < count ? m->points[2] - first : count;
    const orb_power power = m->power;

    /* A zero stays one where the product of the units overflows, too. */
    if (m->format->exponent)
        for (size_t l = 0; l < valid; l++) {
            const double number = orb_float_value(words[l], m->format);
            x[l] = number != 0.0 ? number * unit * along[l] * power.first * power.second : number;
        }
    else
        for (size_t l = 0; l < valid; l++)
            x[l] = words[l] ? words[l] * unit * along[l] * power.first * power.second : 0.0;
    memset(x + valid, 0, (count - valid) * sizeof *x);
}

/* The values of a torus' result, each block of which is at some other node. */
static void decode(const orb_round *shape, const meaning *m, const int32_t *words, unsigned torus, double *cube)
{
    const unsigned ring = shape->ring, *b = shape->block;

    for (unsigned block = 0; block < ring * ring * ring; block++) {
        const unsigned k[3] = {block / (ring * ring), block / ring % ring, block % ring};
        unsigned at[3];

        orb_program_home(shape->stages, ring, k, at);
        for (size_t i = 0; i < b[0]; i++)
            for (size_t j = 0; j < b[1]; j++) {
                const size_t x = k[0] * b[0] + i, y = k[1] * b[1] + j, z = (size_t)k[2] * b[2];
                const int32_t *line = words + place(shape, torus, at[0] * b[0] + i, at[1] * b[1] + j) + at[2] * b[2];

                decode_line(m, line, x, y, z, b[2], cube + (x * shape->cube[1] + y) * shape->cube[2] + z);
            }
    }
}

/* Points of one part of a result that a field has. */
static double count_results(const orb_round *shape, size_t strand, size_t cut, const orb_field *to)
{
    double count = 1.0;
    orb_box box;

    orb_round_box(shape, strand, cut, &box);
    for (unsigned a = 0; a < 3; a++)
        count *= (double)orb_field_within(to, &box, a);
    return count;
}

void orb_array_unpack(const orb_setup *setup, orb_job *job, const orb_field *to)
{
    const array_setup *s = (const array_setup *)setup;
    array_job *j = (array_job *)job;
    const array_round *r = &s->round[job->round];
    const orb_round *shape = &r->shape;
    const size_t results = orb_round_results(shape), parts = results / shape->cuts[2];

    for (size_t u = 0; u < j->units; u++)
        for (unsigned t = 0; t < shape->tori; t++) {
            const size_t local = u * shape->tori + t, strand = j->first * shape->tori + local;
            const orb_aside *aside = j->aside + local * orb_aside_groups(shape);

            if (strand >= shape->strands)
                return;
            for (size_t cut = 0; cut < shape->cuts[2]; cut++)
                orb_array_note_errors(s, j, strand, cut, count_results(shape, strand, cut, to));
            orb_aside_means(shape, r->axis, j->points[local].along, aside, j->factor);
            for (size_t i = 0; i < results; i++) {
                const size_t cut = i / parts;
                const meaning m = meaning_of(s, r, j, u, t, cut);
                orb_box box;

                orb_round_box(shape, strand, cut, &box);
                decode(shape, &m, j->result + (u * results + i) * orb_round_words(shape), t, j->line);
                orb_aside_add(shape, r->axis, aside, cut, (unsigned)(i % parts), j->factor, j->line);
                orb_field_scatter(to, &box, orb_round_part(shape, strand, (unsigned)(i % parts)), j->line);
                if (parts == 1 && !shape->apart) /* a real result of a complex field has no imaginary part */
                    orb_field_scatter(to, &box, 1, NULL);
            }
        }
}
