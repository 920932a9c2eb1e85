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

/* The index of a name, or count. */
static int find(const char *name, const char *const *names, int count)
{
    int i = 0;
    while (i < count && strcmp(name, names[i]))
        i++;
    return i;
}

/* Sets the kind of an axis; false if no kind has that name. */
static bool set_kind(transform_spec *spec, int axis, const char *name)
{
    const int kind = find(name, kind_names, KIND_COUNT);
    const size_t prefix = strlen(MATRIX_PREFIX);
    free(spec->matrix_file[axis]);
    spec->matrix_file[axis] = NULL;
    if (!strncmp(name, MATRIX_PREFIX, prefix) && name[prefix]) {
        spec->kind[axis] = ORB_MATRIX;
        spec->matrix_file[axis] = strdup(name + prefix);
        return spec->matrix_file[axis] || fail_memory("--kind");
    }
    spec->kind[axis] = (orb_kind)kind;
    return kind < KIND_COUNT && kind != ORB_MATRIX;
}

static bool set_norm(transform_spec *spec, const char *name)
{
    const int norm = find(name, norm_names, NORM_COUNT);
    spec->norm = (orb_norm)norm;
    return norm < NORM_COUNT;
}

bool spec_values_fit(const char *option, size_t values, unsigned missing)
{
    const unsigned axes = 3 - missing;
    return values <= 1 || values == axes ||
           fail(option, "give one value, or one for each axis", "gives %zu values for %u ax%cs", values, axes,
                axes == 1 ? 'i' : 'e');
}

bool spec_settle(transform_spec *spec, const size_t shape[3], unsigned missing)
{
    if (spec->shape[0] == 0) {
        memcpy(spec->shape, shape, sizeof spec->shape);
        spec->missing = missing;
    }
    if (!spec_values_fit("--kind", spec->kinds, spec->missing) ||
        !spec_values_fit("--type", spec->types, spec->missing) ||
        !spec_values_fit("--block", spec->blocks, spec->missing))
        return false;
    for (unsigned axis = 3 - spec->missing; axis < 3; axis++) { /* what the volume does not have is left as it is */
        set_kind(spec, (int)axis, kind_names[ORB_IDENTITY]);
        spec->block[axis] = 1;
    }
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

/* Parses one value for all axes, or one for each. Returns how many there are; 0: it is not that. */
static size_t parse_each(const char *text, size_t size[3])
{
    const size_t count = spec_parse_list(text, 3, size);
    for (size_t axis = count; count && axis < 3; axis++)
        size[axis] = size[count - 1]; /* of two values, an axis that has to be missing takes the second */
    return count;
}

bool spec_parse_kind(transform_spec *spec, const char *text)
{
    char *copy = strdup(text), *rest = copy;
    const char *part[4] = {NULL};
    int count = 0;
    bool good = copy || fail_memory("--kind");

    spec->kind_given = true;
    while (rest && count < 4)
        part[count++] = strsep(&rest, ",");
    if (count > 3)
        good = fail("--kind", "give one for all axes, or one for each, separated by commas",
                    "'%s' gives more than three kinds", text);
    spec->kinds = (size_t)count;
    for (int axis = 0; good && axis < 3; axis++) {
        const char *name = part[axis < count ? axis : count - 1];
        good = set_kind(spec, axis, name) || fail("--kind",
                                                  "choose dct, dst, dht, dwht, dft, identity or "
                                                  "matrix:FILE.npy",
                                                  "there is no kind '%s'", name);
    }
    free(copy);
    return good;
}

bool spec_parse_type(transform_spec *spec, const char *text)
{
    size_t type[3] = {0};
    spec->types = parse_each(text, type);
    spec->type_given = true;
    for (int axis = 0; axis < 3; axis++) {
        if (type[axis] < 1 || type[axis] > 4)
            return fail("--type", "give 1 to 4, one for all axes or one for each, separated by commas",
                        "'%s' is not a type", text);
        spec->type[axis] = (int)type[axis];
    }
    return true;
}

bool spec_parse_block(transform_spec *spec, const char *text)
{
    spec->block_given = true;
    spec->blocks = parse_each(text, spec->block);
    return spec->blocks > 0 ||
           fail("--block",
                "give the points of a block, one number for all axes or one for each, separated by commas; 0: the "
                "whole axis",
                "'%s' is not a size", text);
}

bool spec_parse_norm(transform_spec *spec, const char *text)
{
    spec->norm_given = true;
    return set_norm(spec, text) || fail("--norm", "choose ortho, backward or forward", "there is no norm '%s'", text);
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
        good = !json_array_append_new(shape, json_integer((json_int_t)spec->shape[axis])) &&
               !json_array_append_new(kinds, kind_json(spec, axis)) &&
               !json_array_append_new(types, json_integer(spec->type[axis])) &&
               !json_array_append_new(blocks, json_integer((json_int_t)spec_block(spec, axis))) && good;
    record = json_pack("{s:s, s:o, s:s, s:o, s:o, s:s, s:o, s:s, s:o, s:s*}", "version", orb_version(), "shape", shape,
                       "input", spec->input == INPUT_COMPLEX ? "complex" : "real", "kind", kinds, "type", types, "norm",
                       norm_names[spec->norm], "block", blocks, "engine", engine, "scale",
                       report_number(report->last_place), "dtype", spec->element ? spec->element->name : NULL);
    free(engine);
    if (good)
        return record;
    json_decref(record);
    return NULL;
}

/* Reads an axis of a record; false if it is damaged. */
static bool read_axis(transform_spec *was, int axis, const json_t *shape, const json_t *kind, const json_t *type,
                      const json_t *block)
{
    const size_t at = (size_t)axis;
    const json_int_t points = json_integer_value(json_array_get(shape, at));
    const json_int_t extent = json_integer_value(json_array_get(block, at));
    const json_t *number = json_array_get(type, at);
    const char *name = json_string_value(json_array_get(kind, at));

    if (points < 1 || extent < 1 || !json_is_integer(number) || json_integer_value(number) < 0 ||
        json_integer_value(number) > 4 || !name)
        return false;
    was->shape[axis] = (size_t)points;
    was->block[axis] = (size_t)extent;
    was->type[axis] = (int)json_integer_value(number);
    return set_kind(was, axis, name);
}

/* Reads a record; false if it is damaged. */
static bool read_record(transform_spec *was, const json_t *record)
{
    const char *norm, *input = NULL, *element = NULL;
    const json_t *shape, *kind, *type, *block, *scale = NULL;
    bool good = !json_unpack((json_t *)record, "{s:o, s?s, s:o, s:o, s:s, s:o, s?s, s?o, s?s}", "shape", &shape,
                             "input", &input, "kind", &kind, "type", &type, "norm", &norm, "block", &block, "engine",
                             &was->engine, "scale", &scale, "dtype", &element);
    const size_t axes = good ? json_array_size(shape) : 0;

    good = axes >= 1 && axes <= 3 && json_array_size(kind) == axes && json_array_size(type) == axes &&
           json_array_size(block) == axes && set_norm(was, norm) &&
           (!input || !strcmp(input, "real") || !strcmp(input, "complex"));
    for (int axis = 0; good && axis < 3; axis++) {
        was->shape[axis] = was->block[axis] = 1;
        good = axis >= (int)axes || read_axis(was, axis, shape, kind, type, block);
    }
    was->missing = 3 - (unsigned)axes;
    was->scale = json_is_null(scale) ? NAN : json_number_value(scale);
    was->element = element ? dtype_named(element) : NULL;
    if (good && input)
        was->input = !strcmp(input, "real") ? INPUT_REAL : INPUT_COMPLEX;
    return good;
}

/* Whether the inverse of a specification undoes the transform of a record along an axis. */
static bool undoes(const transform_spec *spec, const transform_spec *was, int axis)
{
    return spec_block(spec, axis) == was->block[axis] && spec->kind[axis] == was->kind[axis] &&
           (spec->kind[axis] != ORB_MATRIX || !strcmp(spec->matrix_file[axis], was->matrix_file[axis])) &&
           (!was->type[axis] || spec->type[axis] == was->type[axis]);
}

/* A file chooses no other file to be read: the user has to name the matrices. */
static bool complain_of_matrix(const transform_spec *was, const char *path)
{
    char cure[400] = "give --kind ";
    for (int axis = 0; axis < 3 - (int)was->missing; axis++) {
        const char *file = was->matrix_file[axis];
        const size_t used = strlen(cure);
        snprintf(cure + used, sizeof cure - used, "%s%s%s", axis ? "," : "",
                 file ? MATRIX_PREFIX : kind_names[was->kind[axis]], file ? file : "");
    }
    return fail(path, cure, "its record names a matrix, which is read only if the command line names it, too");
}

bool spec_apply_record(transform_spec *spec, const json_t *record, const char *path)
{
    transform_spec was = {.missing = 0};
    bool undone = true,
         good = read_record(&was, record) || fail(path, "use the file and the record as orbital forward wrote them",
                                                  "the record of its forward transform is damaged");

    if (good && !spec->kind_given && (was.matrix_file[0] || was.matrix_file[1] || was.matrix_file[2]))
        good = complain_of_matrix(&was, path);
    for (int axis = 0; good && axis < 3; axis++) {
        spec->shape[axis] = was.shape[axis];
        if (!spec->block_given)
            spec->block[axis] = was.block[axis];
        if (!spec->type_given)
            spec->type[axis] = was.type[axis];
        if (!spec->kind_given)
            spec->kind[axis] = was.kind[axis];
        undone = undone && (axis >= 3 - (int)was.missing || undoes(spec, &was, axis));
    }
    if (good) {
        if (!spec->norm_given)
            spec->norm = was.norm;
        if (was.input != INPUT_UNKNOWN)
            spec->input = was.input;
        spec->missing = was.missing;
        spec->scale = was.scale;
        spec->engine = was.engine;
        /* What is something else than the input need not have its type. */
        spec->element = undone && spec->norm == was.norm ? was.element : NULL;
    }
    spec_release(&was);
    return good;
}
