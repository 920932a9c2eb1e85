/* The right shifts of the stages: as small as the words' range allows.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_SHIFT_H
#define ORB_SHIFT_H

#include "coefficients.h"
#include "fixed.h"

#include <stdbool.h>

/* The stages that run, in their order. */
typedef struct orb_stages {
    unsigned count;               /* 1 to 3 */
    unsigned axis[3];             /* all three in their order; the first `count` of them are contracted */
    const orb_fixed_matrix *m[3]; /* of these axes */
} orb_stages;

/* 2-norms of what a stage can gather in one result: the lines along axis[0], then the planes along axis[0] and axis[1],
 * then the block. The block's largest word, the peak, is kept apart: a block of coefficients often has little else. */
typedef struct orb_norms {
    double peak;      /* magnitude of the largest word */
    size_t at[3];     /* where it stands */
    double others[3]; /* the largest norm of the lines, planes, blocks without the peak */
    double with[3];   /* norm of the line, plane, block with the peak... */
    double rest[3];   /* ...and of what it has besides */
} orb_norms;

/* Norms of a block of n points; scratch has room for n[axis[1]] * n[axis[2]] doubles. */
orb_norms orb_norms_of(const int32_t *words, const size_t n[3], const unsigned axis[3], double *scratch);

/* The smallest shifts with which no stage can clip, whatever the block with these norms holds. n: points of a cube. */
void orb_shift_bound(const orb_stages *stages, const orb_norms *norms, const orb_format *format, const size_t n[3],
                     unsigned shift[3]);

/* Tightens shifts by what a run with them measured: bits[s] is the bit length of the largest sum of stage s.
 * True if any shift changed. */
bool orb_shift_tighten(unsigned stages, const unsigned bits[3], const orb_format *format, unsigned shift[3]);

#endif
