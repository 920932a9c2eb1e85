/* Which frequency a coefficient of a transform belongs to.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FREQUENCY_H
#define FREQUENCY_H

#include "spec.h"

/** Cycles per voxel of each coefficient of an axis, 0 to 1/2, by docs/filters.md: for one block, into a new array that
 *  the caller frees; an axis of kind ORB_IDENTITY has none but 0. No such thing exists for ORB_MATRIX.
 *  \param spec  settled \return NULL when memory ran out, which is reported */
double *frequency_table(const transform_spec *spec, int axis);

#endif
