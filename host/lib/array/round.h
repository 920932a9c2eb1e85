/* A round: how the blocks of a volume go through an array once, one to three of their axes being contracted.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The array contracts its axes in the order 2, 0, 1: each stage takes up the placement in which the one before it
 * leaves the cube. Any axis of the volume can lie along any axis of the array, so every order of axes is possible.
 * The axis of the first stage may be cut: each output cube is then a sum over all operand cubes of its line. */
#ifndef ORB_ROUND_H
#define ORB_ROUND_H

#include "field.h"

/* The array's axis that a stage contracts, and the stage that contracts an axis of the array. */
extern const unsigned orb_axis_of_stage[3];
extern const unsigned orb_stage_of_axis[3];

typedef struct orb_round {
    unsigned stages;   /* 1 to 3 */
    unsigned axis[3];  /* the volume's axis of each stage; after them those that are not contracted */
    bool fourier[3];   /* is the matrix of this stage complex? */
    unsigned parts[4]; /* 1 real, 2 complex: before the first stage and after each */
    bool apart;        /* the volume is complex and all matrices are real: each part is a strand of its own */
    unsigned ring;     /* nodes along each side of a torus */
    unsigned tori;     /* that work on strands of their own */
    unsigned across;   /* tori along each side of the array */
    unsigned block[3]; /* points of a node along the array's axes */
    size_t cube[3];    /* points of a torus along the array's axes */
    size_t n[3];       /* points of a block of the volume along the array's axes */
    size_t cuts[3];    /* cubes of a block along the array's axes; those along axis 2 are summed up */
    size_t blocks[3];  /* blocks along the volume's axes */
    size_t strands;    /* lines of cubes along the array's axis 2 */
    size_t units;      /* strands that are worked on at once, one a torus, count as one */
} orb_round;

/* What the shape of an array allows. */
typedef struct orb_shape {
    unsigned p;          /* nodes a side */
    unsigned bmin, bmax; /* extents of a node */
} orb_shape;

/* Fills in the geometry of a round whose stages, axis, fourier, parts, ring are set, for blocks of n points along the
 * volume's axes, the array's axes 2, 0, 1 being cut into at least `cuts` parts. False if the array cannot hold it. */
bool orb_round_fit(orb_round *round, const orb_shape *shape, const size_t n[3], const size_t blocks[3],
                   const size_t cuts[3]);

/* Points of the cube of a torus. */
size_t orb_round_points(const orb_round *round);

/* Words of an operand or a result, as the array takes it: a cube for each torus. */
size_t orb_round_words(const orb_round *round);

/* Operand cubes and result cubes of a unit. Operand i * cuts + j is part i of cube j of the line, result k * parts + o
 * part o of cube k. */
size_t orb_round_operands(const orb_round *round);
size_t orb_round_results(const orb_round *round);

/* The box of the volume that cube `cut` of a strand is. */
void orb_round_box(const orb_round *round, size_t strand, size_t cut, orb_box *box);

/* The part of the volume that part `part` of a strand is. */
unsigned orb_round_part(const orb_round *round, size_t strand, unsigned part);

#endif
