/* Where volumes lie: strides with gaps, in any order and direction, and transforms in place.
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout.h"

#include <cpu/cpu.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What computes: in double where an element is, always in float, or in words. */
typedef enum engine_kind { DOUBLE, SINGLE, ARRAY } engine_kind;

/* Any kinds, elements that go with them, blocks with padding or none, both directions. */
static orb_plan_desc random_desc(size_t most, bool padded)
{
    orb_plan_desc d = random_plan(most, true);
    bool fourier = false;

    for (int a = 0; a < 3; a++) {
        if (random_below(4) == 0)
            d.kind[a] = ORB_IDENTITY;
        fourier = fourier || d.kind[a] == ORB_DFT;
        if (random_below(3) == 0)
            d.block[a] = padded ? 2 + random_below(d.n[a] + 2) : 2 + random_below(6);
        if (!padded && d.block[a])
            d.n[a] = d.block[a] * (1 + random_below(3));
    }
    if (random_below(8) == 0) /* cubes.c */
        for (int a = 0; a < 3; a++) {
            d.block[a] = 8;
            d.n[a] = padded ? 1 + random_below(20) : 8 * (1 + random_below(2));
            d.kind[a] = ORB_DST;
            d.type[a] = 4;
            fourier = false;
        }
    d.element_in = (orb_element)random_below(4);
    d.element_out = (orb_element)random_below(4);
    if (!is_complex(d.element_out) && (fourier ? d.direction == ORB_FORWARD : is_complex(d.element_in)))
        d.element_out = (orb_element)(ORB_C64 + random_below(2));
    return d;
}

static void shapes_of(orb_device *device, const orb_plan_desc *desc, size_t in[3], size_t out[3])
{
    orb_plan *plan = NULL;
    size_t padded[3];

    assert_ok(orb_plan_create(&plan, device, desc));
    assert_ok(orb_plan_padded(plan, padded));
    memcpy(in, desc->direction == ORB_FORWARD ? desc->n : padded, sizeof padded);
    memcpy(out, desc->direction == ORB_FORWARD ? padded : desc->n, sizeof padded);
    orb_plan_destroy(plan);
}

static void run(orb_device *device, orb_plan_desc desc, const layout *in, const layout *out)
{
    orb_plan *plan = NULL;

    memcpy(desc.stride_in, in->stride, sizeof desc.stride_in);
    memcpy(desc.stride_out, out->stride, sizeof desc.stride_out);
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, in->first, out->first, NULL));
    orb_plan_destroy(plan);
}

/* Every volume in C order gives the same results bit for bit, as do all on an array. The engine cpu takes axes of
 * another order in that order, which rounds otherwise. */
static void compare_strides(orb_device *device, const orb_plan_desc *desc, engine_kind engine)
{
    const bool c_order = random_below(2);
    const bool single = engine == SINGLE || orb_is_single(desc->element_in) || orb_is_single(desc->element_out);
    const double bound = engine == ARRAY || c_order ? 0 : single ? 1e-5 : 1e-13;
    size_t n_in[3], n_out[3];
    layout in, out, dense_in, dense_out;

    shapes_of(device, desc, n_in, n_out);
    in = layout_random(n_in, desc->element_in, c_order);
    out = layout_random(n_out, desc->element_out, c_order);
    dense_in = layout_dense(n_in, desc->element_in);
    dense_out = layout_dense(n_out, desc->element_out);
    layout_fill(&dense_in);
    layout_copy(&dense_in, &in);
    run(device, *desc, &dense_in, &dense_out);
    run(device, *desc, &in, &out);
    layout_assert_alike(&dense_out, &out, bound);
    layout_assert_alike(&dense_in, &in, 0);
    layout_assert_gaps(&in);
    layout_assert_gaps(&out);
    layout_assert_gaps(&dense_out);
    free(in.array);
    free(out.array);
    free(dense_in.array);
    free(dense_out.array);
}

/* With the same strides for both, also those of a dense volume. */
static void compare_in_place(orb_device *device, const orb_plan_desc *desc)
{
    layout in =
        random_below(2) ? layout_random(desc->n, desc->element_in, false) : layout_dense(desc->n, desc->element_in);
    layout out = in, same;

    layout_allocate(&out);
    out.element = desc->element_out;
    layout_fill(&in);
    run(device, *desc, &in, &out);
    run(device, *desc, &in, &in);
    same = in;
    same.element = desc->element_out;
    for (size_t p = 0; p < points_of(in.n); p++)
        assert_memory_equal(layout_point(&same, p), layout_point(&out, p), in.size);
    layout_assert_gaps(&in);
    free(in.array);
    free(out.array);
}

static void try_layouts(orb_device *device, int trials, size_t most, engine_kind engine)
{
    for (int trial = 0; trial < trials; trial++) {
        orb_plan_desc desc = random_desc(most, true);

        compare_strides(device, &desc, engine);
        do
            desc = random_desc(most, false);
        while (orb_element_size(desc.element_in) != orb_element_size(desc.element_out));
        compare_in_place(device, &desc);
    }
}

static void volumes_lie_anywhere_on_the_processor(void **state)
{
    static const char *const all[] = {"avx512", "avx2", "plain"};

    (void)state;
    for (int i = 0; i < 3; i++)
        for (unsigned threads = 1; threads <= 4 && orb_cpu_instructions(all[i], strlen(all[i])); threads += 3) {
            orb_device *device = open_cpu(all[i], threads);

            try_layouts(device, 250, 12, DOUBLE);
            try_layouts(device, 12, 70, DOUBLE);
            orb_close(device);
        }
}

static void volumes_lie_anywhere_with_fast_transforms(void **state)
{
    orb_device *device = open_device("cpu:fast=yes,float32,threads=2");

    (void)state;
    try_layouts(device, 100, 20, SINGLE);
    orb_close(device);
}

/* With cuts and rounds, as volumes are larger than the array; two workers for each of two arrays. */
static void volumes_lie_anywhere_on_an_array(void **state)
{
    orb_device *device = open_device("hls:p=2,b=4,jobs=2");

    (void)state;
    try_layouts(device, 100, 9, ARRAY);
    try_layouts(device, 6, 20, ARRAY);
    orb_close(device);
}

static orb_status execute(orb_device *device, const orb_plan_desc *desc, size_t count, const void *const *in,
                          void *const *out)
{
    orb_plan *plan = NULL;
    orb_status status;

    assert_ok(orb_plan_create(&plan, device, desc));
    status = orb_execute_batch(plan, count, in, out, NULL);
    orb_plan_destroy(plan);
    return status;
}

/* The colours of an image: volumes that lie within each other, to their places and in place. */
static void colours_of_one_array(void **state)
{
    enum { COLOURS = 3, N = 12, COUNT = N * N * N };
    const orb_plan_desc one = {.n = {N, N, N}, .element_in = ORB_F32, .element_out = ORB_F32};
    orb_plan_desc desc = one;
    static const char *const engines[] = {"cpu:threads=2", "hls:p=2,b=4,jobs=2"};
    float *image = malloc(COLOURS * COUNT * sizeof *image), *other = malloc(COLOURS * COUNT * sizeof *other);
    float *colour = malloc(COUNT * sizeof *colour), *result = malloc(COUNT * sizeof *result);
    const void *in[COLOURS];
    void *out[COLOURS];

    (void)state;
    assert_true(image && other && colour && result);
    desc.stride_in[2] = desc.stride_out[2] = COLOURS;
    for (int e = 0; e < 2; e++) {
        orb_device *device = open_device(engines[e]);

        for (int i = 0; i < COLOURS * COUNT; i++)
            image[i] = (float)random_uniform();
        for (int c = 0; c < COLOURS; c++) {
            in[c] = image + c;
            out[c] = other + c;
        }
        assert_ok(execute(device, &desc, COLOURS, in, out));
        for (int c = 0; c < COLOURS; c++) {
            for (int i = 0; i < COUNT; i++)
                colour[i] = image[COLOURS * i + c];
            assert_ok(execute(device, &one, 1, &(const void *){colour}, &(void *){result}));
            for (int i = 0; i < COUNT; i++)
                assert_true(result[i] == other[COLOURS * i + c]);
            out[c] = image + c;
        }
        assert_ok(execute(device, &desc, COLOURS, in, out));
        assert_memory_equal(image, other, COLOURS * COUNT * sizeof *image);
        orb_close(device);
    }
    free(image);
    free(other);
    free(colour);
    free(result);
}

static void only_its_own_output_replaces_an_input(void **state)
{
    static double x[2000];
    orb_device *device = open_device("cpu:threads=1");
    orb_plan_desc d = {.n = {4, 5, 6}, .element_in = ORB_F64, .element_out = ORB_F64};
    const void *in[2] = {x, x + 120};
    void *out[2] = {x, x + 120};

    (void)state;
#define REFUSED(...)                                                                                                   \
    assert_int_equal(execute(device, &d, __VA_ARGS__), ORB_INVALID);                                                   \
    assert_non_null(strstr(orb_last_error(), "share"))
    assert_ok(execute(device, &d, 2, in, out));
    out[0] = x + 120, out[1] = x; /* exchanged */
    REFUSED(2, in, out);
    out[0] = x;
    d.block[1] = 3; /* padding */
    REFUSED(1, in, out);
    assert_non_null(strstr(orb_last_error(), "no padding"));
    d.block[1] = 0;
    d.block[0] = 3; /* padding that leaves the strides as they are */
    REFUSED(1, in, out);
    d.block[0] = 0;
    d.element_in = ORB_F32; /* elements of another size */
    REFUSED(1, in, out);
    d.element_in = ORB_C64; /* of the same */
    d.kind[2] = ORB_DFT;
    d.direction = ORB_INVERSE;
    assert_ok(execute(device, &d, 1, in, out));
    d.stride_out[1] = 7; /* other strides */
    REFUSED(1, in, out);
    d.stride_in[1] = 7;
    assert_ok(execute(device, &d, 1, in, out));
    d.stride_in[1] = d.stride_out[1] = 0;
    out[0] = x + 119; /* parts of dense volumes */
    REFUSED(1, in, out);
    d.stride_in[0] = d.stride_out[0] = -30; /* the last plane first: dense, too */
    in[0] = x + 90, out[0] = x + 209;
    REFUSED(1, in, out);
    out[0] = x + 210;
    assert_ok(execute(device, &d, 1, in, out));
    d.stride_out[0] = 0;
    d.stride_out[2] = 2; /* with gaps: the first element */
    out[0] = x + 119;
    REFUSED(1, in, out);
#undef REFUSED
    orb_close(device);
}

/* Fails unless the strides are refused, or accepted. */
static void check_strides(orb_device *device, const size_t n[3], const int64_t in[3], const int64_t out[3],
                          const char *complaint)
{
    orb_plan_desc d = {.n = {n[0], n[1], n[2]}, .element_in = ORB_F64, .element_out = ORB_F64};
    orb_plan *plan = NULL;
    orb_status status;

    memcpy(d.stride_in, in, sizeof d.stride_in);
    memcpy(d.stride_out, out, sizeof d.stride_out);
    status = orb_plan_create(&plan, device, &d);
    orb_plan_destroy(plan);
    assert_int_equal(status, complaint ? ORB_INVALID : ORB_OK);
    if (complaint && strncmp(orb_last_error(), complaint, strlen(complaint)))
        fail_msg("\"%s\", not %s", orb_last_error(), complaint);
}

static void strides_have_ranges(void **state)
{
    static const int64_t dense[3] = {0};
    const size_t n[3] = {4, 5, 6}, line[3] = {1, 1, 6};
    const int64_t most = PTRDIFF_MAX / 8;
    orb_device *device = open_device("cpu:threads=1");

    (void)state;
    for (int a = 0; a < 3; a++) {
        static const char *const names[3] = {"stride_in[0]", "stride_in[1]", "stride_in[2]"};
        const int64_t lengths[3] = {PTRDIFF_MAX, -PTRDIFF_MAX, INT64_MIN};

        for (int i = 0; i < 3; i++) {
            int64_t far[3] = {0};

            far[a] = lengths[i];
            check_strides(device, n, far, dense, names[a]);
            check_strides(device, line, far, dense, a == 2 ? names[a] : NULL); /* of one point: of no use */
        }
    }
    check_strides(device, n, (int64_t[3]){0, 0, most / 119}, dense, NULL);
    check_strides(device, n, (int64_t[3]){0, 0, most / 118}, dense, "stride_in[0]");
    check_strides(device, n, (int64_t[3]){1, 1, 1}, dense, NULL); /* inputs may share elements */
    check_strides(device, n, dense, (int64_t[3]){1, 1, 1}, "stride_out");
    check_strides(device, n, dense, (int64_t[3]){0, 5, 0}, "stride_out[1] is 5: the axes with shorter strides cover 6");
    check_strides(device, n, dense, (int64_t[3]){1, 4, 20}, NULL);
    check_strides(device, n, dense, (int64_t[3]){1, 4, 19}, "stride_out[2] is 19: ");
    check_strides(device, n, dense, (int64_t[3]){-1, 4, -20}, NULL);
    check_strides(device, n, dense, (int64_t[3]){5, 1, -20}, NULL);
    orb_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volumes_lie_anywhere_on_the_processor),
        cmocka_unit_test(volumes_lie_anywhere_with_fast_transforms),
        cmocka_unit_test(volumes_lie_anywhere_on_an_array),
        cmocka_unit_test(colours_of_one_array),
        cmocka_unit_test(only_its_own_output_replaces_an_input),
        cmocka_unit_test(strides_have_ranges),
    };

    support_start("test_layout");
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
