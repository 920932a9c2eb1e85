/* A part of the points whose transform the host knows, set aside before the others are rounded to words.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A transform T is linear: T(x) = T(x - v p) + v T(p). If p is 1 at all points of the volume, or 1 at a single point,
 * T(p) is the product of one vector for each axis, which costs the host nothing. The words then only have to cover what
 * is left, which is smaller if the mean is far from 0 or one point is far larger than all others. In an inverse DCT the
 * single point is usually the coefficient of the mean.
 *
 * Points that no stage of a round adds up are in different groups: each line of a round of one stage is one, each plane
 * of two, and all points of three. Each group has a v and a p of its own. After a round of one stage a mean that was
 * set aside stands in one point of each line, or in all points of a few. */
#ifndef ORB_ASIDE_H
#define ORB_ASIDE_H

#include "fixed.h"
#include "matrix.h"
#include "round.h"

/* What is set aside of a group. */
typedef struct orb_aside {
    double value[2]; /* v: its real and its imaginary part; both 0: nothing */
    bool single;     /* p is 1 at one point, else at all points of the group that are in the volume */
    size_t at[3];    /* that point, along the array's axes */
} orb_aside;

/* What one part of the points of a group amounts to. */
typedef struct orb_sums {
    double sum, squares, least, most;
} orb_sums;

/* The groups of a strand. */
size_t orb_aside_groups(const orb_round *round);

/* Chooses what is set aside of the operands of a strand, and subtracts it. Nothing is of a group, unless the sum of its
 * squares shrinks by a third or more and the words need not become coarser. v of a mean is a multiple of the step
 * between the words of what is left, so that numbers which were exact in words stay so.
 * \param points  of the strand that are in the volume, along the array's axes; all others are 0
 * \param line    the operands in C order along the array's axes
 * \param sums    room for two for each group
 * \param aside   receives one for each group
 * \return the largest magnitude of what is left */
double orb_aside_take(const orb_round *round, const size_t points[3], const orb_format *format, double *line,
                      orb_sums (*sums)[2], orb_aside *aside);

/* Numbers of T(p). */
size_t orb_aside_room(const orb_round *round);

/* T(p) of the groups whose means are set aside, for orb_aside_add.
 * \param axis    of each stage
 * \param points  as orb_aside_take had them
 * \param room    receives it: of orb_aside_room */
void orb_aside_means(const orb_round *round, const orb_axis *const axis[3], const size_t points[3],
                     const orb_aside *aside, double *room);

/* Adds v T(p) of each group to part 0 or 1 of result cube `cut` of a strand.
 * \param room  as orb_aside_means filled it, with room for the T(p) of single points */
void orb_aside_add(const orb_round *round, const orb_axis *const axis[3], const orb_aside *aside, size_t cut,
                   unsigned part, double *room, double *result);

#endif
