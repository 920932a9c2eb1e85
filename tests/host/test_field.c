/* Boxes of volumes: their axes in any order, cut by edges, real and complex, with factors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <field.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6, POINTS = MOST * MOST * MOST };

/* A random field and box. The numbers of the field count from 1; imaginary parts are negative. */
typedef struct sample {
    orb_field field;
    orb_box box;
    double factor[3][4]; /* of blocks of 4 points */
    float single[2 * POINTS];
    double twice[2 * POINTS];
} sample;

static const unsigned orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static sample *make_sample(void)
{
    sample *s = calloc(1, sizeof *s);
    const unsigned *order = orders[random_below(6)];
    size_t parts;

    assert_non_null(s);
    s->field.element = (orb_element)random_below(4);
    parts = orb_is_complex(s->field.element) ? 2 : 1;
    for (int a = 0; a < 3; a++) {
        s->field.n[a] = 1 + random_below(MOST);
        s->field.block[a] = 4;
        for (int i = 0; i < 4; i++)
            s->factor[a][i] = 1 + (double)random_below(3);
        s->field.factor[a] = random_below(2) ? s->factor[a] : NULL;
        s->box.first[a] = random_below(2) * 4; /* it may begin beyond the end */
        s->box.extent[a] = 1 + random_below(4);
        s->box.axis[a] = order[a];
    }
    for (int a = 0; a < 3; a++)
        s->box.cube[a] = s->box.extent[s->box.axis[a]] + random_below(3);
    for (size_t i = 0; i < parts * points_of(s->field.n); i++) {
        const double x = (double)(i / parts + 1) * (i % parts ? -1 : 1);

        s->single[i] = (float)x;
        s->twice[i] = x;
    }
    s->field.from = s->field.element == ORB_F32 || s->field.element == ORB_C64 ? (void *)s->single : (void *)s->twice;
    return s;
}

/* Where point `at` of the cube is in the field, and its factor; false if it is not there. */
static bool place_of(const sample *s, const size_t at[3], size_t *index, double *factor)
{
    const orb_field *f = &s->field;
    size_t point[3];
    bool there = true;

    *factor = 1;
    for (int x = 0; x < 3; x++) {
        const unsigned a = s->box.axis[x];

        point[a] = s->box.first[a] + at[x];
        there = there && at[x] < s->box.extent[a] && point[a] < f->n[a];
        if (there && f->factor[a])
            *factor *= s->factor[a][point[a] % 4];
    }
    *index = (point[0] * f->n[1] + point[1]) * f->n[2] + point[2];
    return there;
}

static double number_at(const sample *s, size_t index)
{
    return s->field.from == (const void *)s->single ? (double)s->single[index] : s->twice[index];
}

static void boxes_are_gathered(void **state)
{
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        sample *s = make_sample();
        const size_t parts = orb_is_complex(s->field.element) ? 2 : 1, part = random_below(parts);
        double *cube = malloc(points_of(s->box.cube) * sizeof *cube);
        size_t at[3], i = 0;

        assert_non_null(cube);
        assert_true(orb_field_gather(&s->field, &s->box, (unsigned)part, cube));
        for (at[0] = 0; at[0] < s->box.cube[0]; at[0]++)
            for (at[1] = 0; at[1] < s->box.cube[1]; at[1]++)
                for (at[2] = 0; at[2] < s->box.cube[2]; at[2]++, i++) {
                    size_t index;
                    double factor;

                    if (place_of(s, at, &index, &factor))
                        assert_true(cube[i] == factor * number_at(s, parts * index + part));
                    else
                        assert_true(cube[i] == 0);
                }
        free(cube);
        free(s);
    }
}

/* Every number of the field changes that has a place in the cube, and no other. */
static void boxes_are_scattered(void **state)
{
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        sample *s = make_sample(), *before = malloc(sizeof *before);
        const size_t parts = orb_is_complex(s->field.element) ? 2 : 1, part = random_below(parts);
        const bool zeros = random_below(2);
        double *cube = malloc(points_of(s->box.cube) * sizeof *cube);
        size_t at[3], i = 0, changed = 0, differ = 0;

        assert_true(before && cube);
        *before = *s;
        s->field.to = s->field.from == (const void *)s->single ? (void *)s->single : (void *)s->twice;
        for (size_t c = 0; c < points_of(s->box.cube); c++)
            cube[c] = 1000 + (double)c;
        orb_field_scatter(&s->field, &s->box, (unsigned)part, zeros ? NULL : cube);
        for (at[0] = 0; at[0] < s->box.cube[0]; at[0]++)
            for (at[1] = 0; at[1] < s->box.cube[1]; at[1]++)
                for (at[2] = 0; at[2] < s->box.cube[2]; at[2]++, i++) {
                    size_t index;
                    double factor;

                    if (place_of(s, at, &index, &factor)) {
                        assert_true(number_at(s, parts * index + part) == (zeros ? 0 : factor * cube[i]));
                        changed++;
                    }
                }
        for (size_t n = 0; n < 2 * POINTS; n++)
            differ += s->single[n] != before->single[n] || s->twice[n] != before->twice[n];
        assert_int_equal(differ, changed);
        free(cube);
        free(before);
        free(s);
    }
}

static void a_real_field_has_no_imaginary_part(void **state)
{
    double numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8}, same[8];
    const orb_field field = {.element = ORB_F64, .n = {2, 2, 2}, .to = numbers, .block = {2, 2, 2}};
    const orb_box box = {.extent = {2, 2, 2}, .axis = {0, 1, 2}, .cube = {2, 2, 2}};

    (void)state;
    memcpy(same, numbers, sizeof same);
    orb_field_scatter(&field, &box, 1, NULL);
    assert_memory_equal(numbers, same, sizeof same);
}

static void what_is_not_finite_is_seen(void **state)
{
    double numbers[16] = {0};
    const orb_field field = {.element = ORB_C128, .n = {2, 2, 2}, .from = numbers, .block = {2, 2, 2}};
    const orb_box box = {.extent = {2, 2, 2}, .axis = {2, 0, 1}, .cube = {2, 2, 2}};
    double cube[8];

    (void)state;
    numbers[13] = NAN;
    assert_true(orb_field_gather(&field, &box, 0, cube));
    assert_false(orb_field_gather(&field, &box, 1, cube));
    numbers[13] = -INFINITY;
    assert_false(orb_field_gather(&field, &box, 1, cube));
    numbers[13] = 0.0;
    numbers[9] = NAN; /* at the beginning of a line, and of another one than the last */
    assert_false(orb_field_gather(&field, &box, 1, cube));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_gathered),
        cmocka_unit_test(boxes_are_scattered),
        cmocka_unit_test(a_real_field_has_no_imaginary_part),
        cmocka_unit_test(what_is_not_finite_is_seen),
    };

    support_start("test_field");
    return cmocka_run_group_tests_name("field", tests, NULL, NULL);
}
