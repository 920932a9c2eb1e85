/* Local transforms of batches of boxes of up to four axes, as plans of a device, which has three axes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The engine cpu processes planes of its axes 1 and 2, and then lines along axis 0. Leading axes that are not
 * transformed are merged into one, so that planes stay small. If more than three axes remain, the leading ones become a
 * loop, or a second pass if they are transformed. */
#include "local.h"

#include "checked.h"
#include "convert.h"
#include "field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENGINE_AXES = 3, BOX_AXES = ORB_MPI_AXES + 1 /* with the batch */, STEPS = 3, NONE = -1 };

/* Axes in C order, and the transform along each. */
typedef struct shape {
    int axes;
    size_t n[BOX_AXES];
    orb_kind kind[BOX_AXES];
    int type[BOX_AXES];
    int half; /* the axis with half a spectrum, or NONE */
} shape;

/* A plan that is executed for several pieces in turn. Without a plan, a conversion of elements. */
typedef struct step {
    orb_plan *plan;
    size_t pieces, numbers_in, numbers_out;
    orb_element in, out;
} step;

struct orb_local {
    orb_device *device; /* NULL if there is no transform */
    orb_device *own;    /* the same if it was opened here, else NULL */
    double share, part;
    orb_device_cost *cost;
    orb_gauge *gauge;
    int steps;
    step step[STEPS];
    void *intermediate[STEPS - 1]; /* the results of all steps but the last */
};

static void put(shape *s, size_t n, orb_kind kind, int type)
{
    if (n == 1 && kind == ORB_IDENTITY)
        return;
    s->n[s->axes] = n;
    s->kind[s->axes] = kind;
    s->type[s->axes++] = type;
}

static shape shape_of(const orb_mpi_desc *desc, const orb_local_work *work)
{
    shape s = {.half = NONE};

    put(&s, work->batch, ORB_IDENTITY, 0);
    for (int a = 0; a < ORB_MPI_AXES; a++) {
        if (desc->half_axis == (uint64_t)a + 1 && work->transforms[a])
            s.half = s.axes;
        put(&s, work->size[a], work->transforms[a] ? desc->kind[a] : ORB_IDENTITY, desc->type[a]);
    }
    return s;
}

/* Merges the axes a and a+1. */
static void merge(shape *s, int a)
{
    s->n[a] *= s->n[a + 1];
    s->axes--;
    s->half -= s->half > a;
    for (int b = a + 1; b < s->axes; b++) {
        s->n[b] = s->n[b + 1];
        s->kind[b] = s->kind[b + 1];
        s->type[b] = s->type[b + 1];
    }
}

static bool mergeable(const shape *s, int a)
{
    return a + 1 < s->axes && s->kind[a] == ORB_IDENTITY && s->kind[a + 1] == ORB_IDENTITY;
}

/* Merges axes that the engine need not distinguish. */
static void fold(shape *s)
{
    while (s->axes > ENGINE_AXES && mergeable(s, 0))
        merge(s, 0);
    if (s->kind[0] == ORB_IDENTITY)
        return; /* a loop over axis 0 keeps planes smaller */
    for (int a = 1; s->axes > ENGINE_AXES && a < s->axes; a++)
        while (s->axes > ENGINE_AXES && mergeable(s, a))
            merge(s, a);
}

static bool transforms(const shape *s, int first, int end)
{
    bool any = false;

    for (int a = first; a < end; a++)
        any = any || s->kind[a] != ORB_IDENTITY;
    return any;
}

/* Numbers in the axes from `first` on, before (points) or after (coefficients) a forward transform. */
static size_t numbers_of(const shape *s, int first, bool after)
{
    size_t numbers = 1;

    for (int a = first; a < s->axes; a++)
        numbers *= after && a == s->half ? s->n[a] / 2 + 1 : s->n[a];
    return numbers;
}

/* Adds a plan for the axes from `first` on, at most three of them. The axes before them become a loop. */
static orb_status add_plan(orb_local *l, const orb_mpi_desc *desc, const shape *s, int first, orb_element in,
                           orb_element out)
{
    const bool inverse = desc->direction == ORB_INVERSE;
    orb_plan_desc d = {.n = {1, 1, 1},
                       .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY},
                       .norm = desc->norm,
                       .direction = desc->direction,
                       .element_in = in,
                       .element_out = out,
                       .progress = l->gauge ? orb_gauge_show : NULL,
                       .progress_user = l->gauge};
    const int axes = s->axes - first;
    step *t = &l->step[l->steps++];

    *t = (step){.pieces = 1,
                .numbers_in = numbers_of(s, first, inverse),
                .numbers_out = numbers_of(s, first, !inverse),
                .in = in,
                .out = out};
    for (int a = 0; a < s->axes; a++) {
        const int to = a == s->axes - 1 ? ENGINE_AXES - 1 : axes == ENGINE_AXES ? a - first : 0;

        if (a < first) {
            t->pieces *= s->n[a];
            continue;
        }
        d.n[to] = s->n[a];
        d.kind[to] = s->kind[a];
        d.type[to] = s->type[a];
        if (a == s->half)
            d.half_axis = (uint64_t)to + 1;
    }
    return orb_plan_create(&t->plan, l->device, &d);
}

static void add_conversion(orb_local *l, size_t numbers, orb_element in, orb_element out)
{
    l->step[l->steps++] = (step){.pieces = 1, .numbers_in = numbers, .numbers_out = numbers, .in = in, .out = out};
}

static bool has_fourier(const shape *s)
{
    bool fourier = false;

    for (int a = 0; a < s->axes; a++)
        fourier = fourier || s->kind[a] == ORB_DFT;
    return fourier;
}

/* Splits a shape with more axes than the engine has, whose leading axes are transformed. *s keeps the transforms of the
 * axes from `first` on. The result has those of the leading axes, and all other axes merged into one, in which a half
 * axis has its coefficients. */
static shape split(shape *s, int first)
{
    shape rest = *s;

    for (int a = 0; a < s->axes; a++)
        if (a >= first)
            rest.kind[a] = ORB_IDENTITY;
        else
            s->kind[a] = ORB_IDENTITY;
    if (s->half >= first) {
        rest.n[s->half] = s->n[s->half] / 2 + 1;
        rest.half = NONE;
    } else {
        s->half = NONE;
    }
    while (rest.axes > first + 1)
        merge(&rest, first);
    return rest;
}

/* The element type between two plans, in the precision of the computation. It is complex from the first Fourier
 * transform to the last one, and longer where the caller's elements are complex. */
static orb_element between_of(const orb_local_work *w, const shape *before, const shape *after)
{
    const bool begun = orb_is_complex(w->element_in) || has_fourier(before);
    const bool left = orb_is_complex(w->element_out) || has_fourier(after);

    if (orb_is_single(w->between))
        return begun && left ? ORB_C64 : ORB_F32;
    return begun && left ? ORB_C128 : ORB_F64;
}

/* Adds two plans, the first one for the last axes. The order is reversed if half a spectrum becomes real points,
 * because its axis is the last Fourier axis. */
static orb_status plan_two(orb_local *l, const orb_mpi_desc *desc, const orb_local_work *w, shape *s, int first)
{
    const bool backwards = s->half >= 0 && desc->direction == ORB_INVERSE;
    const shape rest = split(s, first), *const before = backwards ? &rest : s, *const after = backwards ? s : &rest;
    const orb_element between = between_of(w, before, after);
    const orb_status status = add_plan(l, desc, before, backwards ? 0 : first, w->element_in, between);

    return status ? status : add_plan(l, desc, after, backwards ? first : 0, between, w->element_out);
}

/* If the output is real and no Fourier transform follows, imaginary parts are dropped first. */
static orb_status plan_steps(orb_local *l, const orb_mpi_desc *desc, const orb_local_work *w, shape *s)
{
    orb_local_work rest = *w;
    int first;

    if (orb_is_complex(w->element_in) && !orb_is_complex(w->element_out) && !has_fourier(s)) {
        add_conversion(l, numbers_of(s, 0, false), w->element_in, w->element_out);
        rest.element_in = w->element_out;
    }
    fold(s);
    first = s->axes > ENGINE_AXES ? s->axes - ENGINE_AXES : 0;
    if (first && transforms(s, 0, first) && transforms(s, first, s->axes))
        return plan_two(l, desc, &rest, s, first);
    if (first && transforms(s, 0, first)) {
        while (s->axes > first + 1)
            merge(s, first);
        first = 0;
    }
    return add_plan(l, desc, s, first, rest.element_in, rest.element_out);
}

static orb_status allocate(orb_local *l)
{
    size_t bytes;

    for (int i = 0; i < l->steps - 1; i++) {
        const step *t = &l->step[i];

        if (!orb_mul(t->pieces * t->numbers_out, orb_element_size(t->out), &bytes) ||
            !(l->intermediate[i] = malloc(bytes)))
            return ORB_NO_MEMORY;
    }
    return ORB_OK;
}

orb_status orb_local_device(const orb_mpi_desc *desc, orb_device **own, orb_device **device)
{
    char engine[32];
    orb_status status = ORB_OK;

    *own = NULL;
    if (!desc->device) {
        snprintf(engine, sizeof engine, "cpu:threads=%d", (int)desc->threads);
        status = orb_open(own, engine);
    }
    *device = desc->device ? desc->device : *own;
    return status;
}

void orb_local_count(orb_device_cost *cost, const orb_report *report, double share)
{
    orb_count(&cost->cycles, report->cycles);
    orb_count(&cost->saturations, report->saturations);
    cost->variance += report->error_rms * report->error_rms * share;
    cost->last_place = fmax(cost->last_place, report->last_place);
}

orb_status orb_local_create(orb_local **local, const orb_mpi_desc *desc, const orb_local_work *work)
{
    const size_t numbers = work->batch * work->size[0] * work->size[1] * work->size[2] * work->size[3];
    orb_local *l = calloc(1, sizeof *l);
    shape s = shape_of(desc, work);
    orb_status status;

    *local = l;
    if (!l)
        return ORB_NO_MEMORY;
    l->part = work->part;
    l->gauge = work->gauge;
    if (!numbers || !transforms(&s, 0, s.axes)) {
        add_conversion(l, numbers, work->element_in, work->element_out);
        return ORB_OK;
    }
    l->share = work->share;
    l->cost = work->cost;
    status = orb_local_device(desc, &l->own, &l->device);
    if (!status)
        status = plan_steps(l, desc, work, &s);
    return status ? status : allocate(l);
}

void orb_local_destroy(orb_local *l)
{
    if (!l)
        return;
    for (int i = 0; i < l->steps; i++)
        orb_plan_destroy(l->step[i].plan);
    orb_close(l->own);
    for (int i = 0; i < STEPS - 1; i++)
        free(l->intermediate[i]);
    free(l);
}

bool orb_local_is_copy(const orb_local *l)
{
    return !l->device && l->step[0].in == l->step[0].out;
}

bool orb_local_in_place(const orb_local *l)
{
    return l->device;
}

static void done(const orb_local *l, double part)
{
    if (l->gauge)
        orb_gauge_add(l->gauge, part);
}

static orb_status run_step(const orb_local *l, const step *t, const void *x, void *y)
{
    const orb_boxes from = {.element = t->in, .shape = {1, 1, t->numbers_in}};
    const orb_boxes to = {.element = t->out, .shape = {1, 1, t->numbers_out}};
    const double part = l->part / (double)(t->pieces * (size_t)l->steps);
    orb_status status = ORB_OK;

    if (!t->plan) {
        orb_convert(1, to.shape, &from, x, &to, y);
        done(l, part);
    }
    for (size_t i = 0; t->plan && i < t->pieces && !status; i++) {
        orb_report report;

        if (l->gauge)
            l->gauge->next = part;
        status = orb_execute(t->plan, (const char *)x + i * t->numbers_in * orb_element_size(t->in),
                             (char *)y + i * t->numbers_out * orb_element_size(t->out), l->own ? NULL : &report);
        done(l, part);
        if (l->own)
            continue;
        if (!status || status == ORB_SATURATED) {
            orb_local_count(l->cost, &report, l->share / (double)t->pieces);
            status = ORB_OK; /* the cost has the saturations of all stages */
        }
    }
    return status;
}

orb_status orb_local_run(const orb_local *l, const void *x, void *y)
{
    orb_status status = ORB_OK;

    for (int i = 0; i < l->steps && !status; i++) {
        void *out = i == l->steps - 1 ? y : l->intermediate[i];

        status = run_step(l, &l->step[i], x, out);
        x = out;
    }
    return status;
}
