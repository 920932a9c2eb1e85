/* What transform is meant: from the command line, or from the record that a forward transform left.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SPEC_H
#define SPEC_H

#include "dtype.h"

#include <orbital/orbital.h>

#include <jansson.h>
#include <stdbool.h>

/* What the points are, or were before the forward transform. */
typedef enum input_values { INPUT_UNKNOWN, INPUT_REAL, INPUT_COMPLEX } input_values;

/* The fourth axis of a file: that of a series, unless it is transformed. */
typedef struct fourth_axis {
    bool transformed;
    size_t points; /* 0: unknown */
    orb_kind kind;
    int type; /* as that of the other axes */
} fourth_axis;

/* Axes as the user counts them. */
typedef struct transform_spec {
    size_t shape[3];  /* points of the volume, unpadded; all 0 until known */
    unsigned missing; /* how many of the last axes it does not have; they are left alone */
    size_t block[3];  /* 0: the axis whole */
    orb_kind kind[3];
    int type[3]; /* 0: the usual one of the kind */
    orb_norm norm;
    char *matrix_file[3]; /* of ORB_MATRIX; owned */
    fourth_axis fourth;
    bool four_axes; /* the command can transform the fourth axis */
    input_values input;
    const dtype *element; /* the type of the file that held them; NULL: unknown */
    double scale;         /* last place of the forward transform, from its record; NAN: not known to it */
    const char *engine;   /* of the forward transform, from its record, whose it is; NULL: unknown */

    /* Which of these the command line gave. */
    bool block_given, kind_given, type_given, norm_given;
    size_t kinds, types, blocks; /* how many values it gave */
} transform_spec;

/** Parses numbers with commas between. \return how many, at most most; 0 if it is not that */
size_t spec_parse_list(const char *text, size_t most, size_t *size);

/** Parses "64,64,64", or where one value may stand for all axes, "64". \return false if it is not that */
bool spec_parse_sizes(const char *text, bool one_for_all, size_t size[3]);

/** Parses the value of --kind, --type, --block or --norm. \return false if it is wrong, which is reported */
bool spec_parse_kind(transform_spec *spec, const char *text);
bool spec_parse_type(transform_spec *spec, const char *text);
bool spec_parse_block(transform_spec *spec, const char *text);
bool spec_parse_norm(transform_spec *spec, const char *text);

/* What stands before the file of a matrix in the name of its kind. */
#define SPEC_MATRIX "matrix:"

/** Sets the kind of an axis, or the norm. \return false if there is no such name */
bool spec_set_kind(transform_spec *spec, int axis, const char *name);
bool spec_set_norm(transform_spec *spec, const char *name);

/** Sets the kind of the fourth axis, which is then transformed. \return false if there is no such kind */
bool spec_set_fourth(transform_spec *spec, const char *name);

/** The names of a kind and of a norm. */
const char *spec_kind_name(orb_kind kind);
const char *spec_norm_name(orb_norm norm);

/** What was done, for the file of the coefficients. \param report  its last place may be NAN, unknown \return NULL when
 *  memory ran out */
json_t *spec_record(const transform_spec *spec, const orb_report *report);

/** Sets what the command line did not give from a record, which has to live as long. Each member is checked, and one
 *  that is not known is an error. \return false if it is not a record, which is reported */
bool spec_apply_record(transform_spec *spec, const json_t *record, const char *path);

/** Whether an option gives one value, or one for each axis; none is allowed. \return false if not, which is reported */
bool spec_values_fit(const char *option, size_t values, unsigned missing);

/** Completes a specification for a volume: its shape and its axes where no record gave them, and the default types.
 *  \return false if an option gives several values, but not one for each axis, which is reported */
bool spec_settle(transform_spec *spec, const size_t shape[3], unsigned missing);

/** The block along an axis, with 0 replaced by the whole axis. */
size_t spec_block(const transform_spec *spec, int axis);

/** The shape filled up to whole blocks. */
void spec_padded(const transform_spec *spec, size_t padded[3]);

/** Whether the transform makes complex results of real points: an axis is of kind ORB_DFT. */
bool spec_is_complex(const transform_spec *spec);

/** Frees what a specification owns. */
void spec_release(transform_spec *spec);

#endif
