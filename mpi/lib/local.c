/* Local transforms of boxes of up to four axes, in a batch, as plans of the engine cpu, which has three.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The engine goes through planes of its axes 1 and 2, and then along axis 0: axes of the boxes that are left as they
 * are become one in front of the others, so that planes stay small. What does not fit into three axes is a loop over
 * the first one, or, where that is transformed, two passes. */
#include "local.h"

#include "checked.h"
#include "convert.h"
#include "field.h"

#include <stdlib.h>
#include <string.h>

enum { ENGINE_AXES = 3, BOX_AXES = ORB_MPI_AXES + 1 /* with the batch */, STEPS = 3 };

/* Axes, the last one densest, and what is done along each. */
typedef struct shape {
    int axes;
    size_t n[BOX_AXES];
    orb_kind kind[BOX_AXES];
    int type[BOX_AXES];
} shape;

/* A plan that runs for one piece of so many numbers after the other; without a plan a change of elements. */
typedef struct step {
    orb_plan *plan;
    size_t pieces, numbers;
    orb_element in, out;
} step;

struct orb_local {
    orb_device *device; /* NULL: no transform */
    int steps;
    step step[STEPS];
    void *behind[STEPS - 1]; /* what a step leaves to the next one */
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
    shape s = {.axes = 0};

    put(&s, work->batch, ORB_IDENTITY, 0);
    for (int a = 0; a < ORB_MPI_AXES; a++)
        put(&s, work->size[a], work->transforms[a] ? desc->kind[a] : ORB_IDENTITY, desc->type[a]);
    return s;
}

/* Makes one axis of the axes a and a+1. */
static void merge(shape *s, int a)
{
    s->n[a] *= s->n[a + 1];
    s->axes--;
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

/* Combines axes that the engine need not distinguish. */
static void fold(shape *s)
{
    while (s->axes > ENGINE_AXES && mergeable(s, 0))
        merge(s, 0);
    if (s->kind[0] == ORB_IDENTITY)
        return; /* a loop keeps planes smaller */
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

/* Axes first... of the shape, at most three, as a plan; those before them are a loop. */
static orb_status add_plan(orb_local *l, const orb_mpi_desc *desc, const shape *s, int first, orb_element in,
                           orb_element out)
{
    orb_plan_desc d = {.n = {1, 1, 1},
                       .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY},
                       .norm = desc->norm,
                       .direction = desc->direction,
                       .element_in = in,
                       .element_out = out};
    const int axes = s->axes - first;
    step *t = &l->step[l->steps++];

    *t = (step){.pieces = 1, .numbers = 1, .in = in, .out = out};
    for (int a = 0; a < s->axes; a++) {
        const int to = a == s->axes - 1 ? ENGINE_AXES - 1 : axes == ENGINE_AXES ? a - first : 0;

        if (a < first) {
            t->pieces *= s->n[a];
            continue;
        }
        d.n[to] = s->n[a];
        d.kind[to] = s->kind[a];
        d.type[to] = s->type[a];
        t->numbers *= s->n[a];
    }
    return orb_plan_create(&t->plan, l->device, &d);
}

static void add_conversion(orb_local *l, size_t numbers, orb_element in, orb_element out)
{
    l->step[l->steps++] = (step){.pieces = 1, .numbers = numbers, .in = in, .out = out};
}

static bool has_fourier(const shape *s)
{
    bool fourier = false;

    for (int a = 0; a < s->axes; a++)
        fourier = fourier || s->kind[a] == ORB_DFT;
    return fourier;
}

/* Splits a shape of more axes than the engine has, the first of them transformed, in two: the last three axes and, with
 * these folded to one, those before. */
static shape split(shape *s, int first)
{
    shape rest = *s;

    for (int a = 0; a < s->axes; a++)
        if (a >= first)
            rest.kind[a] = ORB_IDENTITY;
        else
            s->kind[a] = ORB_IDENTITY;
    while (rest.axes > first + 1)
        merge(&rest, first);
    return rest;
}

/* Imaginary parts that the output lacks are dropped as soon as no Fourier transform is left. */
static orb_status plan_steps(orb_local *l, const orb_mpi_desc *desc, const orb_local_work *w, size_t numbers, shape *s)
{
    const bool drops = orb_is_complex(w->element_in) && !orb_is_complex(w->element_out);
    orb_element in = w->element_in, between;
    orb_status status = ORB_OK;
    int first;

    if (drops && !has_fourier(s)) {
        add_conversion(l, numbers, in, w->element_out);
        in = w->element_out;
    }
    fold(s);
    first = s->axes > ENGINE_AXES ? s->axes - ENGINE_AXES : 0;
    if (first && transforms(s, 0, first)) {
        const shape rest = split(s, first);

        between = !orb_is_complex(w->element_out) && !has_fourier(&rest) ? w->element_out : w->between;
        if (transforms(s, 0, s->axes)) {
            status = add_plan(l, desc, s, first, in, between);
            in = between;
        }
        *s = rest;
        first = 0;
    }
    return status ? status : add_plan(l, desc, s, first, in, w->element_out);
}

static orb_status make_room(orb_local *l, size_t numbers)
{
    size_t bytes;

    for (int i = 0; i < l->steps - 1; i++)
        if (!orb_mul(numbers, orb_element_size(l->step[i].out), &bytes) || !(l->behind[i] = malloc(bytes)))
            return ORB_NO_MEMORY;
    return ORB_OK;
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
    if (!numbers || !transforms(&s, 0, s.axes)) {
        add_conversion(l, numbers, work->element_in, work->element_out);
        return ORB_OK;
    }
    status = orb_open(&l->device, "cpu:threads=1");
    if (!status)
        status = plan_steps(l, desc, work, numbers, &s);
    return status ? status : make_room(l, numbers);
}

void orb_local_destroy(orb_local *l)
{
    if (!l)
        return;
    for (int i = 0; i < l->steps; i++)
        orb_plan_destroy(l->step[i].plan);
    orb_close(l->device);
    for (int i = 0; i < STEPS - 1; i++)
        free(l->behind[i]);
    free(l);
}

bool orb_local_is_copy(const orb_local *l)
{
    return !l->device && l->step[0].in == l->step[0].out;
}

static orb_status run_step(const step *t, const void *x, void *y)
{
    const orb_boxes from = {.element = t->in, .shape = {1, 1, t->numbers}};
    const orb_boxes to = {.element = t->out, .shape = {1, 1, t->numbers}};
    orb_status status = ORB_OK;

    if (!t->plan)
        orb_convert(1, to.shape, &from, x, &to, y);
    for (size_t i = 0; t->plan && i < t->pieces && !status; i++)
        status = orb_execute(t->plan, (const char *)x + i * t->numbers * orb_element_size(t->in),
                             (char *)y + i * t->numbers * orb_element_size(t->out), NULL);
    return status;
}

orb_status orb_local_run(const orb_local *l, const void *x, void *y)
{
    orb_status status = ORB_OK;

    for (int i = 0; i < l->steps && !status; i++) {
        void *out = i == l->steps - 1 ? y : l->behind[i];

        status = run_step(&l->step[i], x, out);
        x = out;
    }
    return status;
}
