/* Sets up fast transforms: which kernel a kind goes, its tables and factors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "checked.h"
#include "fast_kernel.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* KissFFT's lengths are int, and there are other numbers of twice the length. */
enum { LONGEST = 1 << 28, LINE = 16 };

/* The type of the matrix, which in an inverse is transposed. */
static int type_of(const orb_axis *axis)
{
    return axis->direction == ORB_INVERSE && (axis->type == 2 || axis->type == 3) ? 5 - axis->type : axis->type;
}

/* Numbers of the line that is transformed; 0: no such kind. Of types 1 it is the points and their mirror image. */
static size_t length_of(const orb_axis *axis)
{
    switch (axis->kind) {
    case ORB_DCT:
        return axis->type == 1 ? 2 * (axis->n - 1) : axis->n;
    case ORB_DST:
        return axis->type == 1 ? 2 * (axis->n + 1) : axis->n;
    case ORB_DHT:
    case ORB_DFT:
        return axis->n;
    case ORB_DWHT:
    case ORB_IDENTITY:
    case ORB_MATRIX:
        break;
    }
    return 0;
}

size_t orb_cpu_fast_length(const orb_axis *axis)
{
    const size_t length = axis->n <= LONGEST ? length_of(axis) : 0;
    size_t rest = length;

    if (length < 4 || (length % 2 && axis->kind != ORB_DFT))
        return 0;
    while (rest % 2 == 0)
        rest /= 2;
    while (rest % 3 == 0)
        rest /= 3;
    while (rest % 5 == 0)
        rest /= 5;
    return rest == 1 ? length : 0;
}

static cpu_kernel kernel_of(const orb_axis *axis)
{
    static const cpu_kernel of_type[] = {KERNEL_REAL, KERNEL_COSINE, KERNEL_BACK, KERNEL_QUARTER};

    if (axis->kind == ORB_DFT)
        return KERNEL_FOURIER;
    if (axis->kind == ORB_DHT)
        return KERNEL_HARTLEY;
    return axis->kind == ORB_DST && axis->type == 1 ? KERNEL_SINE : of_type[type_of(axis) - 1];
}

/* The point that number j of a line is, and its factor: those of cosines are in the order that makes a COSINE of them,
 * and of pairs the second comes from the other end; mirrored lines have halves of the points, but for the ends. */
static size_t number_of_line(const cpu_fast *f, size_t j, double *factor)
{
    const size_t n = f->n;

    *factor = 1.0;
    switch (f->kernel) {
    case KERNEL_COSINE:
        return j < n / 2 ? 2 * j : 2 * (n - j) - 1;
    case KERNEL_QUARTER:
        return j % 2 ? n - j : j;
    case KERNEL_REAL:
        *factor = j == 0 || j == n - 1 ? 1.0 : 0.5;
        return j < n ? j : f->length - j;
    case KERNEL_SINE:
        *factor = j == 0 || j == n + 1 ? 0.0 : j <= n ? 0.5 : -0.5;
        return j == 0 || j == n + 1 ? 0 : j <= n ? j - 1 : f->length - j - 1;
    case KERNEL_BACK:
    case KERNEL_HARTLEY:
    case KERNEL_FOURIER:
        break;
    }
    return j;
}

/* Where result k is, the inverse of the above, and its sign. */
static size_t place_of_result(const cpu_fast *f, size_t k, double *factor)
{
    const size_t n = f->n;

    *factor = 1.0;
    switch (f->kernel) {
    case KERNEL_BACK:
        return k % 2 ? n - 1 - k / 2 : k / 2;
    case KERNEL_QUARTER:
        *factor = k % 2 ? -1.0 : 1.0;
        return k % 2 ? n - k : k;
    case KERNEL_FOURIER:
        return 2 * k;
    case KERNEL_COSINE:
    case KERNEL_REAL:
    case KERNEL_SINE:
    case KERNEL_HARTLEY:
        break;
    }
    return k;
}

/* The weight of point or result i in the orthonormal matrix, and its scaling by the norm. */
static double weight(const orb_axis *axis, size_t i, int result)
{
    return orb_edge_weight(axis->kind, type_of(axis), axis->n, i, result) * (result ? axis->out : axis->in)[i];
}

/* Sines of types 2 to 4 are cosines of a line with signs alternately before, and its results from the other end; or,
 * type 3 and 4, the other way round. */
static void fill_tables(cpu_fast *f, const orb_axis *axis)
{
    const bool sines = axis->kind == ORB_DST && f->kernel != KERNEL_SINE, first = sines && f->kernel == KERNEL_COSINE;
    const bool last = sines && !first, trigonometric = axis->kind == ORB_DCT || axis->kind == ORB_DST;
    const double scale = sqrt((trigonometric ? 4.0 : 1.0) / orb_norm_length(axis->kind, axis->type, f->n));
    double factor;

    for (size_t j = 0; j < f->length; j++) {
        const size_t i = number_of_line(f, j, &factor), point = last ? f->n - 1 - i : i;

        f->from[j] = (uint32_t)point;
        f->before[j] = (float)(factor * weight(axis, point, 0) * (first && i % 2 ? -1.0 : 1.0));
    }
    for (size_t k = 0; k < f->n; k++) {
        f->to[k] = (uint32_t)place_of_result(f, first ? f->n - 1 - k : k, &factor);
        f->behind[k] = (float)(factor * scale * weight(axis, k, 1) * (last && k % 2 ? -1.0 : 1.0));
    }
}

/* exp(-2 pi i num / den) */
static kiss_fft_cpx rotation(double num, double den)
{
    return (kiss_fft_cpx){(float)cos(2.0 * pi * num / den), (float)-sin(2.0 * pi * num / den)};
}

static void fill_factors(cpu_fast *f)
{
    const double n = (double)f->n;

    for (size_t k = 0; k <= f->length / 2; k++) {
        f->root[k] = rotation((double)k, (double)f->length);
        f->twist[k] = f->kernel == KERNEL_QUARTER ? rotation((double)k + 0.125, 2.0 * n) : rotation((double)k, 4.0 * n);
    }
}

/* Memory of `count` things of `size` bytes each. */
static void *new (size_t count, size_t size)
{
    size_t bytes;

    return orb_mul(count, size, &bytes) ? malloc(bytes) : NULL;
}

cpu_fast *orb_cpu_fast_new(const orb_axis *axis)
{
    cpu_fast *f = calloc(1, sizeof *f);
    bool whole = true;

    if (!f)
        return NULL;
    f->kernel = kernel_of(axis);
    f->n = axis->n;
    f->length = length_of(axis);
    f->sign = axis->direction == ORB_INVERSE ? -1.0F : 1.0F;
    f->row = orb_parts(f->length * (f->kernel == KERNEL_FOURIER ? 2 : 1), LINE) * LINE + LINE; /* not a power of two */
    f->from = new (f->length, sizeof *f->from);
    f->before = new (f->length, sizeof *f->before);
    f->to = new (f->n, sizeof *f->to);
    f->behind = new (f->n, sizeof *f->behind);
    f->root = new (f->length / 2 + 1, sizeof *f->root);
    f->twist = new (f->length / 2 + 1, sizeof *f->twist);
    if (f->length % 2 == 0) {
        f->half = kiss_fft_alloc((int)(f->length / 2), f->kernel == KERNEL_BACK, NULL, NULL);
        whole = f->half != NULL;
    }
    if (f->kernel == KERNEL_FOURIER) {
        f->whole = kiss_fft_alloc((int)f->n, axis->direction == ORB_INVERSE, NULL, NULL);
        whole = whole && f->whole;
    }
    if (!whole || !f->from || !f->before || !f->to || !f->behind || !f->root || !f->twist) {
        orb_cpu_fast_free(f);
        return NULL;
    }
    fill_tables(f, axis);
    fill_factors(f);
    return f;
}

void orb_cpu_fast_free(cpu_fast *fast)
{
    if (fast) {
        free(fast->from);
        free(fast->to);
        free(fast->before);
        free(fast->behind);
        free(fast->root);
        free(fast->twist);
        kiss_fft_free(fast->half);
        kiss_fft_free(fast->whole);
    }
    free(fast);
}
