/* Filters: gains by which the coefficients of a transform are multiplied. docs/filters.md has the formulas.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FILTER_H
#define FILTER_H

#include "spec.h"
#include "volume.h"

#include <jansson.h>

typedef enum filter_kind {
    FILTER_NONE,
    FILTER_LOWPASS,
    FILTER_HIGHPASS,
    FILTER_BANDPASS,
    FILTER_GAUSSIAN,
    FILTER_LAPLACIAN,
    FILTER_POISSON
} filter_kind;

typedef struct filter {
    filter_kind kind;
    double low, high;   /* cut-offs in cycles per unit: of LOWPASS high, of HIGHPASS low, of BANDPASS both */
    double order;       /* of a pass's Butterworth edge; 0: a sharp one */
    double sigma[3];    /* of a GAUSSIAN along each axis, in units */
    bool physical;      /* the unit is the header's; else a voxel */
    double voxel[3];    /* its size in units; filter_settle finds it */
    const char *unit;   /* its name, likewise; the volume's */
    double least, most; /* gains that occurred; filter_apply finds them */
} filter;

/** Cycles per voxel of each coefficient of an axis, 0 to 1/2, by docs/filters.md: for one block, into a new array that
 *  the caller frees; an axis of kind ORB_IDENTITY has none but 0. No such thing exists for ORB_MATRIX.
 *  \param spec  settled \return NULL when memory ran out, which is reported */
double *frequency_table(const transform_spec *spec, int axis);

/** Completes a filter for a volume and a settled transform: the unit.
 *  \return false if they do not go together, which is reported */
bool filter_settle(filter *f, const transform_spec *spec, const volume *in, const char *path);

/** Multiplies coefficients by the gains. \return false on failure, which is reported */
bool filter_apply(filter *f, const transform_spec *spec, volume *coefficients);

/** Prints one line: the filter and its gains. */
void filter_print(const filter *f);

/** The same as JSON. \return NULL when memory ran out */
json_t *filter_json(const filter *f);

#endif
