/* Makes and destroys plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include "checked.h"
#include "desc.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

/* Can the sums along an axis of so many points wrap? */
static bool wraps(const orb_device *device, orb_kind kind, size_t points)
{
    const size_t longest = kind == ORB_DFT ? device->info.longest / 2 : device->info.longest;

    return device->info.longest && kind != ORB_IDENTITY && points > longest;
}

/* Cuts the volume into blocks. ORB_OK, ORB_TOO_LONG before any matrix is made, ORB_NO_MEMORY if the volume is larger
 * than any memory. */
static orb_status cut(orb_plan *p, const orb_plan_desc *desc)
{
    orb_status status = ORB_OK;
    size_t bytes;

    for (int a = 0; a < 3; a++) {
        const size_t n = desc->n[a], block = desc->block[a] ? desc->block[a] : n;

        p->n[a] = n;
        p->block[a] = block;
        p->blocks[a] = orb_parts(n, block);
        if (!orb_mul(p->blocks[a], block, &p->padded[a]))
            status = ORB_NO_MEMORY;
        if (desc->half_axis == (unsigned)a + 1)
            p->padded[a] = n / 2 + 1;
        if (!status && wraps(p->device, desc->kind[a], block))
            status = orb_refuse(ORB_TOO_LONG,
                                "block[%d] is %zu points: sums of %s hold %zu products, half as many of dft: choose "
                                "shorter blocks",
                                a, block, p->device->info.engine, p->device->info.longest);
    }
    if (!status && !orb_volume(p->padded, 2 * sizeof(double), &bytes))
        status = ORB_NO_MEMORY;
    return status;
}

/* Fills in strides that are not given. ORB_INVALID if addresses would wrap. */
static orb_status lay_out(ptrdiff_t stride[3], const int64_t given[3], const size_t n[3], orb_element element,
                          const char *name)
{
    const size_t most = PTRDIFF_MAX / orb_element_size(element) - 1;
    ptrdiff_t dense = 1;
    size_t reach = 0;

    for (int a = 2; a >= 0; a--) {
        size_t length;

        stride[a] = given[a] ? (ptrdiff_t)given[a] : dense;
        if ((given[a] && stride[a] != given[a]) || !orb_mul(n[a] - 1, orb_stride_length(stride[a]), &length) ||
            length > most - reach || __builtin_mul_overflow(stride[a], n[a], &dense))
            return orb_refuse(ORB_INVALID, "%s[%d] is %lld: %zu points are beyond any memory: strides count elements",
                              name, a, (long long)given[a], n[a]);
        reach += length;
    }
    return ORB_OK;
}

/* Sorts the axes. ORB_INVALID if elements of the output may share memory. */
static orb_status order_axes(orb_plan *p)
{
    const size_t *n = orb_plan_out(p);
    size_t reach = 0;

    for (unsigned a = 0; a < 3; a++) {
        unsigned x = a;

        for (; x && orb_stride_length(p->stride_out[p->order[x - 1]]) < orb_stride_length(p->stride_out[a]); x--)
            p->order[x] = p->order[x - 1];
        p->order[x] = a;
    }
    for (int x = 2; x >= 0; x--) {
        const unsigned a = p->order[x];
        const size_t length = orb_stride_length(p->stride_out[a]);

        if (n[a] > 1 && length <= reach)
            return orb_refuse(ORB_INVALID, "stride_out[%u] is %td: the axes with shorter strides cover %zu elements", a,
                              p->stride_out[a], reach + 1);
        reach += (n[a] - 1) * length;
    }
    return ORB_OK;
}

static orb_status place(orb_plan *p, const orb_plan_desc *desc)
{
    orb_status status = lay_out(p->stride_in, desc->stride_in, orb_plan_in(p), p->element_in, "stride_in");

    if (!status)
        status = lay_out(p->stride_out, desc->stride_out, orb_plan_out(p), p->element_out, "stride_out");
    if (!status)
        status = order_axes(p);
    p->in_place = orb_element_size(p->element_in) == orb_element_size(p->element_out) &&
                  !memcmp(p->n, p->padded, sizeof p->n) && !memcmp(p->stride_in, p->stride_out, sizeof p->stride_in);
    return status;
}

static bool is_single(const orb_plan *p)
{
    return orb_is_single(p->element_in) && orb_is_single(p->element_out);
}

static orb_status make_axis(orb_plan *p, const orb_plan_desc *desc, int a)
{
    const orb_engine *engine = p->device->engine;
    orb_axis *axis = &p->axis[a];
    orb_status status = orb_axis_init(axis, desc, a, p->block[a]);

    if (!status && !(engine->needs_no_matrix && engine->needs_no_matrix(p->device->backend, axis)))
        status = orb_axis_fill(axis);
    return status;
}

static orb_status prepare(orb_plan *p, const orb_plan_desc *desc)
{
    orb_problem problem = {
        .plan = p,
        .axis = p->axis,
        .complex_in = orb_is_complex(p->element_in),
        .complex_out = orb_is_complex(p->element_out),
        .single = is_single(p),
        .direction = p->direction,
        .shift = desc->shift,
    };

    memcpy(problem.blocks, p->blocks, sizeof problem.blocks);
    memcpy(problem.order, p->order, sizeof problem.order);
    return p->device->engine->prepare(p->device->backend, &problem, &p->setup);
}

orb_status orb_plan_create(orb_plan **plan, orb_device *dev, const orb_plan_desc *desc)
{
    orb_status status = ORB_OK;
    orb_plan *p = NULL;

    orb_begin();
    if (!plan)
        return orb_refuse(ORB_INVALID, "plan is NULL");
    if (!dev || !desc)
        status = orb_refuse(ORB_INVALID, dev ? "desc is NULL" : "dev is NULL: open a device first");
    else
        status = orb_desc_check(desc);
    if (!status && !(p = calloc(1, sizeof *p)))
        status = ORB_NO_MEMORY;
    if (!status) {
        p->device = dev;
        p->direction = desc->direction;
        p->element_in = desc->element_in;
        p->element_out = desc->element_out;
        p->progress = desc->progress;
        p->progress_user = desc->progress_user;
        status = desc->half_axis && !dev->engine->half_spectra
                     ? orb_refuse(ORB_BAD_KIND, "half_axis is %u: %s computes whole spectra: set it to 0, or use cpu",
                                  (unsigned)desc->half_axis, dev->info.engine)
                     : cut(p, desc);
    }
    if (!status)
        status = place(p, desc);
    for (int a = 0; a < 3 && !status; a++)
        status = make_axis(p, desc, a);
    if (!status)
        status = prepare(p, desc);
    if (status) {
        orb_plan_destroy(p);
        p = NULL;
    }
    *plan = p;
    return orb_end(status);
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
    orb_begin();
    if (!plan || !shape)
        return orb_refuse(ORB_INVALID, plan ? "shape is NULL" : "plan is NULL");
    memcpy(shape, plan->padded, sizeof plan->padded);
    return ORB_OK;
}

size_t orb_plan_blocks(const orb_plan *plan)
{
    return plan->blocks[0] * plan->blocks[1] * plan->blocks[2];
}

const size_t *orb_plan_in(const orb_plan *plan)
{
    return plan->direction == ORB_FORWARD ? plan->n : plan->padded;
}

const size_t *orb_plan_out(const orb_plan *plan)
{
    return plan->direction == ORB_FORWARD ? plan->padded : plan->n;
}
