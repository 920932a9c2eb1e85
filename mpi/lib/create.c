/* Creates and destroys plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "create.h"
#include "cluster.h"

#include "agree.h"
#include "field.h"
#include "reason.h"
#include "required.h"

#include <stdlib.h>
#include <string.h>

const orb_algorithm *orb_algorithm_of(orb_mpi_algorithm algorithm)
{
    switch (algorithm) {
    case ORB_MPI_AUTO:
        break;
    case ORB_MPI_ORBITAL:
        return &orb_algorithm_orbital;
    case ORB_MPI_CUBOID:
        return &orb_algorithm_cuboid;
    case ORB_MPI_TRANSPOSE:
        return &orb_algorithm_transpose;
    case ORB_MPI_ALLTOALL:
        return &orb_algorithm_alltoall;
    case ORB_MPI_REMAP:
        return &orb_algorithm_remap;
    case ORB_MPI_BLOCKS:
        return &orb_algorithm_blocks;
    }
    return NULL;
}

/* Sets what is the same on all ranks. */
static orb_status settle(orb_mpi_plan *p, const orb_mpi_desc *desc)
{
    const bool single = orb_is_single(desc->element_in) && orb_is_single(desc->element_out);
    int ranks;

    p->desc = *desc;
    for (int a = p->algorithm->axes; a < ORB_MPI_AXES; a++)
        p->desc.grid[a] = 1;
    if (orb_required_has_fourier(desc) || orb_is_complex(desc->element_in) || orb_is_complex(desc->element_out))
        p->element = single ? ORB_C64 : ORB_C128;
    else
        p->element = single ? ORB_F32 : ORB_F64;
    if (MPI_Comm_size(p->everyone, &ranks) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    if (p->algorithm->choose(&p->desc, ranks, p->desc.grid))
        return orb_refuse_because(ORB_INVALID, "%s cannot use this grid of ranks for this volume: leave out the grid",
                                  p->algorithm->name);
    return ORB_OK;
}

/* Creates the communicator of the grid. MPI may reorder the ranks to suit the machine. Collective. */
static orb_status make_grid(orb_mpi_plan *p)
{
    const int around[ORB_CLUSTER_TORUS] = {1, 1, 1};
    MPI_Comm grid = MPI_COMM_NULL;
    int rank;

    if (MPI_Cart_create(p->everyone, ORB_CLUSTER_TORUS, p->desc.grid, around, 1, &grid) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    if (!orb_wire_open(&p->wire, grid, orb_is_single(p->element)))
        return ORB_NO_MEMORY;
    if (grid == MPI_COMM_NULL)
        return ORB_OK;
    if (p->wire.post.failed || MPI_Comm_rank(grid, &rank) != MPI_SUCCESS ||
        MPI_Cart_coords(grid, rank, ORB_CLUSTER_TORUS, p->at) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    return ORB_OK;
}

/* Allocates what this rank of the grid needs. */
static orb_status prepare(orb_mpi_plan *p)
{
    const orb_plan_desc desc = orb_required_words(&p->desc);
    orb_status status = ORB_OK;

    for (int a = 0; p->algorithm->entries && a < ORB_CLUSTER_TORUS && !status; a++)
        status = orb_entries_init(&p->entries[a], &desc, a);
    return status ? status : p->algorithm->prepare(p);
}

static bool has_blocks(const orb_mpi_desc *d)
{
    return d->block[0] || d->block[1] || d->block[2];
}

/* Does the algorithm support what the description asks for? */
static orb_status suits(const orb_mpi_desc *d, const orb_algorithm *algorithm)
{
    if (d->half_axis && !algorithm->halves)
        return orb_refuse_because(ORB_BAD_KIND,
                                  "%s does not support half spectra: choose alltoall, transpose, remap or auto",
                                  algorithm->name);
    if (d->device && !algorithm->devices)
        return orb_refuse_because(ORB_INVALID, "%s multiplies blocks itself, and so does not use an array or an engine",
                                  algorithm->name);
    if (has_blocks(d) && !algorithm->blocks)
        return orb_refuse_because(ORB_INVALID, "%s does not transform blocks: choose blocks, or leave out the block",
                                  algorithm->name);
    if (!has_blocks(d) && algorithm->blocks)
        return orb_refuse_because(ORB_INVALID, "blocks needs the size of a block: set block");
    return ORB_OK;
}

/* Completes and checks a description. *algorithm is NULL if it is to be measured. ORB_OK, ORB_INVALID, ORB_BAD_KIND */
static orb_status read_desc(const orb_mpi_desc *desc, orb_mpi_desc *complete, const orb_algorithm **algorithm)
{
    orb_status status;

    if (!desc || !orb_required_axes(desc))
        return ORB_INVALID;
    *complete = orb_required_complete(desc);
    *algorithm = orb_algorithm_of(desc->algorithm);
    if (!*algorithm && desc->algorithm != ORB_MPI_AUTO)
        return ORB_INVALID;
    if (*algorithm) {
        status = suits(complete, *algorithm);
        if (status)
            return status;
    }
    return orb_required_check(complete, *algorithm ? (*algorithm)->axes : ORB_MPI_AXES);
}

/* Each step ends with an agreement of all ranks. */
static orb_status build(orb_mpi_plan *p, const orb_mpi_desc *desc, const orb_own_list *boxes)
{
    const MPI_Comm comm = p->everyone;
    orb_status status = orb_agree(comm, settle(p, desc));

    if (!status)
        status = orb_agree(comm, make_grid(p));
    if (!status && p->wire.post.comm != MPI_COMM_NULL)
        status = prepare(p);
    status = orb_agree(comm, status);
    return status ? status : orb_agree(comm, orb_own_attach(p, boxes));
}

/* Creates a plan of one algorithm. Takes over the communicator: the plan owns it, or it is freed. */
static orb_status make(orb_mpi_plan **plan, MPI_Comm everyone, const orb_mpi_desc *desc, const orb_algorithm *algorithm,
                       const orb_own_list *boxes)
{
    orb_mpi_plan *p = calloc(1, sizeof *p);
    orb_status status = orb_agree(everyone, p ? ORB_OK : ORB_NO_MEMORY);

    if (p) {
        p->everyone = everyone;
        for (int r = 0; r < ORB_CLUSTER_TORUS; r++)
            p->ring[r] = MPI_COMM_NULL;
        p->algorithm = algorithm;
        p->in_place = true;
    } else {
        MPI_Comm_free(&everyone);
    }
    if (!status)
        status = build(p, desc, boxes);
    if (status)
        orb_mpi_plan_destroy(p);
    else
        *plan = p;
    return status;
}

orb_status orb_create_plan(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc, const orb_own_request *request,
                           orb_plan_chooser *choose)
{
    orb_own_list boxes = {0};
    MPI_Comm everyone = MPI_COMM_NULL;
    orb_status status = ORB_OK;
    const orb_algorithm *algorithm = NULL;
    orb_mpi_desc complete;

    if (plan)
        *plan = NULL;
    if (!orb_agree_can(comm))
        return ORB_INVALID;
    if (MPI_Comm_dup(comm, &everyone) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    status = plan ? read_desc(desc, &complete, &algorithm) : ORB_INVALID;
    status = orb_agree(everyone, status);
    if (!status)
        status = orb_agree_same(everyone, &complete);
    if (!status)
        status = orb_agree(everyone, orb_own_list_open(&boxes, everyone, &complete, request));
    if (!status && algorithm) {
        status = make(plan, everyone, &complete, algorithm, &boxes);
    } else {
        if (!status)
            status = choose(plan, everyone, &complete, request);
        MPI_Comm_free(&everyone);
    }
    orb_own_list_close(&boxes);
    return status;
}

void orb_mpi_plan_destroy(orb_mpi_plan *plan)
{
    if (plan) {
        if (plan->algorithm)
            plan->algorithm->discard(plan->setup);
        orb_own_detach(plan);
        for (int a = 0; a < ORB_CLUSTER_TORUS; a++)
            orb_entries_free(&plan->entries[a]);
        for (int r = 0; r < ORB_CLUSTER_TORUS; r++)
            if (plan->ring[r] != MPI_COMM_NULL)
                MPI_Comm_free(&plan->ring[r]);
        orb_wire_close(&plan->wire);
        MPI_Comm_free(&plan->everyone);
    }
    free(plan);
}

static orb_status copy_box(const orb_part *part, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES])
{
    if (!part || !start || !size)
        return ORB_INVALID;
    memcpy(start, part->start, sizeof part->start);
    memcpy(size, part->size, sizeof part->size);
    return ORB_OK;
}

orb_status orb_mpi_plan_desc(const orb_mpi_plan *plan, orb_mpi_desc *desc)
{
    if (!plan || !desc)
        return ORB_INVALID;
    *desc = plan->desc;
    return ORB_OK;
}

orb_status orb_mpi_plan_input(const orb_mpi_plan *plan, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES])
{
    return copy_box(plan ? &plan->caller[ORB_BEFORE] : NULL, start, size);
}

orb_status orb_mpi_plan_output(const orb_mpi_plan *plan, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES])
{
    return copy_box(plan ? &plan->caller[ORB_AFTER] : NULL, start, size);
}
