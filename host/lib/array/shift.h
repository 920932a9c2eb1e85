/* The right shifts of the stages: as small as the words' range allows.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_SHIFT_H
#define ORB_SHIFT_H

#include "coefficients.h"
#include "fixed.h"

#include <stdbool.h>

/* The cubes whose words are summed up together, with one exponent: part i of cube j of a line is operand i * cuts + j,
 * all of them in C order along the array's axes. */
typedef struct orb_group {
    const int32_t *words;
    size_t operands, cuts;
    size_t cube[3]; /* points of each */
} orb_group;

/* The stages that run, in their order. */
typedef struct orb_stages {
    unsigned count;               /* 1 to 3 */
    const orb_fixed_matrix *m[3]; /* of each */
    size_t words[3];              /* of a result cube that a line, a plane, the cube has, all parts of it */
} orb_stages;

/* 2-norms of what a stage can gather in one result: the lines along the array's axis 2, then the planes along 2 and 0,
 * then the group. The largest word, the peak, is kept apart: a block of coefficients often has little else. */
typedef struct orb_norms {
    double peak;      /* magnitude of the largest word */
    size_t at[3];     /* the row of each stage's matrix that it meets */
    double others[3]; /* the largest norm of the lines, planes, groups without the peak */
    double with[3];   /* norm of the line, plane, group with the peak... */
    double rest[3];   /* ...and of what it has besides */
} orb_norms;

/* Norms of a group; n: rows of a part of the first stage's matrix. scratch has room for cube[0] * cube[1] doubles. */
orb_norms orb_norms_of(const orb_group *group, size_t n, double *scratch);

/* The smallest shifts with which no stage can clip, whatever the group with these norms holds. */
void orb_shift_bound(const orb_stages *stages, const orb_norms *norms, const orb_format *format, unsigned shift[3]);

/* Tightens shifts by what a run with them measured: bits[s] is the bit length of the largest sum of stage s.
 * True if any shift changed. */
bool orb_shift_tighten(unsigned stages, const unsigned bits[3], const orb_format *format, unsigned shift[3]);

#endif
