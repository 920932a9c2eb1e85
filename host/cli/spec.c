/* What transform is meant: values of the command line.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strsep */

#include "spec.h"

#include "message.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {
    [ORB_DCT] = "dct", [ORB_DST] = "dst",           [ORB_DHT] = "dht",      [ORB_DWHT] = "dwht",
    [ORB_DFT] = "dft", [ORB_IDENTITY] = "identity", [ORB_MATRIX] = "matrix"};

static const char *const norm_names[] = {
    [ORB_ORTHO] = "ortho", [ORB_BACKWARD] = "backward", [ORB_FORWARD_NORM] = "forward"};

#define KIND_COUNT ((int)(sizeof kind_names / sizeof *kind_names))
#define NORM_COUNT ((int)(sizeof norm_names / sizeof *norm_names))

const char *spec_kind_name(orb_kind kind)
{
    return kind_names[kind];
}

const char *spec_norm_name(orb_norm norm)
{
    return norm_names[norm];
}

size_t spec_block(const transform_spec *spec, int axis)
{
    return spec->block[axis] ? spec->block[axis] : spec->shape[axis];
}

/* The index of a name, or count. */
static int find(const char *name, const char *const *names, int count)
{
    int i = 0;
    while (i < count && strcmp(name, names[i]))
        i++;
    return i;
}

bool spec_set_kind(transform_spec *spec, int axis, const char *name)
{
    const int kind = find(name, kind_names, KIND_COUNT);
    const size_t prefix = strlen(SPEC_MATRIX);
    free(spec->matrix_file[axis]);
    spec->matrix_file[axis] = NULL;
    if (!strncmp(name, SPEC_MATRIX, prefix) && name[prefix]) {
        spec->kind[axis] = ORB_MATRIX;
        spec->matrix_file[axis] = strdup(name + prefix);
        return spec->matrix_file[axis] || fail_memory("--kind");
    }
    spec->kind[axis] = (orb_kind)kind;
    return kind < KIND_COUNT && kind != ORB_MATRIX;
}

bool spec_set_fourth(transform_spec *spec, const char *name)
{
    const int kind = find(name, kind_names, KIND_COUNT);
    spec->fourth.transformed = true;
    spec->fourth.kind = (orb_kind)kind;
    return kind < KIND_COUNT && kind != ORB_MATRIX;
}

bool spec_set_norm(transform_spec *spec, const char *name)
{
    const int norm = find(name, norm_names, NORM_COUNT);
    spec->norm = (orb_norm)norm;
    return norm < NORM_COUNT;
}

static bool values_fit(const char *option, size_t values, unsigned axes)
{
    return values <= 1 || values == axes ||
           fail(option, "give one value, or one for each axis", "gives %zu values for %u ax%cs", values, axes,
                axes == 1 ? 'i' : 'e');
}

bool spec_values_fit(const char *option, size_t values, unsigned missing)
{
    return values_fit(option, values, 3 - missing);
}

/* The type of an axis: the usual one if none is given; 0 for kinds without types. */
static int settled_type(orb_kind kind, int type)
{
    const bool cosine_or_sine = kind == ORB_DCT || kind == ORB_DST;
    if (!cosine_or_sine && kind != ORB_DWHT)
        return 0;
    return type ? type : cosine_or_sine ? 2 : 1;
}

bool spec_settle(transform_spec *spec, const size_t shape[3], unsigned missing)
{
    unsigned axes;

    if (spec->shape[0] == 0) {
        memcpy(spec->shape, shape, sizeof spec->shape);
        spec->missing = missing;
    }
    axes = 3 - spec->missing + spec->fourth.transformed;
    if (!values_fit("--kind", spec->kinds, axes) || !values_fit("--type", spec->types, axes) ||
        !values_fit("--block", spec->blocks, axes))
        return false;
    for (unsigned axis = 3 - spec->missing; axis < 3; axis++) { /* what the volume does not have is left as it is */
        spec_set_kind(spec, (int)axis, kind_names[ORB_IDENTITY]);
        spec->block[axis] = 1;
    }
    for (int i = 0; i < 3; i++)
        spec->type[i] = settled_type(spec->kind[i], spec->type[i]);
    spec->fourth.type = settled_type(spec->fourth.kind, spec->fourth.type);
    return true;
}

void spec_padded(const transform_spec *spec, size_t padded[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const size_t block = spec_block(spec, axis), over = spec->shape[axis] % block;
        padded[axis] = spec->shape[axis] + (over ? block - over : 0);
    }
}

bool spec_is_complex(const transform_spec *spec)
{
    return spec->kind[0] == ORB_DFT || spec->kind[1] == ORB_DFT || spec->kind[2] == ORB_DFT ||
           (spec->fourth.transformed && spec->fourth.kind == ORB_DFT);
}

void spec_release(transform_spec *spec)
{
    for (int i = 0; i < 3; i++) {
        free(spec->matrix_file[i]);
        spec->matrix_file[i] = NULL;
    }
}

size_t spec_parse_list(const char *text, size_t most, size_t *size)
{
    size_t count = 0;
    for (const char *at = text;;) {
        char *end;
        unsigned long long value;
        errno = 0;
        value = strtoull(at, &end, 10);
        if (count == most || !isdigit((unsigned char)*at) || errno || value > SIZE_MAX)
            return 0;
        size[count++] = (size_t)value;
        if (*end == '\0')
            return count;
        if (*end != ',')
            return 0;
        at = end + 1;
    }
}

bool spec_parse_sizes(const char *text, bool one_for_all, size_t size[3])
{
    const size_t count = spec_parse_list(text, 3, size);
    if (count == 1 && one_for_all)
        size[1] = size[2] = size[0];
    return count == 3 || (count == 1 && one_for_all);
}

/* Parses one value for all of so many axes, or one for each. Returns how many there are; 0: it is not that. */
static size_t parse_each(const char *text, size_t axes, size_t *size)
{
    const size_t count = spec_parse_list(text, axes, size);
    for (size_t axis = count; count && axis < axes; axis++)
        size[axis] = size[count - 1]; /* of two values, an axis that has to be missing takes the second */
    return count;
}

static size_t most_axes(const transform_spec *spec)
{
    return spec->four_axes ? 4 : 3;
}

static bool too_many_kinds(const transform_spec *spec, const char *text)
{
    if (spec->four_axes)
        return fail("--kind", "give one, or one for each axis, separated by commas", "'%s' gives more than four kinds",
                    text);
    return fail("--kind", "give one for all axes, or one for each, separated by commas",
                "'%s' gives more than three kinds", text);
}

static bool set_kind_of(transform_spec *spec, int axis, const char *name)
{
    return axis == 3 ? spec_set_fourth(spec, name) : spec_set_kind(spec, axis, name);
}

/* The fourth axis is transformed if there are four kinds. */
bool spec_parse_kind(transform_spec *spec, const char *text)
{
    const int most = (int)most_axes(spec);
    char *copy = strdup(text), *rest = copy;
    const char *part[5] = {NULL};
    int count = 0;
    bool good = copy || fail_memory("--kind");

    spec->kind_given = true;
    spec->fourth.transformed = false;
    while (rest && count < 5)
        part[count++] = strsep(&rest, ",");
    if (count > most)
        good = too_many_kinds(spec, text);
    spec->kinds = (size_t)count;
    for (int axis = 0; good && axis < (count == 4 ? 4 : 3); axis++) {
        const char *name = part[axis < count ? axis : count - 1];
        good = set_kind_of(spec, axis, name) ||
               fail("--kind",
                    axis == 3 ? "choose dct, dst, dht, dwht, dft or identity for the fourth axis"
                              : "choose dct, dst, dht, dwht, dft, identity or matrix:FILE.npy",
                    "there is no kind '%s'", name);
    }
    free(copy);
    return good;
}

bool spec_parse_type(transform_spec *spec, const char *text)
{
    const size_t most = most_axes(spec);
    size_t type[4] = {0};
    spec->types = parse_each(text, most, type);
    spec->type_given = true;
    for (size_t axis = 0; axis < most; axis++)
        if (type[axis] < 1 || type[axis] > 4)
            return fail("--type", "give 1 to 4, one for all axes or one for each, separated by commas",
                        "'%s' is not a type", text);
    for (int axis = 0; axis < 3; axis++)
        spec->type[axis] = (int)type[axis];
    spec->fourth.type = (int)type[3];
    return true;
}

bool spec_parse_block(transform_spec *spec, const char *text)
{
    spec->block_given = true;
    spec->blocks = parse_each(text, 3, spec->block);
    return spec->blocks > 0 ||
           fail("--block",
                "give the points of a block, one number for all axes or one for each, separated by commas; 0: the "
                "whole axis",
                "'%s' is not a size", text);
}

bool spec_parse_norm(transform_spec *spec, const char *text)
{
    spec->norm_given = true;
    return spec_set_norm(spec, text) ||
           fail("--norm", "choose ortho, backward or forward", "there is no norm '%s'", text);
}
