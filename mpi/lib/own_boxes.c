/* Boxes that the caller chose: from them to those of the algorithm, and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "own_boxes.h"

#include "agree.h"
#include "checked.h"
#include "cover.h"
#include "field.h"
#include "reason.h"
#include "required.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An array of the algorithm, and the way between it and that of the caller. */
typedef struct own_side {
    orb_redistribution *way; /* NULL: the caller has the boxes of the algorithm */
    orb_post post;           /* among all ranks, also those that the grid does not use */
    void *array;             /* of the algorithm */
    bool borrowed;           /* is it that of the other side? */
} own_side;

struct orb_own {
    own_side side[ORB_SIDES];
};

/* The shape of a side. Blocks that extend beyond the volume are padded in the coefficients. */
static void shape_of(const orb_mpi_desc *d, int side, size_t n[ORB_MPI_AXES])
{
    const bool coefficients = (side == ORB_AFTER) == (d->direction == ORB_FORWARD);

    memcpy(n, d->n, sizeof d->n);
    if (coefficients && d->half_axis)
        n[d->half_axis - 1] = n[d->half_axis - 1] / 2 + 1;
    for (int a = 0; a < ORB_MPI_BLOCK_AXES; a++)
        if (coefficients && d->block[a])
            n[a] = orb_parts(n[a], d->block[a]) * d->block[a];
}

/* Missing axes have one point, whatever the caller wrote there. */
static orb_part part_of(const orb_mpi_box *box, int axes)
{
    orb_part part = {.size = {1, 1, 1, 1}};

    for (int a = 0; a < axes; a++) {
        part.start[a] = box->start[a];
        part.size[a] = box->size[a];
    }
    return orb_part_is_empty(&part) ? (orb_part){{0}, {0}} : part;
}

orb_own_request orb_own_request_of(const orb_mpi_desc *desc, const orb_mpi_box *in, const orb_mpi_box *out)
{
    int axes = desc ? orb_required_axes(desc) : 0;
    orb_own_request r = {.given = {in, out}};

    while (axes > 1 && desc->n[axes - 1] == 1 && desc->kind[axes - 1] == ORB_IDENTITY)
        axes--; /* as orb_mpi_plan_desc returns missing axes */
    if (in)
        r.box[ORB_BEFORE] = part_of(in, axes);
    if (out)
        r.box[ORB_AFTER] = part_of(out, axes);
    return r;
}

/* Collects a box of each rank. */
static orb_status gather(MPI_Comm comm, const orb_part *mine, orb_part *all)
{
    const int code = MPI_Allgather(mine, sizeof *mine, MPI_BYTE, all, sizeof *all, MPI_BYTE, comm);

    return code == MPI_SUCCESS ? ORB_OK : ORB_DEVICE_FAILED;
}

static orb_status open_side(orb_own_list *l, MPI_Comm comm, const orb_mpi_desc *d, int side, const orb_part *mine)
{
    static const char *const names[ORB_SIDES] = {"input", "output"};
    size_t n[ORB_MPI_AXES];
    orb_status status;
    int ranks;

    if (MPI_Comm_size(comm, &ranks) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    l->box[side] = calloc((size_t)ranks, sizeof *l->box[side]);
    status = orb_agree(comm, l->box[side] ? ORB_OK : ORB_NO_MEMORY);
    if (status)
        return status;
    shape_of(d, side, n);
    status = gather(comm, mine, l->box[side]);
    return status ? status : orb_cover_check(names[side], n, ranks, l->box[side]);
}

orb_status orb_own_list_open(orb_own_list *l, MPI_Comm comm, const orb_mpi_desc *desc, const orb_own_request *request)
{
    const uint64_t given[ORB_SIDES] = {request->given[ORB_BEFORE], request->given[ORB_AFTER]};
    orb_status status = orb_agree_numbers(comm, given, ORB_SIDES);

    *l = (orb_own_list){0};
    if (status == ORB_INVALID)
        orb_refuse_because(status, "only some ranks have a box of the input or of the output: give it on all ranks");
    for (int side = 0; side < ORB_SIDES && !status; side++)
        if (given[side])
            status = open_side(l, comm, desc, side, &request->box[side]);
    return status;
}

void orb_own_list_close(orb_own_list *l)
{
    for (int side = 0; side < ORB_SIDES; side++)
        free(l->box[side]);
}

static orb_part *algorithm_box(orb_mpi_plan *p, int side)
{
    return side == ORB_BEFORE ? &p->in : &p->out;
}

static orb_element element_of(const orb_mpi_plan *p, int side)
{
    return side == ORB_BEFORE ? p->desc.element_in : p->desc.element_out;
}

/* The bytes of the arrays of a side. Returns false if there are too many. */
static bool bytes_of(const orb_mpi_plan *p, int side, const orb_part *part, size_t *bytes)
{
    return orb_volume(part->size, orb_element_size(element_of(p, side)), bytes) &&
           orb_mul(*bytes, part->size[3], bytes) && orb_mul(*bytes, p->desc.batch, bytes) && *bytes <= PTRDIFF_MAX;
}

/* Collects the boxes of the algorithm next to those of the caller, and creates the way between them. */
static orb_status make_way(orb_mpi_plan *p, const orb_own_list *l, int side, orb_survey *v)
{
    own_side *s = &p->own->side[side];
    const int inner = side == ORB_BEFORE ? ORB_AFTER : ORB_BEFORE;
    const size_t element = orb_element_size(element_of(p, side)), bytes = (size_t)v->ranks * sizeof(orb_part);
    orb_status status = gather(p->everyone, algorithm_box(p, side), v->box[inner]);

    if (status || !memcmp(v->box[inner], l->box[side], bytes))
        return status;
    memcpy(v->box[side], l->box[side], bytes);
    v->bytes = p->desc.batch * element;
    if (!orb_post_open(&s->post, p->everyone, orb_is_single(element_of(p, side)), 1))
        return ORB_NO_MEMORY;
    return orb_redistribution_create(&s->way, &s->post, v, p->desc.batch, element);
}

static orb_status attach_side(orb_mpi_plan *p, const orb_own_list *l, int side)
{
    orb_survey v = {0};
    orb_status status = ORB_OK;
    size_t bytes;
    int rank, ranks;

    if (MPI_Comm_size(p->everyone, &ranks) != MPI_SUCCESS || MPI_Comm_rank(p->everyone, &rank) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    p->caller[side] = l->box[side][rank];
    if (!p->own || !orb_survey_open(&v, ranks) || !bytes_of(p, side, &p->caller[side], &bytes))
        status = ORB_NO_MEMORY;
    status = orb_agree(p->everyone, status);
    if (!status)
        status = make_way(p, l, side, &v);
    orb_survey_close(&v);
    return orb_agree(p->everyone, status);
}

/* If there is a way on both sides, the algorithm runs in place if it can. */
static orb_status allocate(orb_mpi_plan *p)
{
    own_side *in = &p->own->side[ORB_BEFORE], *out = &p->own->side[ORB_AFTER];
    const bool one = in->way && out->way && p->in_place;
    size_t bytes_in, bytes_out;

    if (!bytes_of(p, ORB_BEFORE, &p->in, &bytes_in) || !bytes_of(p, ORB_AFTER, &p->out, &bytes_out))
        return ORB_NO_MEMORY;
    if (in->way && !(in->array = malloc(larger(larger(bytes_in, one ? bytes_out : 0), 1))))
        return ORB_NO_MEMORY;
    out->borrowed = one;
    if (out->way && !(out->array = one ? in->array : malloc(larger(bytes_out, 1))))
        return ORB_NO_MEMORY;
    return ORB_OK;
}

static void explain(orb_mpi_plan *p)
{
    const bool in = p->own->side[ORB_BEFORE].way, out = p->own->side[ORB_AFTER].way;
    const size_t used = strlen(p->tally.why);

    if (in || out)
        snprintf(p->tally.why + used, sizeof p->tally.why - used, "%s; %s in boxes of the caller",
                 used ? "" : "beside the grid",
                 in && out ? "input and output"
                 : in      ? "input"
                           : "output");
}

orb_status orb_own_attach(orb_mpi_plan *p, const orb_own_list *l)
{
    orb_status status = ORB_OK;

    p->caller[ORB_BEFORE] = p->in;
    p->caller[ORB_AFTER] = p->out;
    if (!l->box[ORB_BEFORE] && !l->box[ORB_AFTER])
        return ORB_OK;
    p->own = calloc(1, sizeof *p->own);
    for (int side = 0; side < ORB_SIDES && !status; side++)
        if (l->box[side])
            status = attach_side(p, l, side);
    if (!status) {
        status = allocate(p);
        explain(p);
    }
    return status;
}

void orb_own_detach(orb_mpi_plan *p)
{
    for (int side = 0; p->own && side < ORB_SIDES; side++) {
        own_side *s = &p->own->side[side];

        orb_redistribution_destroy(s->way);
        orb_post_close(&s->post);
        if (!s->borrowed)
            free(s->array);
    }
    free(p->own);
}

bool orb_own_separates(const orb_mpi_plan *p)
{
    return p->own && (p->own->side[ORB_BEFORE].way || p->own->side[ORB_AFTER].way);
}

/* Runs one way, and adds what it cost to the report of the plan. */
static void run(orb_mpi_plan *p, own_side *s, const void *x, void *y)
{
    orb_post *post = &p->wire.post;

    orb_post_reset(&s->post);
    orb_redistribution_run(s->way, x, y);
    post->messages += s->post.messages;
    post->bytes += s->post.bytes;
    post->wait += s->post.wait;
    post->failed = post->failed || s->post.failed;
    p->tally.steps++;
}

const void *orb_own_begin(orb_mpi_plan *p, const void *in)
{
    own_side *s = p->own ? &p->own->side[ORB_BEFORE] : NULL;

    if (!s || !s->way)
        return in;
    run(p, s, in, s->array);
    return s->array;
}

void *orb_own_target(const orb_mpi_plan *p, void *out)
{
    return p->own && p->own->side[ORB_AFTER].way ? p->own->side[ORB_AFTER].array : out;
}

void orb_own_end(orb_mpi_plan *p, void *out)
{
    if (p->own && p->own->side[ORB_AFTER].way)
        run(p, &p->own->side[ORB_AFTER], p->own->side[ORB_AFTER].array, out);
}
