/* Programs of the array: stage descriptors in the encoding of rtl/regs/orbital.rdl.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PROGRAM_H
#define ORB_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct orb_descriptor {
    uint32_t lo, hi;
} orb_descriptor;

/* What a stage does with which buffers. */
typedef struct orb_stage {
    unsigned stage; /* 0, 1, 2: the axis and the rolls */
    unsigned steps; /* nodes along the side of a torus */
    unsigned bank;
    unsigned src, roll0, roll1, dst;
    bool clear, store;
} orb_stage;

/* Does the operand of this stage roll? */
bool orb_operand_rolls(unsigned stage);

/* Cubes come and go in placement 0, a block at the node of its number. */
orb_descriptor orb_program_load(unsigned dst);
orb_descriptor orb_program_unload(unsigned src);
orb_descriptor orb_program_stage(const orb_stage *stage);

/* The matrix of one of the array's axes. */
orb_descriptor orb_program_coefficients(unsigned axis, unsigned bank);

/* Sets the shift of a stage. */
void orb_program_shift(orb_descriptor *stage, unsigned shift);

/* Marks the end of a program. */
void orb_program_end(orb_descriptor *last);

/* The block (K1,K2,K3) of the result that node (Q,R,S) of a torus holds after so many stages is at[] = {Q, R, S}. */
void orb_program_home(unsigned stages, unsigned ring, const unsigned block[3], unsigned at[3]);

#endif
