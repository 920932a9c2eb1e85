/* Random transforms between boxes that the caller chose, and in place. Each rank compares its box with the engine cpu,
 * and its traffic with that of a plan without such boxes and the intersections of boxes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_boxes CASES LONGEST-AXIS */
#include "scene.h"
#include "traffic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The same value as in survey.c. */
#ifndef ORB_REMAP_BYTES
#define ORB_REMAP_BYTES 131072
#endif

enum { IN = 0, OUT, SIDES };

/* How the caller chooses the boxes of a side. */
typedef enum choice {
    OF_THE_PLAN = 0, /* NULL */
    SAME,            /* those of the plan, given as the caller's */
    ONE,             /* one rank has everything */
    DIVIDED,         /* the volume is divided at random points */
    CHOICES
} choice;

/* A plan, and the boxes of all ranks. Axes at the end that count as missing are not among `axes`. */
typedef struct run {
    orb_mpi_plan *plan;
    orb_mpi_desc desc;
    int axes;
    size_t batch, shape[SIDES][ORB_MPI_AXES];
    orb_mpi_box *box[SIDES];
    orb_mpi_report report;
} run;

static orb_element element_of(const run *r, int side)
{
    return side == IN ? r->desc.element_in : r->desc.element_out;
}

static orb_mpi_box *boxes_new(const scene *s)
{
    orb_mpi_box *boxes = calloc((size_t)s->ranks, sizeof *boxes);

    CHECK(boxes, "out of memory");
    return boxes;
}

/* Collects the boxes of a plan. */
static void collect(const scene *s, run *r)
{
    for (int side = 0; side < SIDES; side++) {
        orb_mpi_box mine;

        CHECK(!(side == IN ? orb_mpi_plan_input : orb_mpi_plan_output)(r->plan, mine.start, mine.size), "box");
        r->box[side] = boxes_new(s);
        PMPI_Allgather(&mine, sizeof mine, MPI_BYTE, r->box[side], sizeof mine, MPI_BYTE, s->comm);
    }
}

static void create(const scene *s, run *r, const orb_mpi_desc *desc, const orb_mpi_box *in, const orb_mpi_box *out)
{
    char text[400];
    orb_status status;

    *r = (run){.batch = desc->batch ? desc->batch : 1};
    while (r->axes < ORB_MPI_AXES && desc->n[r->axes])
        r->axes++;
    while (r->axes > 1 && desc->n[r->axes - 1] == 1 && desc->kind[r->axes - 1] == ORB_IDENTITY)
        r->axes--;
    status = orb_mpi_plan_create_boxes(&r->plan, s->comm, desc, in, out);
    scene_describe(desc, text, sizeof text);
    CHECK(!status, "create: %s, %s: %s", orb_strerror(status), orb_mpi_last_error(), text);
    CHECK(!orb_mpi_plan_desc(r->plan, &r->desc), "desc");
    for (int side = 0; side < SIDES; side++)
        scene_shape(&r->desc, side == OUT, r->shape[side]);
    collect(s, r);
}

static void destroy(run *r)
{
    orb_mpi_plan_destroy(r->plan);
    for (int side = 0; side < SIDES; side++)
        free(r->box[side]);
}

/* Divides the volume at random points of random axes, until there is a box for each rank; some are empty. */
static void divide(scene *s, int axes, const size_t n[ORB_MPI_AXES], orb_mpi_box *boxes)
{
    memcpy(boxes[0].size, n, sizeof boxes[0].size);
    for (int count = 1; count < s->ranks; count++) {
        const size_t from = scene_below(s, (size_t)count), axis = scene_below(s, (size_t)axes);
        const size_t points = scene_below(s, boxes[from].size[axis] + 1);

        boxes[count] = boxes[from];
        boxes[count].size[axis] -= points;
        boxes[count].start[axis] += points;
        boxes[from].size[axis] = points;
    }
    for (int i = s->ranks - 1; i > 0; i--) {
        const size_t other = scene_below(s, (size_t)i + 1);
        const orb_mpi_box box = boxes[i];

        boxes[i] = boxes[other];
        boxes[other] = box;
    }
}

/* The boxes of all ranks on one side, chosen in this way. The caller frees them. */
static orb_mpi_box *choose(scene *s, const run *plain, int side, choice how)
{
    orb_mpi_box *boxes = boxes_new(s);

    if (how == DIVIDED)
        divide(s, plain->axes, plain->shape[side], boxes);
    else if (how == ONE)
        memcpy(boxes[scene_below(s, (size_t)s->ranks)].size, plain->shape[side], sizeof boxes->size);
    else
        memcpy(boxes, plain->box[side], (size_t)s->ranks * sizeof *boxes);
    for (int i = 0; i < s->ranks; i++)
        for (int a = plain->axes; a < ORB_MPI_AXES; a++) /* members of missing axes are ignored */
            boxes[i].start[a] = boxes[i].size[a] = scene_below(s, 9);
    return boxes;
}

static size_t common(const orb_mpi_box *x, const orb_mpi_box *y, int axis)
{
    const size_t x_end = x->start[axis] + x->size[axis], y_end = y->start[axis] + y->size[axis];
    const size_t start = x->start[axis] > y->start[axis] ? x->start[axis] : y->start[axis];
    const size_t end = x_end < y_end ? x_end : y_end;

    return end > start ? end - start : 0;
}

/* Adds what this rank sends from its box to those of the others. */
static void add_way(const scene *s, const orb_mpi_box *from, const orb_mpi_box *to, size_t point, traffic *t)
{
    for (int rank = 0; rank < s->ranks; rank++) {
        size_t bytes = point, longest = 0, messages;

        for (int a = 0; a < ORB_MPI_AXES; a++) {
            const size_t points = common(&from[s->rank], &to[rank], a);

            bytes *= points;
            longest = points > longest ? points : longest;
        }
        messages = (bytes + ORB_REMAP_BYTES - 1) / ORB_REMAP_BYTES;
        t->messages += rank == s->rank ? 0 : messages < longest ? messages : longest;
        t->bytes += rank == s->rank ? 0 : bytes;
    }
}

static bool are_same(const scene *s, const orb_mpi_box *x, const orb_mpi_box *y)
{
    return !memcmp(x, y, (size_t)s->ranks * sizeof *x);
}

/* The traffic of a plan is that of the plan without boxes of the caller, and of the ways. */
static void check_traffic(const scene *s, const run *plain, const run *r, const traffic *sent)
{
    traffic expected = {.messages = plain->report.messages, .bytes = plain->report.bytes};
    const bool same[SIDES] = {are_same(s, r->box[IN], plain->box[IN]), are_same(s, r->box[OUT], plain->box[OUT])};

    if (!same[IN])
        add_way(s, r->box[IN], plain->box[IN], r->batch * scene_bytes(r->desc.element_in), &expected);
    if (!same[OUT])
        add_way(s, plain->box[OUT], r->box[OUT], r->batch * scene_bytes(r->desc.element_out), &expected);
    CHECK(r->report.messages == expected.messages, "%d messages, not %d: %s", (int)r->report.messages,
          (int)expected.messages, r->report.why);
    CHECK(r->report.bytes == expected.bytes, "%d bytes, not %d: %s", (int)r->report.bytes, (int)expected.bytes,
          r->report.why);
    CHECK(r->report.steps == plain->report.steps + !same[IN] + !same[OUT], "%d steps: %s", (int)r->report.steps,
          r->report.why);
    CHECK(sent->messages == expected.messages && sent->bytes == expected.bytes, "%d messages counted: %s",
          (int)sent->messages, r->report.why);
    CHECK(sent->collectives == !r->desc.own_status, "%d collectives", (int)sent->collectives);
}

/* Executes with a part of these volumes, and compares with a part of the others. In place, one array has room for the
 * larger box. */
static void execute(const scene *s, run *r, const void *whole, const void *expected, bool in_place, traffic *sent)
{
    const orb_mpi_box *in_box = &r->box[IN][s->rank], *out_box = &r->box[OUT][s->rank];
    const orb_element type = element_of(r, OUT);
    const size_t points = r->batch * scene_points(out_box->size);
    const double largest = scene_largest(type, r->batch * scene_points(r->shape[OUT]), expected);
    void *in = scene_cut(element_of(r, IN), r->batch, r->shape[IN], in_box->start, in_box->size, whole);
    void *requested = scene_cut(type, r->batch, r->shape[OUT], out_box->start, out_box->size, expected);
    const size_t bytes_in = r->batch * scene_points(in_box->size) * scene_bytes(element_of(r, IN));
    const size_t bytes = points * scene_bytes(type), most = in_place && bytes_in > bytes ? bytes_in : bytes;
    void *out = malloc(most ? most : 1);
    orb_status status;

    CHECK(out, "out of memory");
    memset(out, 0xFF, bytes); /* NaN */
    if (in_place)
        memcpy(out, in, bytes_in);
    traffic_take();
    status = orb_mpi_execute(r->plan, in_place ? out : in, out, &r->report);
    *sent = traffic_take();
    CHECK(!status, "execute: %s; %s", orb_strerror(status), orb_mpi_last_error());
    scene_compare(&r->desc, type, points, out, requested, largest);
    free(in);
    free(out);
    free(requested);
}

static void check_case(scene *s, size_t most)
{
    const orb_mpi_desc asked = scene_desc(s, most);
    const choice how[SIDES] = {(choice)scene_below(s, CHOICES), (choice)scene_below(s, CHOICES)};
    orb_mpi_desc desc = asked;
    orb_mpi_box *box[SIDES];
    void *whole, *expected;
    const bool mine = scene_below(s, (size_t)s->ranks) <= (size_t)s->rank; /* in place on some ranks only */
    run plain, r;
    traffic sent;

    create(s, &plain, &asked, NULL, NULL);
    desc.algorithm = plain.desc.algorithm; /* measuring again might choose another one */
    memcpy(desc.grid, plain.desc.grid, sizeof desc.grid);
    whole = scene_volumes(s, desc.element_in, plain.batch, plain.shape[IN]);
    expected = scene_expected(&plain.desc, whole);
    execute(s, &plain, whole, expected, true, &sent);
    execute(s, &plain, whole, expected, mine, &sent);
    execute(s, &plain, whole, expected, false, &sent);
    for (int side = 0; side < SIDES; side++)
        box[side] = choose(s, &plain, side, how[side]);
    create(s, &r, &desc, how[IN] ? &box[IN][s->rank] : NULL, how[OUT] ? &box[OUT][s->rank] : NULL);
    execute(s, &r, whole, expected, true, &sent);
    check_traffic(s, &plain, &r, &sent);
    execute(s, &r, whole, expected, mine, &sent);
    check_traffic(s, &plain, &r, &sent);
    destroy(&r);
    if (asked.algorithm == ORB_MPI_AUTO) { /* which measures with the boxes of the caller */
        create(s, &r, &asked, &box[IN][s->rank], &box[OUT][s->rank]);
        execute(s, &r, whole, expected, mine, &sent);
        destroy(&r);
    }
    destroy(&plain);
    free(whole);
    free(expected);
    free(box[IN]);
    free(box[OUT]);
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int cases = argc > 1 ? atoi(argv[1]) : 0, most = argc > 2 ? atoi(argv[2]) : 0;

    CHECK(cases > 0 && most > 0, "usage: cluster_boxes CASES LONGEST-AXIS");
    for (int i = 0; i < cases; i++)
        check_case(&s, (size_t)most);
    if (!s.rank)
        printf("%d cases\n", cases);
    scene_end();
    return 0;
}
