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

/* Half a spectrum is all that real points have. */
static orb_status check_half(const orb_plan_desc *d)
{
    const bool forward = d->direction == ORB_FORWARD;
    const unsigned a = d->half_axis - 1;

    if (!d->half_axis)
        return ORB_OK;
    if (d->half_axis > 3 || d->kind[a] != ORB_DFT)
        return orb_refuse(ORB_INVALID, "half_axis is %u: use 1 plus the number of an axis of kind ORB_DFT, or 0",
                          (unsigned)d->half_axis);
    if (d->block[a] && d->block[a] != d->n[a])
        return orb_refuse(ORB_INVALID, "block[%u] is %zu: an axis with half a spectrum is one block: use 0", a,
                          d->block[a]);
    if (orb_is_complex(forward ? d->element_in : d->element_out) ||
        !orb_is_complex(forward ? d->element_out : d->element_in))
        return orb_refuse(ORB_INVALID, "half_axis needs real points and complex coefficients: %s is not",
                          orb_is_complex(forward ? d->element_in : d->element_out) == forward ? "element_in"
                                                                                              : "element_out");
    return ORB_OK;
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
    return check_half(d);
}
