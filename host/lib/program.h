/* Programs of the array: stage descriptors in the encoding of rtl/control/orbital.rdl.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PROGRAM_H
#define ORB_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

/* Where the descriptors of a cube's program stand. */
enum { ORB_CUBE_LOAD = 0, ORB_CUBE_STAGE = 1, ORB_CUBE_DESCRIPTORS_MAX = 5 };

typedef struct orb_descriptor {
    uint32_t lo, hi;
} orb_descriptor;

/* A transform as the array runs it: stages first to first + count - 1 of the three of its direction. */
typedef struct orb_route {
    unsigned p; /* nodes along each side of the torus */
    bool inverse;
    unsigned first, count; /* count 1 to 3 */
} orb_route;

/* The axis that stage 0, 1 or 2 of a direction contracts. */
unsigned orb_stage_axis(bool inverse, unsigned stage);

/* Loads a cube where the first stage wants it, runs the stages, unloads it from where the last one leaves it.
 * Returns the number of descriptors. */
unsigned orb_program_cube(const orb_route *route, orb_descriptor program[ORB_CUBE_DESCRIPTORS_MAX]);

/* Sets the shift of a stage descriptor. */
void orb_program_shift(orb_descriptor *stage, unsigned shift);

/* The one descriptor that loads the matrices of the axes in a mask, bit a for axis a. */
orb_descriptor orb_program_coefficients(unsigned axes);

#endif
