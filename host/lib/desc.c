/* Does what a plan is asked for go together?
 * SPDX-License-Identifier: Apache-2.0 */
#include "desc.h"

#include "error.h"
#include "field.h"

/* Do the elements of input and output go with the kinds and the direction? */
static bool elements_fit(const orb_plan_desc *d)
{
    const bool in = orb_is_complex(d->element_in), out = orb_is_complex(d->element_out);
    const bool fourier = d->kind[0] == ORB_DFT || d->kind[1] == ORB_DFT || d->kind[2] == ORB_DFT;

    return out || (fourier ? d->direction == ORB_INVERSE : !in);
}

orb_status orb_desc_check(const orb_plan_desc *d)
{
    const struct {
        const char *name;
        unsigned value, most;
    } choices[] = {
        {"norm", d->norm, ORB_FORWARD_NORM},       {"element_in", d->element_in, ORB_C128},
        {"element_out", d->element_out, ORB_C128}, {"direction", d->direction, ORB_INVERSE},
        {"shift", d->shift, ORB_SHIFT_BOUND},
    };

    for (int a = 0; a < 3; a++)
        if (!d->n[a])
            return orb_refuse(ORB_INVALID, "n[%d] is 0: an axis has 1 point or more", a);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (choices[i].value > choices[i].most)
            return orb_refuse(ORB_INVALID, "%s is %u: its constants go from 0 to %u", choices[i].name, choices[i].value,
                              choices[i].most);
    for (size_t i = 0; i < sizeof d->reserved / sizeof *d->reserved; i++)
        if (d->reserved[i])
            return orb_refuse(ORB_INVALID, "reserved[%zu] is not 0: initialize the whole description", i);
    if (!elements_fit(d))
        return orb_refuse(ORB_INVALID, "element_out is real, but the results are complex: use ORB_C64 or ORB_C128");
    return ORB_OK;
}
