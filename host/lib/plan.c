/* Makes and destroys plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include "checked.h"

#include <stdlib.h>
#include <string.h>

static bool is_real(orb_element element)
{
    return element == ORB_F32 || element == ORB_F64;
}

static bool valid(const orb_plan_desc *d)
{
    return (d->norm == ORB_ORTHO || d->norm == ORB_BACKWARD || d->norm == ORB_FORWARD_NORM) && is_real(d->element_in) &&
           is_real(d->element_out) && (d->direction == ORB_FORWARD || d->direction == ORB_INVERSE) &&
           (d->shift == ORB_SHIFT_BOUND || d->shift == ORB_SHIFT_MEASURED) && d->n[0] && d->n[1] && d->n[2];
}

/* Cuts the volume into blocks. ORB_OK, ORB_TOO_LARGE if the device cannot hold one, before any matrix is made for it,
 * ORB_NO_MEMORY if the volume is larger than any memory. */
static orb_status cut(orb_plan *p, const orb_plan_desc *desc)
{
    const size_t most = (size_t)p->device->info.p * p->device->info.bmax;
    orb_status status = ORB_OK;
    size_t padded[3], bytes;

    for (int a = 0; a < 3; a++) {
        const size_t n = desc->n[a], block = desc->block[a] ? desc->block[a] : n;

        p->n[a] = n;
        p->block[a] = block;
        p->blocks[a] = n / block + (n % block != 0);
        if (block > most)
            status = ORB_TOO_LARGE;
        else if (!status && !orb_mul(p->blocks[a], block, &padded[a]))
            status = ORB_NO_MEMORY;
    }
    if (!status && !orb_volume(padded, sizeof(double), &bytes))
        status = ORB_NO_MEMORY;
    if (!status) {
        memcpy(p->in, p->direction == ORB_FORWARD ? p->n : padded, sizeof p->in);
        memcpy(p->out, p->direction == ORB_FORWARD ? padded : p->n, sizeof p->out);
    }
    return status;
}

orb_status orb_plan_create(orb_plan **plan, orb_device *dev, const orb_plan_desc *desc)
{
    orb_status status = ORB_OK;
    orb_plan *p = NULL;

    if (!plan)
        return ORB_INVALID;
    if (!dev || !desc || !valid(desc))
        status = ORB_INVALID;
    if (!status && !(p = calloc(1, sizeof *p)))
        status = ORB_NO_MEMORY;
    if (!status) {
        p->device = dev;
        p->direction = desc->direction;
        p->element_in = desc->element_in;
        p->element_out = desc->element_out;
        p->progress = desc->progress;
        p->progress_user = desc->progress_user;
        status = cut(p, desc);
    }
    for (int a = 0; a < 3 && !status; a++)
        status = orb_axis_init(&p->axis[a], desc, a, p->block[a]);
    if (!status)
        status = dev->engine->prepare(dev->backend, p->axis, desc->direction, desc->shift, &p->setup);
    if (status) {
        orb_plan_destroy(p);
        p = NULL;
    }
    *plan = p;
    return status;
}

void orb_plan_destroy(orb_plan *plan)
{
    if (plan) {
        plan->device->engine->discard(plan->setup);
        for (int a = 0; a < 3; a++)
            orb_axis_free(&plan->axis[a]);
    }
    free(plan);
}

orb_status orb_plan_padded(const orb_plan *plan, size_t shape[3])
{
    if (!plan || !shape)
        return ORB_INVALID;
    for (int a = 0; a < 3; a++)
        shape[a] = plan->blocks[a] * plan->block[a];
    return ORB_OK;
}

size_t orb_plan_blocks(const orb_plan *plan)
{
    return plan->blocks[0] * plan->blocks[1] * plan->blocks[2];
}
