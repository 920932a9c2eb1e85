/* Programs of the array: which operand rolls where in which stage.
 * SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include "round.h"

#include <orbital_regs.h>

#define LO(field, value)                                                                                               \
    (((uint32_t)(value) << ORBITAL__PROGRAM__LO__##field##_bp) & ORBITAL__PROGRAM__LO__##field##_bm)
#define HI(field, value)                                                                                               \
    (((uint32_t)(value) << ORBITAL__PROGRAM__HI__##field##_bp) & ORBITAL__PROGRAM__HI__##field##_bm)

enum { OP_STAGE = 0, OP_LOAD = 1, OP_UNLOAD = 2, OP_COEFFICIENTS = 3 };
enum { ROLL_NONE = 0, ROLL_Q = 1, ROLL_R = 2, ROLL_S = 3 };

static const struct {
    uint8_t x_roll, y_roll, c_roll;
} rolls[3] = {
    {ROLL_NONE, ROLL_S, ROLL_Q},
    {ROLL_S, ROLL_Q, ROLL_NONE},
    {ROLL_Q, ROLL_R, ROLL_NONE},
};

bool orb_operand_rolls(unsigned stage)
{
    return rolls[stage].x_roll != ROLL_NONE;
}

orb_descriptor orb_program_load(unsigned dst)
{
    return (orb_descriptor){LO(OP, OP_LOAD), HI(DST, dst)};
}

orb_descriptor orb_program_unload(unsigned src)
{
    return (orb_descriptor){LO(OP, OP_UNLOAD), HI(SRC, src)};
}

orb_descriptor orb_program_stage(const orb_stage *s)
{
    return (orb_descriptor){
        LO(OP, OP_STAGE) | LO(CLEAR, s->clear) | LO(STORE, s->store) | LO(AXIS, orb_axis_of_stage[s->stage]) |
            LO(X_ROLL, rolls[s->stage].x_roll) | LO(Y_ROLL, rolls[s->stage].y_roll) |
            LO(C_ROLL, rolls[s->stage].c_roll) | LO(STEPS, s->steps),
        HI(SRC, s->src) | HI(ROLL0, s->roll0) | HI(ROLL1, s->roll1) | HI(DST, s->dst) | HI(BANK, s->bank),
    };
}

orb_descriptor orb_program_coefficients(unsigned axis, unsigned bank)
{
    return (orb_descriptor){LO(OP, OP_COEFFICIENTS), HI(AXES, 1u << axis) | HI(BANK, bank)};
}

void orb_program_shift(orb_descriptor *stage, unsigned shift)
{
    stage->lo = (stage->lo & ~ORBITAL__PROGRAM__LO__SHIFT_bm) | LO(SHIFT, shift);
}

void orb_program_end(orb_descriptor *last)
{
    last->lo |= LO(LAST, 1);
}

void orb_program_home(unsigned stages, unsigned ring, const unsigned block[3], unsigned at[3])
{
    const unsigned skew = (block[2] + 2 * ring - block[0] - block[1]) % ring;

    switch (stages) {
    case 1: /* (Q,R,T) */
        at[0] = block[0];
        at[1] = block[1];
        at[2] = skew;
        break;
    case 2: /* (S,R,T) */
        at[0] = skew;
        at[1] = block[1];
        at[2] = block[0];
        break;
    default: /* (S,Q,T) */
        at[0] = block[1];
        at[1] = skew;
        at[2] = block[0];
        break;
    }
}
