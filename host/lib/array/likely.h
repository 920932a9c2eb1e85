/* How large the sums of a strand are likely to be, without computing all of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where a transform gathers most of a line, a plane or the cube in few results, these are computed: the results of the
 * lines with the largest norms; of the planes with the largest norms; and the columns of the cube that are largest in
 * these planes. What remains is taken for noise, whose results are spread like random numbers of a normal distribution.
 * An estimate that is too small costs a second run, and one that is too large costs accuracy. */
#ifndef ORB_LIKELY_H
#define ORB_LIKELY_H

#include "coefficients.h"
#include "round.h"

/* The matrices of a round in single precision, and the room that an estimate needs. */
typedef struct orb_likely {
    const orb_round *round;
    float *matrix[3]; /* of each stage, of the scale of the transform */
    size_t room;      /* floats of scratch */
} orb_likely;

/* ORB_OK or ORB_NO_MEMORY. Lines that are too long for estimates leave matrix[0] NULL. */
orb_status orb_likely_init(orb_likely *likely, const orb_round *round, const orb_fixed_matrix matrix[3]);

/* Also after a failed orb_likely_init. */
void orb_likely_free(orb_likely *likely);

/* Estimates the largest sum of each stage in units of a word of the operands, as if no stage changed their scale.
 * \param matrix   of each stage
 * \param words    the operands of a strand in C order along the array's axes
 * \param squares  sums of the squares of the words of each line along axis 2, in C order
 * \param scratch  likely->room floats */
void orb_likely_sums(const orb_likely *likely, const orb_fixed_matrix matrix[3], const int32_t *words,
                     const double *squares, float *scratch, double sums[3]);

#endif
