/* What transform is meant: values of the command line, and records.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strsep */

#include "spec.h"

#include "message.h"
#include "report.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
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

void spec_settle(transform_spec *spec, const size_t shape[3])
{
    for (int i = 0; i < 3; i++) {
        bool cosine_or_sine = spec->kind[i] == ORB_DCT || spec->kind[i] == ORB_DST;
        if (spec->shape[i] == 0)
            spec->shape[i] = shape[i];
        if (!cosine_or_sine && spec->kind[i] != ORB_DWHT)
            spec->type[i] = 0; /* these kinds have none */
        else if (spec->type[i] == 0)
            spec->type[i] = cosine_or_sine ? 2 : 1;
    }
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
    if (copy && (!good || count == 2))
        good = fail("--kind", "one for all axes, or three with commas between", "'%s' is neither one nor three", text);
    for (int axis = 0; good && axis < 3; axis++) {
        const char *name = parts[count == 1 ? 0 : axis];
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
    spec->type_given = true;
    for (int axis = 0; axis < 3; axis++) {
        if (!spec_parse_sizes(text, true, type) || type[axis] < 1 || type[axis] > 4)
            return fail("--type", "1 to 4, one for all axes or three with commas between", "'%s' is no type", text);
        spec->type[axis] = (int)type[axis];
    }
    return true;
}

bool spec_parse_block(transform_spec *spec, const char *text)
{
    spec->block_given = true;
    if (spec_parse_sizes(text, true, spec->block))
        return true;
    return fail("--block", "points of a block, one number for all axes or three with commas between; 0: the whole axis",
                "'%s' is no size", text);
}

bool spec_parse_norm(transform_spec *spec, const char *text)
{
    spec->norm_given = true;
    if (set_norm(spec, text))
        return true;
    return fail("--norm", "choose ortho, backward or forward", "there is no norm '%s'", text);
}

/* ---- records ---- */

json_t *spec_record(const transform_spec *spec, const orb_report *report)
{
    json_t *kinds = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(kinds, spec->kind[i] == ORB_MATRIX
                                         ? json_sprintf(MATRIX_PREFIX "%s", spec->matrix_file[i])
                                         : json_string(kind_names[spec->kind[i]]));
    if (json_array_size(kinds) != 3) {
        json_decref(kinds);
        return NULL;
    }
    return json_pack("{s:s, s:[III], s:s, s:o, s:[iii], s:s, s:[III], s:s, s:o}", "version", ORB_VERSION, "shape",
                     (json_int_t)spec->shape[0], (json_int_t)spec->shape[1], (json_int_t)spec->shape[2], "input",
                     spec->input == INPUT_COMPLEX ? "complex" : "real", "kind", kinds, "type", spec->type[0],
                     spec->type[1], spec->type[2], "norm", norm_names[spec->norm], "block",
                     (json_int_t)spec_block(spec, 0), (json_int_t)spec_block(spec, 1), (json_int_t)spec_block(spec, 2),
                     "engine", report->engine, "scale", report_number(report->last_place));
}

bool spec_record_scale(json_t *record, double last_place)
{
    return !json_object_set_new(record, "scale", report_number(last_place));
}

bool spec_apply_record(transform_spec *spec, const json_t *record, const char *path)
{
    const char *kind[3], *norm, *input = NULL, *engine = NULL;
    const json_t *scale = NULL;
    json_int_t shape[3], block[3];
    int type[3];
    bool good = !json_unpack((json_t *)record, "{s:[III], s?s, s:[sss], s:[iii], s:s, s:[III], s?s, s?o}", "shape",
                             &shape[0], &shape[1], &shape[2], "input", &input, "kind", &kind[0], &kind[1], &kind[2],
                             "type", &type[0], &type[1], &type[2], "norm", &norm, "block", &block[0], &block[1],
                             &block[2], "engine", &engine, "scale", &scale);

    for (int i = 0; good && i < 3; i++) {
        good = shape[i] >= 1 && block[i] >= 1 && type[i] >= 0 && type[i] <= 4 &&
               (spec->kind_given || set_kind(spec, i, kind[i]));
        spec->shape[i] = (size_t)shape[i];
        if (!spec->block_given)
            spec->block[i] = (size_t)block[i];
        if (!spec->type_given)
            spec->type[i] = type[i];
    }
    good = good && (spec->norm_given || set_norm(spec, norm)) &&
           (!input || !strcmp(input, "real") || !strcmp(input, "complex"));
    if (good && input)
        spec->input = !strcmp(input, "real") ? INPUT_REAL : INPUT_COMPLEX;
    spec->scale = json_number_value(scale);
    spec->engine = engine;
    return good ? true
                : fail(path, "take the file and the record as orbital forward wrote them",
                       "the record of its forward transform is damaged");
}
