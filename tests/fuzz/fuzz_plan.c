/* Makes plans from bytes of the fuzzer, legal ones and others, and executes those of small volumes on the engine cpu:
 * what the inverse brings back has to be what went in.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cursor.h"

#include <orbital/orbital.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 12, MOST = 1 << 15, ENGINES = 3 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Of the process; the fuzzer calls from one thread. */
static orb_device *devices[ENGINES];
static size_t tried, planned, undone;

static void require(bool good)
{
    if (!good)
        abort();
}

static void finish(void)
{
    printf("%zu of %zu inputs were plans, %zu undone by their inverse\n", planned, tried, undone);
    for (int i = 0; i < ENGINES; i++)
        orb_close(devices[i]);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const engines[ENGINES] = {"cpu:threads=1", "cpu:threads=2", "cpu:threads=1,simd=plain"};
    (void)argc, (void)argv;
    for (int i = 0; i < ENGINES; i++)
        require(!orb_open(&devices[i], engines[i]));
    require(!atexit(finish));
    return 0;
}

/* Mostly small; 0 and sizes of which products wrap among the others. */
static size_t size_from(cursor *from, uint8_t zeros)
{
    static const size_t odd[8] = {0,        (size_t)1 << 40, (size_t)1 << 48,  SIZE_MAX / 3,
                                  SIZE_MAX, SIZE_MAX / 2,    SIZE_MAX / 2 + 1, SIZE_MAX - 1};
    const uint8_t b = next(from);
    return b < zeros ? 0 : b < 240 ? 1 + (size_t)b % LONGEST : odd[b % 8];
}

/* Of a permutation with signs, which is orthonormal, or any. */
static void fill_matrix(double *matrix, size_t n, cursor *from)
{
    const uint8_t way = next(from);
    memset(matrix, 0, n * n * sizeof *matrix);
    for (size_t i = 0; i < n; i++)
        matrix[i * n + (i * (n > 1 ? n - 1 : 1) + way) % n] = way & 1 ? -1 : 1;
    if (way > 200)
        matrix[next(from) % (n * n)] = (int8_t)next(from);
}

/* Matrices have to be as large as the plan says: they are only given where that is small. */
static void desc_from(orb_plan_desc *d, double (*matrices)[LONGEST * LONGEST], cursor *from)
{
    *d = (orb_plan_desc){.norm = (orb_norm)(next(from) % 4), .shift = (orb_shift)(next(from) % 3)};
    d->element_in = (orb_element)(next(from) % 5);
    d->element_out = (orb_element)(next(from) % 5);
    d->direction = (orb_direction)(next(from) % 16 == 15 ? 2 : 0);
    for (int i = 0; i < 3; i++) {
        size_t n;
        d->n[i] = size_from(from, 0);
        d->block[i] = size_from(from, 120);
        d->kind[i] = (orb_kind)(next(from) % 9);
        d->type[i] = next(from) % 7 - 1;
        n = d->block[i] ? d->block[i] : d->n[i];
        if (n >= 1 && n <= LONGEST && next(from) % 8) {
            fill_matrix(matrices[i], n, from);
            d->matrix[i] = matrices[i];
        }
    }
}

static bool is_complex(orb_element element)
{
    return element == ORB_C64 || element == ORB_C128;
}

static bool is_single(orb_element element)
{
    return element == ORB_F32 || element == ORB_C64;
}

static size_t points_of(const size_t shape[3])
{
    size_t count = 1;
    for (int i = 0; i < 3; i++)
        count = shape[i] > MOST / count ? MOST + 1 : count * shape[i];
    return count;
}

static void *numbers(orb_element element, size_t points)
{
    return calloc(points, (is_single(element) ? sizeof(float) : sizeof(double)) * (is_complex(element) ? 2 : 1));
}

static double number(orb_element element, const void *array, size_t at)
{
    return is_single(element) ? (double)((const float *)array)[at] : ((const double *)array)[at];
}

static void set_number(orb_element element, void *array, size_t at, double value)
{
    if (is_single(element))
        ((float *)array)[at] = (float)value;
    else
        ((double *)array)[at] = value;
}

/* Values that differ, the first a NaN or infinite now and then. Returns whether all are finite. */
static bool fill(orb_element element, void *array, size_t count, cursor *from)
{
    const uint8_t way = next(from);
    uint32_t state = way * 2654435761u + 1;
    for (size_t i = 0; i < count; i++, state = state * 1664525u + 1013904223u)
        set_number(element, array, i, (from->left ? (int8_t)next(from) : (int)(state >> 24) - 128) / 16.0);
    if (way > 240)
        set_number(element, array, 0, way & 1 ? (double)NAN : (double)INFINITY);
    return way <= 240;
}

/* The imaginary parts that a complex output adds to real points stay away. */
static void compare(const orb_plan_desc *d, const void *in, orb_element type, const void *back, size_t points)
{
    const bool single = is_single(d->element_in) || is_single(d->element_out) || is_single(type);
    const size_t from = is_complex(d->element_in) ? 2 : 1, to = is_complex(type) ? 2 : 1;
    for (size_t i = 0; i < points; i++) {
        require(fabs(number(type, back, i * to) - number(d->element_in, in, i * from)) < (single ? 1e-3 : 1e-9));
        if (to == 2)
            require(fabs(number(type, back, 2 * i + 1) - (from == 2 ? number(d->element_in, in, 2 * i + 1) : 0)) <
                    (single ? 1e-3 : 1e-9));
    }
}

/* \param out  of the forward transform; all that it needs is as the forward plan had it */
static void undo(orb_device *device, const orb_plan_desc *d, const void *in, const void *out, size_t points)
{
    orb_plan_desc inverse = *d;
    orb_plan *plan = NULL;
    bool fourier = d->kind[0] == ORB_DFT || d->kind[1] == ORB_DFT || d->kind[2] == ORB_DFT;
    void *back;

    inverse.direction = ORB_INVERSE;
    inverse.element_in = d->element_out;
    inverse.element_out = fourier || !is_complex(d->element_out) ? d->element_in : d->element_out;
    back = numbers(inverse.element_out, points);
    require(back && !orb_plan_create(&plan, device, &inverse));
    require(!orb_execute(plan, out, back, NULL));
    compare(d, in, inverse.element_out, back, points);
    orb_plan_destroy(plan);
    free(back);
    undone++;
}

static void execute(orb_device *device, orb_plan *plan, const orb_plan_desc *d, cursor *from)
{
    size_t padded[3], points, results;
    orb_report report;
    void *in, *out;
    bool finite;

    require(!orb_plan_padded(plan, padded));
    points = points_of(d->n);
    results = points_of(padded);
    if (points > MOST || results > MOST)
        return;
    in = numbers(d->element_in, points);
    out = numbers(d->element_out, results);
    require(in && out);
    finite = fill(d->element_in, in, points * (is_complex(d->element_in) ? 2 : 1), from);
    require(!orb_execute(plan, in, out, &report) && report.blocks > 0);
    if (finite)
        undo(device, d, in, out, points);
    free(in);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    double matrices[3][LONGEST * LONGEST];
    cursor from = {bytes, size};
    orb_device *device = devices[next(&from) % ENGINES];
    orb_plan *plan = NULL;
    orb_plan_desc d;
    orb_status status;

    desc_from(&d, matrices, &from);
    tried++;
    status = orb_plan_create(&plan, device, &d);
    require(!status == !!plan && *orb_strerror(status));
    if (plan) {
        planned++;
        execute(device, plan, &d, &from);
    }
    orb_plan_destroy(plan);
    return 0;
}
