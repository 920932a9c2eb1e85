/* Fast transforms of the engine "cpu" against the definition: kinds, lengths, shapes, threads.
 * SPDX-License-Identifier: Apache-2.0 */
#include "definition.h"
#include "fast_axes.h"

#include <cpu/cpu.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bound of the error over the largest result of a volume, or of a line: 33 roundings. A fast transform rounds each
 * number some log2(n) times, so the rms error is 5 roundings or less. */
#define BOUND (33 * 0x1p-24)
#define DOUBLE_BOUND (66 * 0x1p-53) /* the definition is computed in double, too */

static const double pi = 3.14159265358979323846;

static bool is_single(orb_element element)
{
    return element == ORB_F32 || element == ORB_C64;
}

static double bound_of(const orb_plan_desc *desc)
{
    return is_single(desc->element_in) && is_single(desc->element_out) ? BOUND : DOUBLE_BOUND;
}

/* Numbers that float has, too. */
static double *random_numbers(size_t count)
{
    double *x = malloc(count * sizeof *x);

    assert_non_null(x);
    for (size_t i = 0; i < count; i++)
        x[i] = (double)(float)random_normal();
    return x;
}

/* Numbers as elements, of so many parts each, to be freed; or back. */
static void *elements_of(orb_element element, const double *x, size_t count)
{
    void *e = malloc(count * sizeof *x);

    assert_non_null(e);
    for (size_t i = 0; i < count; i++)
        if (is_single(element))
            ((float *)e)[i] = (float)x[i];
        else
            ((double *)e)[i] = x[i];
    return e;
}

/* Runs a plan on in; the results, to be freed. */
static double *run(orb_device *device, const orb_plan_desc *desc, const double *in, orb_report *report)
{
    const bool back = desc->direction == ORB_INVERSE;
    size_t padded[3], count;
    orb_plan *plan = NULL;
    double *z;
    void *from, *to;

    assert_ok(orb_plan_create(&plan, device, desc));
    assert_ok(orb_plan_padded(plan, padded));
    from =
        elements_of(desc->element_in, in, (is_complex(desc->element_in) ? 2 : 1) * points_of(back ? padded : desc->n));
    count = (is_complex(desc->element_out) ? 2 : 1) * points_of(padded);
    z = calloc(count, sizeof *z);
    to = calloc(count, sizeof *z);
    assert_true(z && to);
    assert_ok(orb_execute(plan, from, to, report));
    orb_plan_destroy(plan);
    for (size_t i = 0; i < count; i++)
        z[i] = is_single(desc->element_out) ? (double)((float *)to)[i] : ((double *)to)[i];
    free(from);
    free(to);
    return z;
}

static double error_of(const orb_plan_desc *desc, const double *x, const double *z)
{
    const size_t count = points_of(desc->n), in = is_complex(desc->element_in) ? 2 : 1,
                 out = is_complex(desc->element_out) ? 2 : 1;
    double *re = calloc(count, sizeof *re), *im = calloc(count, sizeof *im), largest = 0.0, error = 0.0;

    assert_true(re && im);
    for (size_t i = 0; i < count; i++) {
        re[i] = x[in * i];
        im[i] = in == 2 ? x[in * i + 1] : 0.0;
    }
    define_complex(desc, re, im);
    for (size_t i = 0; i < out * count; i++) {
        const double expected = (i % out ? im : re)[i / out];

        largest = worse(largest, fabs(expected));
        error = worse(error, fabs(z[i] - expected));
    }
    free(re);
    free(im);
    return largest > 0.0 ? error / largest : error;
}

/* A plan of any elements that go with its kinds and direction. */
static orb_plan_desc random_elements(orb_plan_desc desc)
{
    const bool fourier = desc.kind[0] == ORB_DFT || desc.kind[1] == ORB_DFT || desc.kind[2] == ORB_DFT;
    const bool in = random_below(2), out = in || fourier, single = random_below(2);
    bool complex_out;

    desc.norm = (orb_norm)random_below(3);
    desc.direction = (orb_direction)random_below(2);
    complex_out = out && !(fourier && desc.direction == ORB_INVERSE && random_below(2));
    desc.element_in = in ? single ? ORB_C64 : ORB_C128 : single ? ORB_F32 : ORB_F64;
    desc.element_out = complex_out ? single ? ORB_C64 : ORB_C128 : single ? ORB_F32 : ORB_F64;
    return desc;
}

static void set_axis(orb_plan_desc *desc, int a, fast_axis axis)
{
    desc->n[a] = axis.n;
    desc->kind[a] = axis.kind;
    desc->type[a] = axis.type;
}

static void check(orb_device *device, const orb_plan_desc *desc, unsigned fast)
{
    double *x = random_numbers((is_complex(desc->element_in) ? 2 : 1) * points_of(desc->n)), *z, error;
    orb_report report;

    z = run(device, desc, x, &report);
    error = error_of(desc, x, z);
    if (!(error <= bound_of(desc)) || fast_axes(&report) != fast)
        fail_msg("%zu x %zu x %zu, kinds %d %d %d, types %d %d %d, norm %d, direction %d, elements %d %d: %g, %s",
                 desc->n[0], desc->n[1], desc->n[2], desc->kind[0], desc->kind[1], desc->kind[2], desc->type[0],
                 desc->type[1], desc->type[2], desc->norm, desc->direction, desc->element_in, desc->element_out, error,
                 report.why);
    free(x);
    free(z);
}

/* Up to three fast axes among others. */
static void any_fast_axes(void **state)
{
    static const char *const sets[] = {"plain", "avx2", "avx512"};

    (void)state;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char name[48];
        orb_device *device;

        if (!orb_cpu_instructions(sets[i], strlen(sets[i])))
            continue;
        snprintf(name, sizeof name, "cpu:fast=yes,threads=%zu,simd=%s", 1 + random_below(3), sets[i]);
        device = open_device(name);

        for (int trial = 0; trial < 100; trial++) {
            orb_plan_desc desc = {.n = {0}};
            unsigned fast = 0;

            for (int a = 0; a < 3; a++)
                if (random_below(2)) {
                    set_axis(&desc, a, random_axis(1, 40));
                    fast++;
                } else {
                    set_axis(&desc, a,
                             (fast_axis){random_below(2) ? ORB_DWHT : ORB_IDENTITY, 1, (size_t)1 << random_below(5)});
                }
            desc = random_elements(desc);
            check(device, &desc, fast);
        }
        orb_close(device);
    }
}

/* Every kind and type: lines beside each other and alone, in passes and as matrices, with prime lengths among them. */
static void long_axes(void **state)
{
    static const size_t least[] = {200, 1000, 1900};
    orb_device *device = open_device("cpu:fast=yes,threads=2");

    (void)state;
    for (int trial = 0; trial < 3 * (ORB_DFT + 1); trial++)
        for (int kind = trial / 3, type = 1; type <= (kind == ORB_DCT || kind == ORB_DST ? 4 : 1); type++) {
            const int at = (int)random_below(3);
            orb_plan_desc desc = {.n = {2, 2, 2}, .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY}};
            fast_axis a = {(orb_kind)kind, type, 0};

            if (kind == ORB_DWHT || kind == ORB_IDENTITY || kind == ORB_MATRIX)
                continue;
            a.n = least[trial % 3] + random_below(400);
            set_axis(&desc, at, a);
            desc.n[(at + 1) % 3] = 1 + random_below(6);
            desc = random_elements(desc);
            check(device, &desc, 1);
        }
    orb_close(device);
}

/* Forward and back, a volume in blocks that its edges cut. */
static void there_and_back(void **state)
{
    orb_device *device = open_device("cpu:fast=yes,threads=2"), *products = open_device("cpu:fast=no,threads=2");

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        orb_plan_desc desc = {.norm = (orb_norm)random_below(3), .element_out = ORB_C64};
        size_t padded[3], count = 1;
        double *x, *z, *expected, *back, largest = 0.0, bound;

        for (int a = 0; a < 3; a++) {
            /* the first has real results of a Fourier axis, in whole rows of planes that blocks share */
            const fast_axis first = {a ? ORB_DCT : ORB_DFT, a ? 2 : 0, a ? 16 : 24};

            set_axis(&desc, a, trial ? random_axis(1, 24) : first);
            desc.block[a] = desc.n[a];
            desc.n[a] = trial ? 1 + random_below(2 * desc.block[a]) : a == 1 ? 2 * desc.block[a] : desc.block[a];
            padded[a] = (desc.n[a] + desc.block[a] - 1) / desc.block[a] * desc.block[a];
            count *= padded[a];
        }
        desc.element_in = trial && random_below(2) ? ORB_C64 : ORB_F32;
        if (random_below(2)) {
            desc.element_in = desc.element_in == ORB_C64 ? ORB_C128 : ORB_F64;
            desc.element_out = ORB_C128;
        }
        bound = bound_of(&desc);
        x = random_numbers(2 * points_of(desc.n));
        z = run(device, &desc, x, NULL);
        expected = run(products, &desc, x, NULL);
        for (size_t i = 0; i < 2 * count; i++)
            largest = worse(largest, fabs(expected[i]));
        for (size_t i = 0; i < 2 * count; i++)
            assert_true(fabs(z[i] - expected[i]) <= 2 * bound * largest);
        desc.direction = ORB_INVERSE;
        desc.element_out = desc.element_in;
        desc.element_in = is_single(desc.element_in) ? ORB_C64 : ORB_C128;
        if (is_complex(desc.element_out) || desc.kind[0] == ORB_DFT || desc.kind[1] == ORB_DFT ||
            desc.kind[2] == ORB_DFT) {
            back = run(device, &desc, z, NULL);
            for (size_t i = 0; i < (is_complex(desc.element_out) ? 2 : 1) * points_of(desc.n); i++)
                assert_true(fabs(back[i] - x[i]) <= 5 * bound);
            free(back);
        }
        free(x);
        free(z);
        free(expected);
    }
    orb_close(device);
    orb_close(products);
}

static void results_do_not_depend_on_threads(void **state)
{
    const orb_plan_desc desc = {
        .n = {30, 27, 48}, .kind = {ORB_DST, ORB_DFT, ORB_DCT}, .element_in = ORB_F64, .element_out = ORB_C128};
    const size_t bytes = 2 * points_of(desc.n) * sizeof(double);
    double *in = random_numbers(points_of(desc.n)), *first = NULL;

    (void)state;
    for (unsigned threads = 1; threads <= 7; threads++) {
        char name[32];
        orb_device *device;
        double *out;

        snprintf(name, sizeof name, "cpu:fast=yes,threads=%u", threads);
        device = open_device(name);
        out = run(device, &desc, in, NULL);
        assert_memory_equal(out, first ? first : out, bytes);
        free(first);
        first = out;
        orb_close(device);
    }
    free(first);
    free(in);
}

/* Lines are transformed beside each other, but not together: what is not finite stays in its own. */
static void lines_do_not_meet(void **state)
{
    orb_device *device = open_device("cpu:fast=yes");

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        const int at = (int)random_below(3);
        orb_plan_desc desc = {.n = {7, 7, 7}, .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY}};
        size_t stride, wrong, parts;
        double *x, *z;

        set_axis(&desc, at, random_axis(2, trial % 4 ? 40 : 1500));
        desc.element_out = desc.kind[at] == ORB_DFT ? ORB_C64 : ORB_F32;
        parts = desc.element_out == ORB_C64 ? 2 : 1;
        stride = at == 2 ? 1 : at == 1 ? desc.n[2] : desc.n[1] * desc.n[2];
        x = random_numbers(points_of(desc.n));
        wrong = random_below(points_of(desc.n));
        x[wrong] = random_below(2) ? NAN : INFINITY;
        z = run(device, &desc, x, NULL);
        for (size_t i = 0; i < points_of(desc.n); i++) {
            const bool same = i % stride == wrong % stride && i / stride / desc.n[at] == wrong / stride / desc.n[at];

            assert_int_equal(isfinite(z[parts * i]) != 0, !same);
        }
        free(x);
        free(z);
    }
    orb_close(device);
}

/* A line of a million points, whose matrix no memory holds: one of its own cosines has one result. */
static void a_very_long_line(void **state)
{
    enum { N = 1 << 20 };
    const size_t k = 1 + random_below(N - 1);
    const orb_plan_desc desc = {.n = {1, 1, N},
                                .kind = {ORB_IDENTITY, ORB_IDENTITY},
                                .norm = ORB_BACKWARD,
                                .element_in = ORB_F64,
                                .element_out = ORB_F64};
    orb_device *device = open_device("cpu");
    double *x = malloc(N * sizeof *x), *z;

    (void)state;
    assert_non_null(x);
    for (size_t i = 0; i < N; i++)
        x[i] = cos(pi * (double)(k * (2 * i + 1) % (4 * N)) / (2.0 * N));
    z = run(device, &desc, x, NULL);
    for (size_t i = 0; i < N; i++)
        assert_true(fabs(z[i] - (i == k ? N : 0.0)) <= DOUBLE_BOUND * N);
    free(x);
    free(z);
    orb_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_fast_axes),    cmocka_unit_test(long_axes),
        cmocka_unit_test(there_and_back),   cmocka_unit_test(lines_do_not_meet),
        cmocka_unit_test(a_very_long_line), cmocka_unit_test(results_do_not_depend_on_threads),
    };

    support_start("test_cpu_fast");
    return cmocka_run_group_tests_name("cpu_fast", tests, NULL, NULL);
}
