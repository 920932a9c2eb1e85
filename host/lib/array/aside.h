/* A part of the points whose transform the host knows, set aside before the others are rounded to words.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A transform T is linear: T(x) = T(x - v p) + v T(p). If p is 1 at all points of the volume, or 1 at a single point,
 * T(p) is the product of one vector for each axis, which costs the host nothing. The words then only have to cover what
 * is left, which is smaller if the mean is far from 0 or one point is far larger than all others. In an inverse DCT the
 * single point is usually the coefficient of the mean. */
#ifndef ORB_ASIDE_H
#define ORB_ASIDE_H

#include "fixed.h"
#include "matrix.h"
#include "round.h"

typedef struct orb_aside {
    double value[2];  /* v: its real and its imaginary part; both 0: nothing is set aside */
    bool single;      /* p is 1 at one point, else at all points below */
    size_t at[3];     /* that point, along the array's axes */
    size_t points[3]; /* of the strand that are in the volume, along the array's axes */
    double left;      /* the largest magnitude of the points without it */
} orb_aside;

/* Chooses what is set aside of the operands of a strand, and subtracts it. Nothing is, unless the sum of the squares
 * shrinks by a third or more and the words need not become coarser. v is a multiple of the step between the words which
 * the operands would have had, so that numbers which were exact in words stay so.
 * \param points  of the strand that are in the volume, along the array's axes; all others are 0
 * \param line    the operands in C order along the array's axes */
orb_aside orb_aside_take(const orb_round *round, const size_t points[3], const orb_format *format, double *line);

/* Is anything set aside? */
bool orb_aside_any(const orb_aside *aside);

/* T(p) of one axis as complex numbers: n of them if the axis is contracted, else one for each point of its cube.
 * \param matrix  of the axis, or NULL: not contracted
 * \param axis    of the array
 * \param factor  receives 2 numbers for each */
void orb_aside_factor(const orb_aside *aside, const orb_axis *matrix, unsigned axis, size_t count, double *factor);

/* Adds v T(p) to part 0 or 1 of a result cube.
 * \param factor  of each of the array's axes, at the first point of the cube
 * \param count   points of the cube along them that have one
 * \param cube    points of the cube along them */
void orb_aside_add(const orb_aside *aside, const double *const factor[3], const size_t count[3], const size_t cube[3],
                   unsigned part, double *result);

#endif
