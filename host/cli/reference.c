/* The transform in double precision on this processor, to compare the coefficients of an engine with.
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include "engine_choice.h"
#include "loss.h"

#include <math.h>

#define ENGINE "cpu:simd=plain,fast=no"

static void compare(const volume *got, const volume *expected, comparison *result)
{
    const size_t count = volume_count(expected), parts = expected->complex ? 2 : 1;
    double re_sum = 0, im_sum = 0;
    squares squared = {0};

    *result = (comparison){.mean = 0};
    for (size_t i = 0; i < count; i++) {
        const double *is = got->data + parts * i, *right = expected->data + parts * i;
        const double re = is[0] - right[0], im = parts == 2 ? is[1] - right[1] : 0;
        re_sum += re;
        im_sum += im;
        squares_add(&squared, re);
        squares_add(&squared, im);
        result->difference.largest = rounding_worse(result->difference.largest, hypot(re, im));
        result->coefficient = rounding_worse(result->coefficient, volume_value(expected, i));
        result->coefficient = rounding_worse(result->coefficient, -volume_value(expected, i));
    }
    result->mean = (parts == 2 ? hypot(re_sum, im_sum) : re_sum) / (double)count;
    result->difference.rms = squares_rms(&squared, count);
}

bool reference_compare(const task *t, const volume *v, const volume *coefficients, comparison *result)
{
    const rounded_transform done = {.device = t->device,
                                    .report = &t->forward,
                                    .spec = &t->o.spec,
                                    .matrices = &t->matrices,
                                    .direction = ORB_FORWARD};
    task reference = *t; /* which owns nothing but its device */
    volume expected = {.data = NULL};
    squares input = {0};
    bool good;

    reference.device = engine_open(ENGINE, t->o.threads);
    if (!reference.device)
        return false;
    task_begin_bar(&reference, "check", 1);
    good = task_transform(&reference, &t->o.spec, ORB_FORWARD, v, &expected);
    progress_end(&reference.bar);
    if (good) {
        for (size_t i = 0; i < volume_numbers(v); i++)
            squares_add(&input, v->data[i]);
        compare(coefficients, &expected, result);
        result->allowed = rounding_bound(&done, squares_rms(&input, 1), volume_count(&expected));
    }
    volume_release(&expected);
    orb_close(reference.device);
    return good;
}
