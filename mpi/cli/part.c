/* The part of a volume or series that a rank has.
 * SPDX-License-Identifier: Apache-2.0 */
#include "part.h"

#include "volume_transform.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

void part_place(part *p, const volume *whole, const part_series *series, const size_t start[PART_AXES],
                const size_t size[PART_AXES])
{
    /* Rows are long if the one volume that is no series comes first. */
    static const int last[] = {0, 1, 2, 3}, last_of_one[] = {3, 0, 1, 2}, first[] = {3, 2, 1, 0};
    const int *axis = series->first_fastest ? first : series->volumes == 1 ? last_of_one : last;
    const size_t steps[3] = {size[1] * size[2] * size[3], size[2] * size[3], size[3]};
    const bool none = !size[0] || !size[1] || !size[2] || !size[3];

    p->of_series = series->taken > 1;
    for (int i = 0; i < PART_AXES; i++) {
        const bool fourth = axis[i] == 3;
        const int m = fourth ? 0 : transform_memory_axis(whole, axis[i]);

        p->axis[i] = axis[i];
        p->whole[i] = fourth ? series->volumes : whole->shape[axis[i]];
        p->start[i] = none ? 0 : fourth ? series->first : start[m];
        p->size[i] = none ? 0 : fourth ? series->taken : size[m];
        p->stride[i] = !fourth ? steps[m] : series->is_axis ? 1 : size[0] * steps[0];
    }
}

bool part_allocate(part *p, bool complex, bool single)
{
    p->complex = complex;
    p->single = single;
    p->values = calloc(part_count(p) + 1, (complex ? 2 : 1) * (single ? sizeof(float) : sizeof(double)));
    return p->values;
}

void part_release(part *p)
{
    free(p->values);
    p->values = NULL;
}

size_t part_count(const part *p)
{
    return p->size[0] * p->size[1] * p->size[2] * p->size[3];
}

/* A point of the box by its place along each axis. */
static void apart(const part *p, size_t point, size_t at[PART_AXES])
{
    for (int i = PART_AXES; i-- > 0; point /= p->size[i])
        at[i] = point % p->size[i];
}

void part_position(const part *p, size_t point, size_t at[PART_AXES])
{
    size_t in_box[PART_AXES];

    apart(p, point, in_box);
    for (int i = 0; i < PART_AXES; i++)
        at[p->axis[i]] = p->start[i] + in_box[i];
}

size_t part_row(const part *p, size_t point, size_t *run)
{
    size_t in_box[PART_AXES], place = 0;

    apart(p, point, in_box);
    for (int i = 0; i < PART_AXES; i++)
        place = place * p->whole[i] + p->start[i] + in_box[i];
    *run = p->size[PART_AXES - 1] - in_box[PART_AXES - 1];
    return place;
}

static void store(part *p, size_t number, double value)
{
    if (p->single)
        ((float *)p->values)[number] = (float)value;
    else
        ((double *)p->values)[number] = value;
}

static double load(const part *p, size_t number)
{
    return p->single ? (double)((const float *)p->values)[number] : ((const double *)p->values)[number];
}

/* Points of the same row, as many as there are of count. \param to  the first one in memory */
static size_t row_of(const part *p, size_t point, size_t count, size_t *to)
{
    size_t in_box[PART_AXES], run;

    apart(p, point, in_box);
    *to = 0;
    for (int i = 0; i < PART_AXES; i++)
        *to += in_box[i] * p->stride[i];
    run = p->size[PART_AXES - 1] - in_box[PART_AXES - 1];
    return run < count ? run : count;
}

void part_put(part *p, size_t point, size_t count, const double *values, bool complex)
{
    const size_t step = p->stride[PART_AXES - 1], has = complex ? 2 : 1, parts = p->complex ? 2 : 1;

    for (size_t to, run; count > 0; count -= run, point += run) {
        run = row_of(p, point, count, &to);
        for (size_t i = 0; i < run; i++, to += step, values += has) {
            store(p, parts * to, values[0]);
            if (p->complex)
                store(p, parts * to + 1, complex ? values[1] : 0);
        }
    }
}

void part_get(const part *p, size_t point, size_t count, double *values, bool complex)
{
    const size_t step = p->stride[PART_AXES - 1], wants = complex ? 2 : 1, parts = p->complex ? 2 : 1;

    for (size_t from, run; count > 0; count -= run, point += run) {
        run = row_of(p, point, count, &from);
        for (size_t i = 0; i < run; i++, from += step, values += wants) {
            values[0] = load(p, parts * from);
            if (complex)
                values[1] = p->complex ? load(p, parts * from + 1) : 0;
        }
    }
}

part_numbers part_look(const part *p)
{
    const size_t count = part_count(p);
    part_numbers all = {0};

    for (size_t i = 0; i < count; i++) {
        const double real = load(p, p->complex ? 2 * i : i), other = p->complex ? load(p, 2 * i + 1) : 0;
        const double magnitude = p->complex ? fmin(hypot(real, other), DBL_MAX) : fabs(real);

        if (!isfinite(real) || !isfinite(other))
            all.infinite++;
        else if (magnitude > all.magnitude)
            all.magnitude = magnitude;
        if (!(fabs(other) <= all.imaginary)) /* also where it is not a number, which stays so */
            all.imaginary = isnan(all.imaginary) ? all.imaginary : fabs(other);
    }
    return all;
}
