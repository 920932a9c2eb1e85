/* A volume in memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "volume.h"

#include "message.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool volume_set_shape(volume *v, const char *path, const size_t *shape, size_t dimensions)
{
    if (dimensions == 0)
        return fail(path, "give a volume of one to three axes", "is a single number without axes");
    for (size_t i = 0; i < dimensions; i++) {
        if (shape[i] == 0)
            return fail(path, "give a volume with points", "holds no elements");
        if (i >= 4 && shape[i] > 1)
            return fail(path, "give one series at a time; cut it out with e.g. numpy", "has more than four axes");
    }
    for (size_t i = 0; i < 3; i++)
        v->shape[i] = i < dimensions ? shape[i] : 1;
    v->missing = dimensions < 3 ? 3 - (unsigned)dimensions : 0;
    v->volumes = dimensions > 3 ? shape[3] : 1;
    /* Counts and strides are computed without checks from here on. */
    if (v->shape[0] > SIZE_MAX / v->shape[1] || v->shape[2] > SIZE_MAX / v->volumes ||
        v->shape[0] * v->shape[1] > SIZE_MAX / (2 * sizeof(double)) / (v->shape[2] * v->volumes))
        return fail(path, "obtain the file again", "claims an impossible shape");
    return true;
}

bool volume_create(volume *v, const size_t shape[3], bool first_fastest, bool complex)
{
    *v = (volume){.volumes = 1, .first_fastest = first_fastest, .complex = complex};
    if (!volume_set_shape(v, NULL, shape, 3))
        return false;
    v->data = calloc(volume_numbers(v), sizeof *v->data);
    return v->data ? true : fail_memory(NULL);
}

bool volume_allocate(volume *v)
{
    v->data = malloc(volume_numbers(v) * sizeof *v->data);
    return v->data ? true : fail_memory(NULL);
}

void volume_release(volume *v)
{
    free(v->data);
    json_decref(v->record);
    if (v->header)
        v->kind->release(v->header);
    *v = (volume){0};
}

size_t volume_count(const volume *v)
{
    return v->shape[0] * v->shape[1] * v->shape[2] * v->volumes;
}

const char *volume_shape_text(const volume *v, char *text, size_t size)
{
    int length = snprintf(text, size, "%zu", v->shape[0]);
    for (unsigned axis = 1; axis < 3 - v->missing; axis++)
        length += snprintf(text + length, size - (size_t)length, " x %zu", v->shape[axis]);
    if (v->volumes > 1)
        snprintf(text + length, size - (size_t)length, " x %zu", v->volumes);
    return text;
}

json_t *volume_shape_json(const volume *v)
{
    json_t *list = json_array();
    for (unsigned axis = 0; axis < 3 - v->missing; axis++)
        json_array_append_new(list, json_integer((json_int_t)v->shape[axis]));
    return list;
}

size_t volume_layers(const volume *v)
{
    return v->first_fastest ? v->shape[2] * v->volumes : v->shape[0];
}

size_t volume_numbers(const volume *v)
{
    return v->complex ? 2 * volume_count(v) : volume_count(v);
}

double volume_value(const volume *v, size_t point)
{
    const double *parts = v->data + 2 * point;
    double magnitude;
    if (!v->complex)
        return v->data[point];
    magnitude = hypot(parts[0], parts[1]);
    return isinf(magnitude) && isfinite(parts[0]) && isfinite(parts[1]) ? DBL_MAX : magnitude;
}

void volume_strides(const volume *v, size_t stride[3])
{
    const size_t last = v->first_fastest ? 1 : v->volumes;
    stride[0] = v->first_fastest ? 1 : last * v->shape[2] * v->shape[1];
    stride[1] = v->first_fastest ? v->shape[0] : last * v->shape[2];
    stride[2] = v->first_fastest ? v->shape[0] * v->shape[1] : last;
}

size_t volume_series_stride(const volume *v)
{
    return v->first_fastest ? v->shape[0] * v->shape[1] * v->shape[2] : 1;
}

size_t volume_range(const volume *v, double *smallest, double *largest)
{
    size_t bad = 0;
    *smallest = INFINITY;
    *largest = -INFINITY;
    for (size_t i = 0; i < volume_count(v); i++) {
        const double value = volume_value(v, i);
        if (isfinite(value)) {
            *smallest = fmin(*smallest, value);
            *largest = fmax(*largest, value);
        } else {
            bad++;
        }
    }
    return bad;
}

size_t volume_not_finite(const volume *v)
{
    double low, high;
    return volume_range(v, &low, &high);
}

/* Whether a text is of letters that any terminal and JSON can show. */
static bool is_plain(const char *text)
{
    while (isgraph((unsigned char)*text))
        text++;
    return !*text;
}

void *volume_header(const volume *v, const volume_format *kind)
{
    return v && v->kind == kind ? v->header : NULL;
}

bool volume_spacing(const volume *v, double size[3], const char **unit)
{
    bool good = v->header && v->kind->spacing;
    *unit = NULL;
    if (good)
        v->kind->spacing(v->header, size, unit);
    for (int axis = 0; good && axis < 3; axis++)
        good = isfinite(size[axis]) && size[axis] > 0;
    if (*unit && (!**unit || !is_plain(*unit)))
        *unit = NULL;
    return good;
}

void volume_planes(const volume *v, const char *plane[3])
{
    plane[0] = plane[1] = plane[2] = "";
    if (v->header && v->kind->planes)
        v->kind->planes(v->header, plane);
}

void volume_print_header(const volume *v)
{
    if (v->header && v->kind->print)
        v->kind->print(v->header);
}

bool volume_complain_of(double value, const char *path, const size_t at[4], bool of_series)
{
    char fourth[24] = "";
    if (of_series)
        snprintf(fourth, sizeof fourth, ", %zu", at[3]);
    return fail(path, "replace it, e.g. with numpy.nan_to_num", "voxel (%zu, %zu, %zu%s) is %s", at[0], at[1], at[2],
                fourth, isnan(value) ? "not a number" : "infinite");
}

bool volume_require_finite(const volume *v, const char *path)
{
    const size_t parts = v->complex ? 2 : 1;
    size_t stride[3];
    volume_strides(v, stride);
    for (size_t i = 0; i < volume_numbers(v); i++) {
        const size_t point = i / parts;
        if (isfinite(v->data[i]))
            continue;
        return volume_complain_of(v->data[i], path,
                                  (size_t[4]){v->from[0] + point / stride[0] % v->shape[0],
                                              v->from[1] + point / stride[1] % v->shape[1],
                                              v->from[2] + point / stride[2] % v->shape[2],
                                              v->from[3] + point / volume_series_stride(v) % v->volumes},
                                  v->of_series);
    }
    return true;
}
