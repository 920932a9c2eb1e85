/* Plans of the engine "cpu": matrices of the axes, and the shape of the passes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fftw.h"

#include "checked.h"

#include <stdio.h>
#include <stdlib.h>

/* A panel's operands, twice, are to stay in the second cache: so many bytes, half of the smallest usual one. */
enum { PANEL_BYTES = 256 * 1024, BUFFERS = 3, PARTS = 2 };

/* As many lines as a cache holds, but no more than there are; products are slow with few. */
static void shape_panel(cpu_setup *s)
{
    const size_t lanes = s->code->width, most = PANEL_BYTES / s->code->size / BUFFERS / s->axis[0].n / lanes;
    const size_t all = orb_parts(s->axis[1].n * s->axis[2].n, lanes);

    s->panel = lanes * smaller(larger(most, s->axis[0].fast ? 1 : 4), all);
}

/* Bytes that a thread needs for the larger of the two passes; the lengths of rows are those of passes.c. */
static orb_status size_scratch(cpu_setup *s)
{
    const size_t lanes = s->code->width;
    size_t planes, panels, bytes;

    if (!orb_mul(orb_parts(s->axis[2].n, lanes) * lanes + lanes, s->axis[1].n, &planes) ||
        !orb_mul(s->panel, s->axis[0].n, &panels) ||
        !orb_mul(larger(planes, panels), BUFFERS * PARTS * s->code->size, &bytes) || bytes > PTRDIFF_MAX / 2)
        return ORB_NO_MEMORY;
    if (s->cubes)
        bytes = (size_t)PARTS * CPU_CUBES * s->code->size;
    for (int a = 0; a < 3; a++)
        if (s->axis[a].fast)
            s->fast = larger(s->fast,
                             orb_parts(orb_cpu_fast_memory(s->axis[a].fast, s->code->size) * s->code->size, 64) * 64);
    s->scratch = orb_parts(bytes, 64) * 64 + s->fast;
    return ORB_OK;
}

static void explain(cpu_setup *s)
{
    unsigned halved = 0, products = 0, fast = 0;

    for (int a = 0; a < 3; a++) {
        fast += s->axis[a].fast != NULL;
        products += !s->axis[a].identity && !s->axis[a].fast;
        halved += s->axis[a].fold != CPU_WHOLE;
    }
    snprintf(s->base.why, sizeof s->base.why,
             "%s, %s: %u ax%cs as matrix products, %u of them halved by symmetry, %u by fast transforms",
             s->code->size == sizeof(float) ? "float" : "double", s->code->name, products, products == 1 ? 'i' : 'e',
             halved, fast);
}

/* What a multiply-add of a product takes a line, in the unit of orb_cpu_fast_cost. */
static const double multiply_add = 0.26;

static double products(const orb_axis *axis)
{
    const bool halved = (axis->kind == ORB_DCT || axis->kind == ORB_DST) && axis->type != 4;
    const double each = axis->kind == ORB_DFT ? 4.0 : halved ? 0.5 : 1.0;

    return multiply_add * (double)axis->n * (double)axis->n * each;
}

bool orb_cpu_needs_no_matrix(const orb_backend *backend, const orb_axis *axis)
{
    if (axis->half)
        return true;
    if (backend->fast == CPU_NO || !orb_cpu_fast_length(axis))
        return false;
    return backend->fast == CPU_YES || products(axis) > orb_cpu_fast_cost(axis);
}

/* See cubes.c, which has no complex matrices, and real ones for all axes. */
static bool are_small_cubes(const orb_axis *axis)
{
    bool small = axis->n == 8 || axis->n == 16;

    for (int a = 0; a < 3; a++)
        small = small && axis[a].n == axis->n && axis[a].matrix && !axis[a].imaginary;
    return small;
}

orb_status orb_cpu_prepare(orb_backend *backend, const orb_problem *problem, orb_setup **setup)
{
    const bool single = problem->single || backend->single;
    const orb_axis *const axis = problem->axis;
    const unsigned *const order = problem->order;
    const bool complex = problem->complex_in || axis[order[1]].kind == ORB_DFT || axis[order[2]].kind == ORB_DFT;
    cpu_setup *s = calloc(1, sizeof *s);
    orb_status status = s ? ORB_OK : ORB_NO_MEMORY;

    if (!status) {
        s->cubes = are_small_cubes(axis);
        s->code = orb_cpu_code(single, s->cubes ? axis->n : SIZE_MAX, backend->only);
        s->between = single ? complex ? ORB_C64 : ORB_F32 : complex ? ORB_C128 : ORB_F64;
        s->base.rounds = 1;
        s->base.torus = s->base.tori = 1;
    }
    for (int a = 0; a < 3 && !status; a++) {
        status = orb_cpu_axis_init(&s->axis[a], &axis[order[a]], s->code, s->cubes && a == 2);
        s->base.cuts[a] = 1;
    }
    if (!status) {
        shape_panel(s);
        status = size_scratch(s);
    }
    if (!status) {
        explain(s);
        status = orb_cpu_fftw_choose(s, backend, problem->plan);
    }
    if (status)
        orb_cpu_discard(s ? &s->base : NULL);
    else
        *setup = &s->base;
    return status;
}

void orb_cpu_discard(orb_setup *setup)
{
    cpu_setup *s = (cpu_setup *)setup;

    for (int a = 0; s && a < 3; a++)
        orb_cpu_axis_free(&s->axis[a]);
    if (s)
        orb_cpu_fftw_free(s->fftw);
    free(s);
}
