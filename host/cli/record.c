/* Records of transforms: what a forward transform did, for its inverse. A record comes with a file from anywhere, so
 * each member is checked, and none chooses a file, a board, threads or memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine_choice.h"
#include "message.h"
#include "record_text.h"
#include "results.h"
#include "spec.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

/* The kind of an axis as an option gives it; NULL when memory ran out. */
static json_t *kind_json(const transform_spec *spec, int axis)
{
    return spec->kind[axis] == ORB_MATRIX ? json_sprintf(SPEC_MATRIX "%s", spec->matrix_file[axis])
                                          : json_string(spec_kind_name(spec->kind[axis]));
}

/* Adds an axis to the lists of a record; owns the kind. */
static bool add_axis(json_t *lists[4], size_t points, json_t *kind, int type, size_t block)
{
    const int failed = json_array_append_new(lists[0], json_integer((json_int_t)points)) |
                       json_array_append_new(lists[1], kind) | json_array_append_new(lists[2], json_integer(type)) |
                       json_array_append_new(lists[3], json_integer((json_int_t)block));
    return !failed;
}

json_t *spec_record(const transform_spec *spec, const orb_report *report)
{
    const fourth_axis *fourth = &spec->fourth;
    json_t *lists[4] = {json_array(), json_array(), json_array(), json_array()}, *record;
    bool good = true;
    char *engine = engine_recorded_name(report->engine);
    for (int axis = 0; axis < 3 - (int)spec->missing; axis++)
        good =
            add_axis(lists, spec->shape[axis], kind_json(spec, axis), spec->type[axis], spec_block(spec, axis)) && good;
    if (fourth->transformed)
        good =
            add_axis(lists, fourth->points, json_string(spec_kind_name(fourth->kind)), fourth->type, fourth->points) &&
            good;
    record = json_pack("{s:s, s:o, s:s, s:o, s:o, s:s, s:o, s:s, s:o, s:s*}", "version", orb_version(), "shape",
                       lists[0], "input", spec->input == INPUT_COMPLEX ? "complex" : "real", "kind", lists[1], "type",
                       lists[2], "norm", spec_norm_name(spec->norm), "block", lists[3], "engine", engine, "scale",
                       report_number(report->last_place), "dtype", spec->element ? spec->element->name : NULL);
    free(engine);
    if (good)
        return record;
    json_decref(record);
    return NULL;
}

/* ---- reading ---- */

/* Whether a text is short, and fit for a message on a terminal. */
static bool is_plain(const char *text, size_t most)
{
    size_t length = 0;
    while (length <= most && text[length] && !iscntrl((unsigned char)text[length]))
        length++;
    return length <= most && !text[length];
}

/* A version is three numbers. What a later minor version means by a member is not known here. */
static bool check_version(const char *version, const char *path)
{
    unsigned major, minor, patch, own[2] = {0};
    int end = 0;

    if (strspn(version, ".0123456789") != strlen(version) || strlen(version) > strlen("999.999.999") ||
        sscanf(version, "%u.%u.%u%n", &major, &minor, &patch, &end) != 3 || version[end])
        return record_damaged(path);
    sscanf(orb_version(), "%u.%u", &own[0], &own[1]);
    return major < own[0] || (major == own[0] && minor <= own[1]) ||
           fail(path, "use that version or a later one", "its record was written by orbital %s", version);
}

/* Whether a kind has a type of that number; 0 stands for a kind without types. */
static bool has_type(orb_kind kind, json_int_t type)
{
    const json_int_t last = kind == ORB_DCT || kind == ORB_DST ? 4 : kind == ORB_DWHT ? 2 : 0;
    return type >= (last > 0) && type <= last;
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

    if (points < 1 || extent < 1 || !json_is_integer(number) || !name || !spec_set_kind(was, axis, name))
        return false;
    was->shape[axis] = (size_t)points;
    was->block[axis] = (size_t)extent;
    was->type[axis] = (int)json_integer_value(number);
    return has_type(was->kind[axis], json_integer_value(number)) &&
           (!was->matrix_file[axis] || is_plain(was->matrix_file[axis], FILENAME_MAX));
}

/* Reads the fourth axis of a record; false if it is damaged. */
static bool read_fourth(transform_spec *was, const json_t *shape, const json_t *kind, const json_t *type,
                        const json_t *block)
{
    const json_int_t points = json_integer_value(json_array_get(shape, 3));
    const json_t *number = json_array_get(type, 3);
    const char *name = json_string_value(json_array_get(kind, 3));

    was->fourth.points = (size_t)points;
    was->fourth.type = (int)json_integer_value(number);
    return points >= 1 && json_integer_value(json_array_get(block, 3)) == points && json_is_integer(number) && name &&
           spec_set_fourth(was, name) && has_type(was->fourth.kind, json_integer_value(number));
}

/* Reads the last place of the forward transform, which only fixed-point arrays have. */
static bool read_scale(transform_spec *was, const json_t *scale)
{
    const bool exact =
        !was->engine || !strcmp(was->engine, "cpu") || !strncmp(was->engine, "cpu:", 4) || strstr(was->engine, "float");

    was->scale = json_is_number(scale) ? json_number_value(scale) : NAN;
    return !scale || json_is_null(scale) || (exact ? was->scale == 0 : isfinite(was->scale) && was->scale >= 0);
}

/* Reads what the input was. */
static bool read_input(transform_spec *was, const char *input, const char *element)
{
    if (input)
        was->input = !strcmp(input, "real") ? INPUT_REAL : INPUT_COMPLEX;
    was->element = element ? dtype_named(element) : NULL;
    return (!input || !strcmp(input, "real") || !strcmp(input, "complex")) &&
           (!element || (was->element && !(was->input == INPUT_REAL && dtype_is_complex(was->element))));
}

/* Reads a record. \return false if it is damaged, which is reported */
static bool read_record(transform_spec *was, const json_t *record, const char *path)
{
    const char *norm, *version = NULL, *input = NULL, *element = NULL;
    const json_t *shape, *kind, *type, *block, *scale = NULL;
    bool good = !json_unpack((json_t *)record, "{s?s, s:o, s?s, s:o, s:o, s:s, s:o, s?s, s?o, s?s !}", "version",
                             &version, "shape", &shape, "input", &input, "kind", &kind, "type", &type, "norm", &norm,
                             "block", &block, "engine", &was->engine, "scale", &scale, "dtype", &element);
    const size_t axes = good ? json_array_size(shape) : 0;

    if (version && !check_version(version, path))
        return false;
    good = axes >= 1 && axes <= 4 && json_array_size(kind) == axes && json_array_size(type) == axes &&
           json_array_size(block) == axes && spec_set_norm(was, norm) && read_input(was, input, element) &&
           (!was->engine || is_plain(was->engine, sizeof((orb_report *)NULL)->engine - 1)) && read_scale(was, scale);
    for (int axis = 0; good && axis < 3; axis++) {
        was->shape[axis] = was->block[axis] = 1;
        good = axis >= (int)axes || read_axis(was, axis, shape, kind, type, block);
    }
    good = good && (axes < 4 || read_fourth(was, shape, kind, type, block));
    was->missing = axes < 3 ? 3 - (unsigned)axes : 0;
    return good || record_damaged(path);
}

/* Whether the inverse of a specification undoes the transform of a record along an axis. */
static bool undoes(const transform_spec *spec, const transform_spec *was, int axis)
{
    return spec_block(spec, axis) == was->block[axis] && spec->kind[axis] == was->kind[axis] &&
           (spec->kind[axis] != ORB_MATRIX || !strcmp(spec->matrix_file[axis], was->matrix_file[axis])) &&
           (!was->type[axis] || spec->type[axis] == was->type[axis]);
}

/* The same along the fourth axis. */
static bool undoes_fourth(const fourth_axis *axis, const fourth_axis *was)
{
    return axis->transformed == was->transformed &&
           (!was->transformed || (axis->kind == was->kind && (!was->type || axis->type == was->type)));
}

/* Takes the fourth axis of a record, unless the command line gives kinds or types. */
static bool apply_fourth(transform_spec *spec, const fourth_axis *was, const char *path)
{
    if (was->transformed && !spec->four_axes)
        return fail(path, "use orbital-mpi inverse", "its record says that the fourth axis was transformed as well");
    if (!spec->kind_given) {
        spec->fourth.transformed = was->transformed;
        spec->fourth.kind = was->kind;
    }
    if (!spec->type_given)
        spec->fourth.type = was->type;
    spec->fourth.points = was->points;
    return true;
}

/* A file chooses no other file to be read: the user has to name the matrices. */
static bool complain_of_matrix(const transform_spec *was, const char *path)
{
    char cure[400] = "give --kind ";
    for (int axis = 0; axis < 3 - (int)was->missing; axis++) {
        const char *file = was->matrix_file[axis];
        const size_t used = strlen(cure);
        snprintf(cure + used, sizeof cure - used, "%s%s%s", axis ? "," : "",
                 file ? SPEC_MATRIX : spec_kind_name(was->kind[axis]), file ? file : "");
    }
    return fail(path, cure, "its record names a matrix, which is read only if the command line names it, too");
}

bool spec_apply_record(transform_spec *spec, const json_t *record, const char *path)
{
    transform_spec was = {.missing = 0};
    bool undone, good = read_record(&was, record, path);

    if (good && !spec->kind_given && (was.matrix_file[0] || was.matrix_file[1] || was.matrix_file[2]))
        good = complain_of_matrix(&was, path);
    good = good && apply_fourth(spec, &was.fourth, path);
    undone = good && undoes_fourth(&spec->fourth, &was.fourth);
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
