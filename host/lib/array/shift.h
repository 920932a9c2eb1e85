/* The right shifts of the stages: as small as the words' range allows.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_SHIFT_H
#define ORB_SHIFT_H

#include "coefficients.h"
#include "round.h"

#include <stdbool.h>

/* 2-norms of what a stage can gather in one result: the lines along the array's axis 2, then the planes along 2 and 0,
 * then the group. The largest word, the peak, is kept apart: a block of coefficients often has little else. */
typedef struct orb_norms {
    double peak;      /* magnitude of the largest word */
    size_t at[3];     /* the row of each stage's matrix that it meets */
    double others[3]; /* the largest norm of the lines, planes, groups without the peak */
    double with[3];   /* norm of the line, plane, group with the peak... */
    double rest[3];   /* ...and of what it has besides */
} orb_norms;

/* Norms of a group: the operands of a strand, which are summed up together and have one exponent, each in C order along
 * the array's axes. scratch has room for cube[0] * cube[1] doubles. */
orb_norms orb_norms_of(const orb_round *round, const int32_t *words, double *scratch);

/* The smallest shifts with which no stage can clip, whatever the group with these norms holds, given the matrix of each
 * stage. */
void orb_shift_bound(const orb_round *round, const orb_fixed_matrix matrix[3], const orb_norms *norms,
                     const orb_format *format, unsigned shift[3]);

/* The shifts with which sums of likely magnitudes just fit. Sums can be larger, so that stages can clip. No result is
 * coarser than with the bounds.
 * \param likely  the largest sum of each stage, see likely.h
 * \param bound   shifts that orb_shift_bound gave */
void orb_shift_likely(unsigned stages, const orb_fixed_matrix matrix[3], const double likely[3],
                      const orb_format *format, const unsigned bound[3], unsigned shift[3]);

/* Tightens shifts by what a run with them measured: bits[s] is the bit length of the largest sum of stage s.
 * True if any shift changed. */
bool orb_shift_tighten(unsigned stages, const unsigned bits[3], const orb_format *format, unsigned shift[3]);

/* Loosens the shifts of a run that clipped sums, by what it measured. Later stages then have shorter operands, and keep
 * their results' scale unless they were clipped as well. */
void orb_shift_loosen(unsigned stages, const unsigned bits[3], const orb_format *format, unsigned shift[3]);

#endif
