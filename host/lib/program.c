/* Programs of the array: which operand rolls where in which stage.
 * SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include <orbital_regs.h>

#define LO(field, value)                                                                                               \
    (((uint32_t)(value) << ORBITAL__PROGRAM__LO__##field##_bp) & ORBITAL__PROGRAM__LO__##field##_bm)
#define HI(field, value)                                                                                               \
    (((uint32_t)(value) << ORBITAL__PROGRAM__HI__##field##_bp) & ORBITAL__PROGRAM__HI__##field##_bm)

enum { OP_STAGE = 0, OP_LOAD = 1, OP_UNLOAD = 2, OP_COEFFICIENTS = 3 };
enum { ROLL_NONE = 0, ROLL_Q = 1, ROLL_R = 2, ROLL_S = 3 };

typedef struct stage_rolls {
    uint8_t axis, x_roll, c_roll, y_roll;
} stage_rolls;

static const stage_rolls forward_stages[3] = {
    {2, ROLL_NONE, ROLL_Q, ROLL_S},
    {0, ROLL_S, ROLL_NONE, ROLL_Q},
    {1, ROLL_Q, ROLL_NONE, ROLL_R},
};

static const stage_rolls inverse_stages[3] = {
    {1, ROLL_R, ROLL_NONE, ROLL_Q},
    {0, ROLL_Q, ROLL_NONE, ROLL_S},
    {2, ROLL_S, ROLL_Q, ROLL_NONE},
};

unsigned orb_stage_axis(bool inverse, unsigned stage)
{
    return (inverse ? inverse_stages : forward_stages)[stage].axis;
}

/* Placement 0 is canonical, 3 behind the last forward stage; the inverse starts there and goes back. */
static unsigned placement_before(bool inverse, unsigned stage)
{
    return inverse ? 3 - stage : stage;
}

/* The operand rolls from buffer to buffer; the result may go where the last step does not read. Updates *buffer. */
static orb_descriptor stage_descriptor(const orb_route *route, const stage_rolls *rolls, unsigned *buffer)
{
    const unsigned here = *buffer, other = 1 - *buffer;
    const bool ends_in_other = rolls->x_roll != ROLL_NONE && route->p % 2 == 0;
    const unsigned result = ends_in_other ? here : other;

    *buffer = result;
    return (orb_descriptor){
        LO(OP, OP_STAGE) | LO(CLEAR, 1) | LO(STORE, 1) | LO(TRANSPOSED, route->inverse) | LO(AXIS, rolls->axis) |
            LO(X_ROLL, rolls->x_roll) | LO(Y_ROLL, rolls->y_roll) | LO(C_ROLL, rolls->c_roll) | LO(STEPS, route->p),
        HI(SRC, here) | HI(ROLL0, other) | HI(ROLL1, here) | HI(DST, result),
    };
}

unsigned orb_program_cube(const orb_route *route, orb_descriptor program[ORB_CUBE_DESCRIPTORS_MAX])
{
    const stage_rolls *stages = route->inverse ? inverse_stages : forward_stages;
    const unsigned end = route->first + route->count;
    unsigned buffer = 0, used = 0;

    program[used++] = (orb_descriptor){LO(OP, OP_LOAD),
                                       HI(DST, buffer) | HI(PLACEMENT, placement_before(route->inverse, route->first))};
    for (unsigned s = route->first; s < end; s++)
        program[used++] = stage_descriptor(route, &stages[s], &buffer);
    program[used++] = (orb_descriptor){LO(OP, OP_UNLOAD) | LO(LAST, 1),
                                       HI(SRC, buffer) | HI(PLACEMENT, placement_before(route->inverse, end))};
    return used;
}

void orb_program_shift(orb_descriptor *stage, unsigned shift)
{
    stage->lo = (stage->lo & ~ORBITAL__PROGRAM__LO__SHIFT_bm) | LO(SHIFT, shift);
}

orb_descriptor orb_program_coefficients(unsigned axes)
{
    return (orb_descriptor){LO(OP, OP_COEFFICIENTS) | LO(LAST, 1), HI(AXES, axes)};
}
