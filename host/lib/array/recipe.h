/* What a unit of a round computes, as stages on values: the operand cubes, and what stages make of them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_RECIPE_H
#define ORB_RECIPE_H

#include "round.h"

/* A stage of the array, or the unloading of a value. */
typedef struct orb_op {
    bool unload;
    bool clear, store; /* of a stage: does it begin a sum, and end it? */
    unsigned char stage;
    unsigned source;   /* value */
    unsigned result;   /* of a stage that stores: value; of an unload: number of the result */
    unsigned tile;     /* of a stage: number of its coefficients, see orb_tile */
    size_t cut;        /* the result's place along the summed axis */
    size_t again;      /* the next op with the same source, or ORB_NEVER */
    size_t tile_again; /* of a stage: the next one with the same tile; from `count` on it is one of the next unit */
} orb_op;

#define ORB_NEVER SIZE_MAX

typedef struct orb_recipe {
    orb_op *op;
    size_t count;
    unsigned inputs; /* values 0 to inputs - 1 are the operands of the unit */
    unsigned values;
} orb_recipe;

/* ORB_OK or ORB_NO_MEMORY */
orb_status orb_recipe_init(orb_recipe *recipe, const orb_round *round);

/* Also after a failed orb_recipe_init. */
void orb_recipe_free(orb_recipe *recipe);

/* The coefficients of a stage are tiles of its matrix, numbered (kind * cuts + j) * cuts + k: rows of cube j, columns
 * of cube k. The kinds take a real part to a real one, to an imaginary one, and an imaginary part to a real one: what
 * takes an imaginary part to an imaginary one is the same as the first. */
enum { ORB_TILE_KINDS = 3 };
unsigned orb_tile(size_t cuts, unsigned from_part, unsigned to_part, size_t j, size_t k);

#endif
