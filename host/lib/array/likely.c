/* Estimates the largest sums of the stages.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* M_PI */
#include "likely.h"

#include "checked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many lines, planes and columns are computed; the longest line of which any is; how long the lines are of which
 * fewer are, as each of them takes n^2 products. */
enum { LINES = 8, PLANES = 1, COLUMNS = 4, LONGEST = 1024, LONG = 64 };

enum { ROWS = 4 };  /* that are added up at once */
enum { LANES = 4 }; /* sums of the products of a column, as many as a vector register holds */

/* The sums are added up in the same order on every machine, so that shifts are the same, too. */
typedef float lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float)), may_alias));
typedef int32_t whole_lanes __attribute__((vector_size(LANES * sizeof(int32_t)), aligned(sizeof(int32_t)), may_alias));

/* The probability that a sum of noise exceeds the estimate, if the shift leaves no other room. It seldom does, as
 * shifts are whole bits. */
#define EXCESS 0.05

/* The largest of `count` normally distributed numbers, in units of their standard deviation, is smaller with the
 * probability 1 - EXCESS: the tail of the distribution is exp(-z^2/2) / (z sqrt(2 pi)). */
static double largest_of(double count)
{
    const double twice = 2.0 * log(2.0 * count / EXCESS);

    return sqrt(twice - log(2.0 * M_PI * twice));
}

static size_t rows_of(const orb_fixed_matrix *m)
{
    return m->parts_in * m->n;
}

static size_t columns_of(const orb_fixed_matrix *m)
{
    return m->parts_out * m->n;
}

/* Parts of a value before a stage, and after it. */
static unsigned parts_at(const orb_round *r, unsigned stage)
{
    return r->apart ? 1 : r->parts[stage];
}

/* The scratch of an estimate. */
typedef struct room {
    float *lines;  /* the square of the norm of each line along axis 2, in C order */
    float *planes; /* ... of each plane along axes 2 and 0 */
    float *line;   /* the results of a line after the first stage */
    float *plane;  /* ... of the lines of a plane */
    float *mixed;  /* the results of a plane after two stages */
    float *energy; /* the sum of their squares over planes and parts */
    float *column; /* what try_columns needs */
} room;

static size_t mixed_of(const orb_round *r)
{
    return r->stages > 1 ? r->n[0] * r->n[2] : 0;
}

static size_t room_of(const orb_round *r)
{
    return (r->cube[0] + 1) * r->cube[1] + (2 + COLUMNS) * r->n[2] + 5 * mixed_of(r) +
           2 * (COLUMNS * LANES + 1) * r->cube[1];
}

static room divide(const orb_round *r, float *scratch)
{
    room m = {.lines = scratch};

    m.planes = m.lines + r->cube[0] * r->cube[1];
    m.line = m.planes + r->cube[1];
    m.plane = m.line + 2 * r->n[2];
    m.mixed = m.plane + 2 * mixed_of(r);
    m.energy = m.mixed + 2 * mixed_of(r);
    m.column = m.energy + mixed_of(r);
    return m;
}

orb_status orb_likely_init(orb_likely *likely, const orb_round *round, const orb_fixed_matrix matrix[3])
{
    *likely = (orb_likely){.round = round, .room = round->n[2] <= LONGEST ? room_of(round) : 1};
    for (unsigned stage = 0; stage < round->stages && round->n[2] <= LONGEST; stage++) {
        const size_t count = rows_of(&matrix[stage]) * columns_of(&matrix[stage]);
        float *c = malloc(count * sizeof *c);

        if (!c)
            return ORB_NO_MEMORY;
        for (size_t i = 0; i < count; i++)
            c[i] = (float)(matrix[stage].words[i] / matrix[stage].scale);
        likely->matrix[stage] = c;
    }
    return ORB_OK;
}

void orb_likely_free(orb_likely *likely)
{
    for (unsigned stage = 0; stage < 3; stage++)
        free(likely->matrix[stage]);
    *likely = (orb_likely){0};
}

/* Adds up to ROWS rows, each times its factor. */
static void add_rows(float *restrict to, const float *restrict from, size_t stride, const float factor[ROWS],
                     size_t rows, size_t count)
{
    const float *const b = from + stride, *const c = b + stride, *const d = c + stride;

    if (rows == ROWS)
        for (size_t k = 0; k < count; k++)
            to[k] += (factor[0] * from[k] + factor[1] * b[k]) + (factor[2] * c[k] + factor[3] * d[k]);
    else
        for (size_t r = 0; r < rows; r++)
            for (size_t k = 0; k < count; k++)
                to[k] += factor[r] * from[r * stride + k];
}

static float largest(const float *x, size_t count)
{
    float lane[ORB_LANES] = {0.0f}, most = 0.0f;
    size_t k = 0;

    for (; k + ORB_LANES <= count; k += ORB_LANES)
        for (size_t l = 0; l < ORB_LANES; l++)
            lane[l] = fabsf(x[k + l]) > lane[l] ? fabsf(x[k + l]) : lane[l];
    for (; k < count; k++)
        most = fabsf(x[k]) > most ? fabsf(x[k]) : most;
    for (size_t l = 0; l < ORB_LANES; l++)
        most = lane[l] > most ? lane[l] : most;
    return most;
}

/* The words of part p of line (i, j), which lie in the cubes of the line one after the other: those of cube c. */
static const int32_t *line_at(const orb_round *r, const int32_t *words, size_t p, size_t c, size_t i, size_t j)
{
    return words + (((p * r->cuts[2] + c) * r->cube[0] + i) * r->cube[1] + j) * r->cube[2];
}

/* The results of line (i, j) after the first stage: n[2] for each part. */
static void transform_line(const orb_likely *likely, const orb_fixed_matrix *m, const int32_t *words, size_t i,
                           size_t j, float *y)
{
    const orb_round *r = likely->round;
    const size_t n = r->n[2], columns = columns_of(m);

    memset(y, 0, parts_at(r, 1) * n * sizeof *y);
    for (size_t p = 0; p < parts_at(r, 0); p++)
        for (size_t c = 0; c < r->cuts[2]; c++) {
            const int32_t *x = line_at(r, words, p, c, i, j);
            const size_t first = c * r->cube[2], count = smaller(r->cube[2], n - first);

            for (size_t k = 0; k < count; k += ROWS) {
                const size_t row = (r->fourier[0] ? p * n : 0) + first + k, rows = smaller(ROWS, count - k);
                float word[ROWS];

                for (size_t l = 0; l < rows; l++)
                    word[l] = (float)x[k + l];
                add_rows(y + (r->fourier[0] ? 0 : p * n), likely->matrix[0] + row * columns, columns, word, rows,
                         columns);
            }
        }
}

/* The coefficients of a later stage from point i of part p to the n results of part o; NULL: all are 0. */
static const float *coefficients(const orb_likely *likely, const orb_fixed_matrix *m, unsigned stage, size_t p,
                                 size_t i, size_t o)
{
    if (likely->round->fourier[stage])
        return likely->matrix[stage] + (p * m->n + i) * columns_of(m) + o * m->n;
    return p == o ? likely->matrix[stage] + i * m->n : NULL;
}

/* The results of plane j after two stages: for each part n[0] lines of n[2]. */
static void transform_plane(const orb_likely *likely, const orb_fixed_matrix matrix[3], const int32_t *words, size_t j,
                            float *plane, float *z)
{
    const orb_round *r = likely->round;
    const size_t n = r->n[2], rows = r->n[0], parts = parts_at(r, 1);

    for (size_t i = 0; i < rows; i++)
        transform_line(likely, &matrix[0], words, i, j, plane + i * parts * n);
    memset(z, 0, parts_at(r, 2) * rows * n * sizeof *z);
    for (size_t p = 0; p < parts; p++)
        for (size_t o = 0; o < parts_at(r, 2); o++)
            for (size_t i = 0; i < rows && (r->fourier[1] || o == p); i += ROWS) {
                const size_t together = smaller(ROWS, rows - i);
                const float *row[ROWS];

                for (size_t l = 0; l < together; l++)
                    row[l] = coefficients(likely, &matrix[1], 1, p, i + l, o);
                for (size_t m = 0; m < rows; m++) {
                    float c[ROWS] = {0.0f};

                    for (size_t l = 0; l < together; l++)
                        c[l] = row[l][m];
                    add_rows(z + (o * rows + m) * n, plane + (i * parts + p) * n, parts * n, c, together, n);
                }
            }
}

/* Adds the products of a line of words and of each column, whose coefficients are n apart, to LANES sums. Words are
 * converted once for all columns, and the sums stay in registers. */
static void add_products(const int32_t *x, const float *column, size_t n, size_t count, float (*sums)[LANES])
{
    lanes own[COLUMNS];
    size_t k = 0;

    memcpy(own, sums, sizeof own);
    for (; k + LANES <= count; k += LANES) {
        const lanes word = __builtin_convertvector(*(const whole_lanes *)(x + k), lanes);

        for (size_t c = 0; c < COLUMNS; c++)
            own[c] += word * *(const lanes *)(column + c * n + k);
    }
    for (; k < count; k++)
        for (size_t c = 0; c < COLUMNS; c++)
            own[c][0] += (float)x[k] * column[c * n + k];
    memcpy(sums, own, sizeof own);
}

/* What the first two stages make of part p of the operands in part q of the columns at these places of n[2], in all
 * planes: LANES numbers for each plane and column, which are added up later. o is the part after the first stage.
 */
static void gather_columns(const orb_likely *likely, const orb_fixed_matrix matrix[3], const int32_t *words,
                           const size_t at[COLUMNS], const unsigned part[3], float *column,
                           float (*sums)[COLUMNS][LANES])
{
    const orb_round *r = likely->round;
    const size_t n = r->n[2], width = columns_of(&matrix[0]);
    const float *first = likely->matrix[0] + (r->fourier[0] ? part[0] * n * width + part[1] * n : 0);

    for (size_t i = 0; i < r->n[0]; i++) {
        const float *row = coefficients(likely, &matrix[1], 1, part[1], i, part[2]);

        for (size_t c = 0; c < COLUMNS; c++) {
            const float weight = row[at[c] / n];

            for (size_t k = 0; k < n; k++)
                column[c * n + k] = first[k * width + at[c] % n] * weight;
        }
        for (size_t cut = 0; cut < r->cuts[2]; cut++)
            for (size_t j = 0; j < r->cube[1]; j++)
                add_products(line_at(r, words, part[0], cut, i, j), column + cut * r->cube[2], n,
                             smaller(r->cube[2], n - cut * r->cube[2]), sums[j]);
    }
}

/* The largest results in some columns: what all planes have there after two stages, and what a third makes of it. */
static void try_columns(const orb_likely *likely, const orb_fixed_matrix matrix[3], const int32_t *words,
                        const size_t at[COLUMNS], float *scratch, double largest_sums[3])
{
    const orb_round *r = likely->round;
    const size_t planes = r->cube[1];
    float(*sums)[COLUMNS][LANES] = (float(*)[COLUMNS][LANES])scratch;
    float *result = scratch + 2 * planes * COLUMNS * LANES, *column = result + 2 * planes;
    unsigned part[3];

    memset(sums, 0, 2 * planes * sizeof *sums);
    for (part[0] = 0; part[0] < parts_at(r, 0); part[0]++)
        for (part[1] = 0; part[1] < parts_at(r, 1); part[1]++)
            for (part[2] = 0; part[2] < parts_at(r, 2); part[2]++)
                if ((r->fourier[0] || part[0] == part[1]) && (r->fourier[1] || part[1] == part[2]))
                    gather_columns(likely, matrix, words, at, part, column, sums + part[2] * planes);
    for (size_t c = 0; c < COLUMNS; c++) {
        memset(result, 0, 2 * planes * sizeof *result);
        for (size_t q = 0; q < parts_at(r, 2); q++)
            for (size_t j = 0; j < planes; j++) {
                const float *lane = sums[q * planes + j][c];
                const float sum = (lane[0] + lane[1]) + (lane[2] + lane[3]);

                largest_sums[1] = fmax(largest_sums[1], fabs((double)sum));
                for (size_t o = 0; o < parts_at(r, 3) && r->stages > 2 && j < r->n[1]; o++) {
                    const float *row = coefficients(likely, &matrix[2], 2, q, j, o);

                    for (size_t l = 0; row && l < r->n[1]; l++)
                        result[o * planes + l] += sum * row[l];
                }
            }
        largest_sums[2] = fmax(largest_sums[2], (double)largest(result, 2 * planes));
    }
}

/* Takes the largest of `count` positive numbers out of them, which leaves 0. Returns how many there are; their places,
 * the largest first. */
static size_t take_largest(float *x, size_t count, size_t most, size_t *at)
{
    size_t found = 0;
    float least = 0.0f; /* of those that were found, if they are enough */

    for (size_t i = 0; i < count; i++)
        if (x[i] > least) {
            size_t place = found < most ? found++ : found - 1;

            for (; place > 0 && x[at[place - 1]] < x[i]; place--)
                at[place] = at[place - 1];
            at[place] = i;
            least = found < most ? 0.0f : x[at[found - 1]];
        }
    for (size_t i = 0; i < found; i++)
        x[at[i]] = 0.0f;
    return found;
}

/* The largest result of the lines with the largest norms, which are taken out of the others. */
static double try_lines(const orb_likely *likely, const orb_fixed_matrix matrix[3], const int32_t *words,
                        const room *room)
{
    const orb_round *r = likely->round;
    const size_t most = r->n[2] <= LONG ? LINES : larger(LINES * LONG / r->n[2], 1);
    size_t at[LINES];
    const size_t found = take_largest(room->lines, r->cube[0] * r->cube[1], most, at);
    double sum = 0.0;

    for (size_t l = 0; l < found; l++) {
        transform_line(likely, &matrix[0], words, at[l] / r->cube[1], at[l] % r->cube[1], room->line);
        sum = fmax(sum, (double)largest(room->line, parts_at(r, 1) * r->n[2]));
    }
    return sum;
}

/* The largest results of two stages in the planes with the largest norms, which are taken out of the others, and of
 * three in the columns that are largest in these planes. */
static void try_planes(const orb_likely *likely, const orb_fixed_matrix matrix[3], const int32_t *words,
                       const room *room, double sums[3])
{
    const orb_round *r = likely->round;
    const size_t count = r->n[0] * r->n[2];
    size_t at[COLUMNS], found = take_largest(room->planes, r->cube[1], PLANES, at);

    memset(room->energy, 0, count * sizeof *room->energy);
    for (size_t l = 0; l < found; l++) {
        transform_plane(likely, matrix, words, at[l], room->plane, room->mixed);
        sums[1] = fmax(sums[1], (double)largest(room->mixed, parts_at(r, 2) * count));
        for (size_t p = 0; p < parts_at(r, 2); p++)
            for (size_t i = 0; i < count; i++)
                room->energy[i] += room->mixed[p * count + i] * room->mixed[p * count + i];
    }
    found = take_largest(room->energy, count, COLUMNS, at);
    for (size_t l = found; l < COLUMNS; l++)
        at[l] = at[0];
    if (found)
        try_columns(likely, matrix, words, at, room->column, sums);
}

void orb_likely_sums(const orb_likely *likely, const orb_fixed_matrix matrix[3], const int32_t *words,
                     const double *squares, float *scratch, double sums[3])
{
    const orb_round *r = likely->round;
    const size_t *cube = r->cube, parts = parts_at(r, 0);
    const double noise = largest_of((double)(parts * r->n[2] * cube[0] * cube[1]));
    double most[3] = {0}; /* the largest square of the norm of what was not computed; the cube was not */
    double points = (double)(parts * r->n[2]), gain = 1.0;
    const room room = divide(r, scratch);

    for (size_t j = 0; j < cube[1]; j++) {
        double plane = 0.0;

        for (size_t i = 0; i < cube[0]; i++) {
            const double line = squares[i * cube[1] + j];

            room.lines[i * cube[1] + j] = (float)line;
            plane += line;
        }
        room.planes[j] = (float)plane;
        most[2] += plane;
    }
    memset(sums, 0, 3 * sizeof *sums);
    sums[0] = try_lines(likely, matrix, words, &room);
    if (r->stages > 1)
        try_planes(likely, matrix, words, &room, sums);
    most[0] = (double)largest(room.lines, cube[0] * cube[1]);
    most[1] = (double)largest(room.planes, cube[1]);
    for (unsigned s = 0; s < r->stages; s++) {
        gain *= matrix[s].line_norm / matrix[s].scale;
        sums[s] = fmax(sums[s], noise * sqrt(most[s] / points) * gain);
        points *= (double)r->n[s == 0 ? 0 : 1];
    }
}
