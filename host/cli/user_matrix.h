/* Matrices that users bring in NPY files.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef USER_MATRIX_H
#define USER_MATRIX_H

#include "spec.h"

/* By axis; NULL where the kind is another, and where there is no inverse. Owned. */
typedef struct user_matrices {
    double *matrix[3];  /* row n is a point, column k a coefficient */
    double *inverse[3]; /* row k is a coefficient, column n a point */
} user_matrices;

/** Reads FILE.npy, and FILE.inverse.npy where it is beside, for each axis of kind ORB_MATRIX.
 *  \return false on failure, which is reported; user_matrices_release is needed in both cases */
bool user_matrices_load(user_matrices *matrices, const transform_spec *spec);

void user_matrices_release(user_matrices *matrices);

#endif
