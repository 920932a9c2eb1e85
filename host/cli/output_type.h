/* The element type of an output: what was asked for, else what the values need.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTPUT_TYPE_H
#define OUTPUT_TYPE_H

#include "spec.h"
#include "volume.h"

typedef struct output_type {
    const dtype *type;
    double imaginary; /* the largest imaginary part */
    bool lost;        /* it is left out, as was asked for, but is no rounding error */
    bool unexpected;  /* it is kept, for it is no rounding error, although the input was real */
} output_type;

/** Whether coefficients can be stored as asked: complex ones in no real type. \return false when not, which is reported
 *  \param wanted  NULL: nothing was asked for */
bool output_type_allows(const dtype *wanted, bool complex, const char *path);

/** For coefficients: what was asked for, else float32 or complex64. */
const dtype *output_type_of_coefficients(const volume *v, const dtype *wanted);

/* What an inverse transform restored, and all that tells how exact it is. */
typedef struct restored_points {
    const transform_spec *spec;
    const orb_device *device;
    const orb_report *report;
    bool complex;       /* the points */
    double imaginary;   /* the largest imaginary part of them */
    double coefficient; /* the largest magnitude */
} restored_points;

/** Adds a volume, or a piece of one. */
void output_type_add(restored_points *restored, const volume *coefficients, const volume *points);

/** For what an inverse transform restored: what was asked for; else float32 where it is real, or where the input of the
 *  forward transform was real and all imaginary parts are rounding errors; else complex64. */
output_type output_type_of_points(const restored_points *restored, const dtype *wanted);

/** The same ahead of the last piece, when the imaginary parts are not known: where the input was real they are taken
 *  for rounding errors. */
const dtype *output_type_expected(const restored_points *restored, const dtype *wanted);

/** Warns of imaginary parts that were lost or are unexpected. */
void output_type_warn(const output_type *chosen, const char *path);

#endif
