/* Does what a plan is asked for go together?
 * SPDX-License-Identifier: Apache-2.0 */
#include "desc.h"

#include "field.h"

static bool is_element(orb_element element)
{
    return element == ORB_F32 || element == ORB_F64 || orb_is_complex(element);
}

/* Do the elements of input and output go with the kinds and the direction? */
static bool elements_fit(const orb_plan_desc *d)
{
    const bool in = orb_is_complex(d->element_in), out = orb_is_complex(d->element_out);
    const bool fourier = d->kind[0] == ORB_DFT || d->kind[1] == ORB_DFT || d->kind[2] == ORB_DFT;

    return is_element(d->element_in) && is_element(d->element_out) &&
           (out || (fourier ? d->direction == ORB_INVERSE : !in));
}

bool orb_desc_valid(const orb_plan_desc *d)
{
    return (d->norm == ORB_ORTHO || d->norm == ORB_BACKWARD || d->norm == ORB_FORWARD_NORM) && elements_fit(d) &&
           (d->direction == ORB_FORWARD || d->direction == ORB_INVERSE) &&
           (d->shift == ORB_SHIFT_BOUND || d->shift == ORB_SHIFT_MEASURED) && d->n[0] && d->n[1] && d->n[2];
}
