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
 *  \param requested  NULL: no type was requested */
bool output_type_allows(const dtype *requested, bool complex, const char *path);

/** A floating-point type: of double precision where elements of the known type need it and the format has it.
 *  \param known  NULL: unknown \param target  NULL: any format */
const dtype *output_type_float(bool complex, const dtype *known, const volume_target *target);

/** For coefficients and filtered points: what was asked for; else float32 or complex64, or of twice the size where the
 *  elements of the input are double and the format has such elements. */
const dtype *output_type_of_results(const volume *results, const dtype *input, const dtype *requested,
                                    const volume_target *target);

/* The result of an inverse transform, and the facts that determine its accuracy. */
typedef struct restored_points {
    const transform_spec *spec;
    const orb_device *device;
    const orb_report *report;
    const dtype *coefficients;   /* the type of their elements; NULL: unknown */
    const volume_target *target; /* where the points go; NULL: nowhere */
    bool complex;                /* the points */
    double imaginary;            /* the largest imaginary part of them */
    double coefficient;          /* the largest magnitude */
} restored_points;

/** Adds a volume, or a piece of one. */
void output_type_add(restored_points *restored, const volume *coefficients, const volume *points);

/** For what an inverse transform restored: what was asked for; else the type that the input of the forward transform
 *  had, if the format has it; for integers of another type a larger integer type, or where there is none the same,
 *  which the format will refuse; else a real type where the points are real, or where that input was real and all
 *  imaginary parts are rounding errors, and a complex one where they are not: of double precision if that input was,
 *  or if it is not known and the coefficients are. */
output_type output_type_of_points(const restored_points *restored, const dtype *requested);

/** The same ahead of the last piece, when the imaginary parts are not known: where the input was real they are taken
 *  for rounding errors. */
const dtype *output_type_expected(const restored_points *restored, const dtype *requested);

/** Warns of imaginary parts that were lost or are unexpected. \return whether any were lost */
bool output_type_warn(const output_type *chosen, const char *path);

#endif
