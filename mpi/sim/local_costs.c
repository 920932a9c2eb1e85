/* Transforms of whole axes, which a rank leaves to the engine cpu, in simulated seconds.
 * SPDX-License-Identifier: Apache-2.0 */
#include "field.h"
#include "rates.h"
#include "work.h"

#include <stdlib.h>

/* What the library has in place of a plan of the engine. */
typedef struct stand_in {
    orb_plan_desc desc;
    orb_plan *plan; /* NULL in model mode */
} stand_in;

/* The element that an axis is computed with. */
static orb_element element_of(const orb_plan_desc *d, orb_kind kind)
{
    const bool single = orb_is_single(d->element_in) && orb_is_single(d->element_out);

    if (kind == ORB_DFT)
        return single ? ORB_C64 : ORB_C128;
    return single ? ORB_F32 : ORB_F64;
}

/* Machines without a rate of transforms make them as products, like those of the papers. */
static double seconds_of(const orb_plan_desc *d, int axis)
{
    const orb_kind kind = d->kind[axis];
    const orb_element element = element_of(d, kind);
    const double n = (double)d->n[axis], points = (double)d->n[0] * (double)d->n[1] * (double)d->n[2];
    const sim_work work = kind == ORB_DFT ? SIM_DFT : SIM_DCT;
    const bool twice = kind != ORB_DFT && (orb_is_complex(d->element_in) || orb_is_complex(d->element_out));

    if (kind == ORB_IDENTITY)
        return 0.0;
    if (sim_rates_has(work, element))
        return sim_rates_seconds(work, element, n, points * (twice ? 2.0 : 1.0));
    return sim_rates_seconds(SIM_PRODUCT, element, n, points * n * (twice ? 2.0 : 1.0));
}

orb_status __real_orb_plan_create(orb_plan **plan, orb_device *device, const orb_plan_desc *desc);
orb_status __wrap_orb_plan_create(orb_plan **plan, orb_device *device, const orb_plan_desc *desc);
orb_status __wrap_orb_plan_create(orb_plan **plan, orb_device *device, const orb_plan_desc *desc)
{
    stand_in *s = calloc(1, sizeof *s);
    orb_status status = ORB_OK;

    if (!s)
        return ORB_NO_MEMORY;
    s->desc = *desc;
    if (!sim.model)
        status = __real_orb_plan_create(&s->plan, device, desc);
    if (status) {
        free(s);
        return status;
    }
    *plan = (orb_plan *)s;
    return ORB_OK;
}

void __real_orb_plan_destroy(orb_plan *plan);
void __wrap_orb_plan_destroy(orb_plan *plan);
void __wrap_orb_plan_destroy(orb_plan *plan)
{
    stand_in *s = (stand_in *)plan;

    if (s)
        __real_orb_plan_destroy(s->plan);
    free(s);
}

orb_status __real_orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report);
orb_status __wrap_orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report);
orb_status __wrap_orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report)
{
    const stand_in *s = (const stand_in *)plan;
    orb_status status = ORB_OK;

    if (!sim.model)
        status = __real_orb_execute(s->plan, in, out, report);
    for (int axis = 0; axis < 3; axis++)
        sim_charge(seconds_of(&s->desc, axis));
    return status;
}
