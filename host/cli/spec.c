/* What transform is meant: values of the command line, and records.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strsep */

#include "spec.h"

#include "engine_choice.h"
#include "message.h"
#include "results.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATRIX_PREFIX "matrix:"

static const char *const kind_names[] = {
    [ORB_DCT] = "dct", [ORB_DST] = "dst",           [ORB_DHT] = "dht",      [ORB_DWHT] = "dwht",
    [ORB_DFT] = "dft", [ORB_IDENTITY] = "identity", [ORB_MATRIX] = "matrix"};

static const char *const norm_names[] = {
    [ORB_ORTHO] = "ortho", [ORB_BACKWARD] = "backward", [ORB_FORWARD_NORM] = "forward"};

#define KIND_COUNT ((int)(sizeof kind_names / sizeof *kind_names))
#define NORM_COUNT ((int)(sizeof norm_names / sizeof *norm_names))

size_t spec_block(const transform_spec *spec, int axis)
{
    return spec->block[axis] ? spec->block[axis] : spec->shape[axis];
}

/* An axis that the volume does not have is left as it is. */
static void leave_missing(transform_spec *spec)
{
    for (unsigned axis = 3 - spec->missing; axis < 3; axis++) {
        free(spec->matrix_file[axis]);
        spec->matrix_file[axis] = NULL;
        spec->kind[axis] = ORB_IDENTITY;
        spec->block[axis] = 1;
    }
}

bool spec_settle(transform_spec *spec, const size_t shape[3], unsigned missing)
{
    if (spec->shape[0] == 0) {
        memcpy(spec->shape, shape, sizeof spec->shape);
        spec->missing = missing;
    }
    if (spec->pair && spec->missing != 1)
        return fail(spec->pair, "give one value, or one for each axis", "gives two values for %u ax%cs",
                    3 - spec->missing, spec->missing == 2 ? 'i' : 'e');
    leave_missing(spec);
    for (int i = 0; i < 3; i++) {
        bool cosine_or_sine = spec->kind[i] == ORB_DCT || spec->kind[i] == ORB_DST;
        if (!cosine_or_sine && spec->kind[i] != ORB_DWHT)
            spec->type[i] = 0; /* these kinds have none */
        else if (spec->type[i] == 0)
            spec->type[i] = cosine_or_sine ? 2 : 1;
    }
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
    return spec->kind[0] == ORB_DFT || spec->kind[1] == ORB_DFT || spec->kind[2] == ORB_DFT;
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

/* Parses one value for all axes, or one for each. */
static bool parse_each(transform_spec *spec, const char *option, const char *text, size_t size[3])
{
    const size_t count = spec_parse_list(text, 3, size);
    for (size_t axis = count; count && axis < 3; axis++)
        size[axis] = size[count - 1]; /* of two values, an axis that has to be missing takes the second */
    if (count == 2)
        spec->pair = option;
    return count > 0;
}

/* Sets the kind of an axis; false if there is none of that name. */
static bool set_kind(transform_spec *spec, int axis, const char *name)
{
    free(spec->matrix_file[axis]);
    spec->matrix_file[axis] = NULL;
    if (!strncmp(name, MATRIX_PREFIX, strlen(MATRIX_PREFIX)) && name[strlen(MATRIX_PREFIX)]) {
        spec->kind[axis] = ORB_MATRIX;
        spec->matrix_file[axis] = strdup(name + strlen(MATRIX_PREFIX));
        return spec->matrix_file[axis] ? true : fail_memory("--kind");
    }
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (kind != ORB_MATRIX && !strcmp(name, kind_names[kind])) {
            spec->kind[axis] = (orb_kind)kind;
            return true;
        }
    return false;
}

static bool set_norm(transform_spec *spec, const char *name)
{
    for (int norm = 0; norm < NORM_COUNT; norm++)
        if (!strcmp(name, norm_names[norm])) {
            spec->norm = (orb_norm)norm;
            return true;
        }
    return false;
}

bool spec_parse_kind(transform_spec *spec, const char *text)
{
    char *copy = strdup(text), *rest = copy, *part;
    const char *parts[3] = {NULL};
    int count = 0;
    bool good = copy || fail_memory("--kind");

    spec->kind_given = true;
    while (good && (part = strsep(&rest, ","))) {
        good = count < 3;
        if (good)
            parts[count++] = part;
    }
    if (copy && !good)
        good = fail("--kind", "give one for all axes, or one for each, separated by commas",
                    "'%s' gives more than three kinds", text);
    if (count == 2)
        spec->pair = "--kind";
    for (int axis = 0; good && axis < 3; axis++) {
        const char *name = parts[axis < count ? axis : count - 1];
        if (!set_kind(spec, axis, name))
            good = fail("--kind", "choose dct, dst, dht, dwht, dft, identity or matrix:FILE.npy",
                        "there is no kind '%s'", name);
    }
    free(copy);
    return good;
}

bool spec_parse_type(transform_spec *spec, const char *text)
{
    size_t type[3];
    bool good = parse_each(spec, "--type", text, type);
    spec->type_given = true;
    for (int axis = 0; axis < 3; axis++) {
        good = good && type[axis] >= 1 && type[axis] <= 4;
        if (!good)
            return fail("--type", "give 1 to 4, one for all axes or one for each, separated by commas",
                        "'%s' is not a type", text);
        spec->type[axis] = (int)type[axis];
    }
    return true;
}

bool spec_parse_block(transform_spec *spec, const char *text)
{
    spec->block_given = true;
    if (parse_each(spec, "--block", text, spec->block))
        return true;
    return fail("--block",
                "give the points of a block, one number for all axes or one for each, separated by commas; 0: the "
                "whole axis",
                "'%s' is not a size", text);
}

bool spec_parse_norm(transform_spec *spec, const char *text)
{
    spec->norm_given = true;
    if (set_norm(spec, text))
        return true;
    return fail("--norm", "choose ortho, backward or forward", "there is no norm '%s'", text);
}

/* ---- records ---- */

/* The kind of an axis as an option gives it; NULL when memory ran out. */
static json_t *kind_json(const transform_spec *spec, int axis)
{
    return spec->kind[axis] == ORB_MATRIX ? json_sprintf(MATRIX_PREFIX "%s", spec->matrix_file[axis])
                                          : json_string(kind_names[spec->kind[axis]]);
}

json_t *spec_record(const transform_spec *spec, const orb_report *report)
{
    json_t *shape = json_array(), *kinds = json_array(), *types = json_array(), *blocks = json_array(), *record;
    bool good = true;
    char *engine = engine_recorded_name(report->engine);
    for (int axis = 0; axis < 3 - (int)spec->missing; axis++)
        good = good && !json_array_append_new(shape, json_integer((json_int_t)spec->shape[axis])) &&
               !json_array_append_new(kinds, kind_json(spec, axis)) &&
               !json_array_append_new(types, json_integer(spec->type[axis])) &&
               !json_array_append_new(blocks, json_integer((json_int_t)spec_block(spec, axis)));
    if (!good || !engine) {
        json_decref(shape);
        json_decref(kinds);
        json_decref(types);
        json_decref(blocks);
        free(engine);
        return NULL;
    }
    record = json_pack("{s:s, s:o, s:s, s:o, s:o, s:s, s:o, s:s, s:o}", "version", orb_version(), "shape", shape,
                       "input", spec->input == INPUT_COMPLEX ? "complex" : "real", "kind", kinds, "type", types, "norm",
                       norm_names[spec->norm], "block", blocks, "engine", engine, "scale",
                       report_number(report->last_place));
    free(engine);
    if (record && spec->element && json_object_set_new(record, "dtype", json_string(spec->element->name))) {
        json_decref(record);
        record = NULL;
    }
    return record;
}

/* Whether the kind of an axis is the one that a record names. */
static bool has_kind(const transform_spec *spec, int axis, const char *name)
{
    const bool matrix = !strncmp(name, MATRIX_PREFIX, strlen(MATRIX_PREFIX));
    return matrix ? spec->kind[axis] == ORB_MATRIX && !strcmp(spec->matrix_file[axis], name + strlen(MATRIX_PREFIX))
                  : spec->kind[axis] != ORB_MATRIX && !strcmp(kind_names[spec->kind[axis]], name);
}

/* Takes from the record what the command line does not specify for an axis.
 * \param undone  set to false if the command line differs from the record */
static bool apply_axis(transform_spec *spec, int axis, const json_t *shape, const json_t *kind, const json_t *type,
                       const json_t *block, bool *undone)
{
    const size_t at = (size_t)axis;
    const json_int_t points = json_integer_value(json_array_get(shape, at));
    const json_int_t extent = json_integer_value(json_array_get(block, at));
    const json_t *number = json_array_get(type, at);
    const char *name = json_string_value(json_array_get(kind, at));

    if (points < 1 || extent < 1 || !json_is_integer(number) || json_integer_value(number) < 0 ||
        json_integer_value(number) > 4 || !name)
        return false;
    spec->shape[axis] = (size_t)points;
    if (!spec->block_given)
        spec->block[axis] = (size_t)extent;
    if (!spec->type_given)
        spec->type[axis] = (int)json_integer_value(number);
    if (!spec->kind_given && !set_kind(spec, axis, name))
        return false;
    *undone = *undone && spec_block(spec, axis) == (size_t)extent && has_kind(spec, axis, name) &&
              (!json_integer_value(number) || spec->type[axis] == (int)json_integer_value(number));
    return true;
}

/* A file chooses no other file to be read: the user has to name the matrices. */
static bool complain_of_matrix(const json_t *kind, const char *path)
{
    char cure[400] = "give --kind ";
    size_t axis;
    json_t *name;
    bool found = false;

    json_array_foreach((json_t *)kind, axis, name)
    {
        const char *text = json_string_value(name);
        const size_t used = strlen(cure);
        found = found || (text && !strncmp(text, MATRIX_PREFIX, strlen(MATRIX_PREFIX)));
        snprintf(cure + used, sizeof cure - used, "%s%s", axis ? "," : "", text ? text : "");
    }
    return found &&
           !fail(path, cure, "its record names a matrix, which is read only if the command line names it, too");
}

bool spec_apply_record(transform_spec *spec, const json_t *record, const char *path)
{
    const char *norm, *input = NULL, *engine = NULL, *element = NULL;
    const json_t *shape, *kind, *type, *block, *scale = NULL;
    bool good = !json_unpack((json_t *)record, "{s:o, s?s, s:o, s:o, s:s, s:o, s?s, s?o, s?s}", "shape", &shape,
                             "input", &input, "kind", &kind, "type", &type, "norm", &norm, "block", &block, "engine",
                             &engine, "scale", &scale, "dtype", &element);
    const size_t axes = good ? json_array_size(shape) : 0;
    bool undone = true;

    good = axes >= 1 && axes <= 3 && json_array_size(kind) == axes && json_array_size(type) == axes &&
           json_array_size(block) == axes;
    if (good && !spec->kind_given && complain_of_matrix(kind, path))
        return false;
    for (int axis = 0; good && axis < (int)axes; axis++)
        good = apply_axis(spec, axis, shape, kind, type, block, &undone);
    for (size_t axis = axes; good && axis < 3; axis++)
        spec->shape[axis] = 1;
    good = good && (spec->norm_given || set_norm(spec, norm)) &&
           (!input || !strcmp(input, "real") || !strcmp(input, "complex"));
    if (good) {
        spec->missing = 3 - (unsigned)axes;
        spec->scale = json_is_null(scale) ? NAN : json_number_value(scale);
        spec->engine = engine;
        /* What is something else than the input need not have its type. */
        spec->element = element && undone && !strcmp(norm_names[spec->norm], norm) ? dtype_named(element) : NULL;
    }
    if (good && input)
        spec->input = !strcmp(input, "real") ? INPUT_REAL : INPUT_COMPLEX;
    return good ? true
                : fail(path, "use the file and the record as orbital forward wrote them",
                       "the record of its forward transform is damaged");
}
