/* Makes and destroys plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster.h"

#include "agree.h"
#include "auto.h"
#include "checked.h"
#include "desc.h"
#include "field.h"

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
    }
    return NULL;
}

/* The same transform in the words of the library for one process. */
static orb_plan_desc words_of(const orb_mpi_desc *d)
{
    orb_plan_desc desc = {
        .norm = d->norm, .element_in = d->element_in, .element_out = d->element_out, .direction = d->direction};

    memcpy(desc.n, d->n, sizeof desc.n);
    memcpy(desc.kind, d->kind, sizeof desc.kind);
    memcpy(desc.type, d->type, sizeof desc.type);
    return desc;
}

/* Is this description one that is possible, whatever the ranks? */
static bool valid(const orb_mpi_desc *d)
{
    const orb_plan_desc desc = words_of(d);

    for (int a = 0; a < 3; a++)
        if (d->kind[a] == ORB_MATRIX || d->grid[a] < 0)
            return false;
    return orb_desc_valid(&desc) && (d->algorithm == ORB_MPI_AUTO || orb_algorithm_of(d->algorithm)) &&
           (d->layout == ORB_MPI_CANONICAL || d->layout == ORB_MPI_SKEWED);
}

bool orb_cluster_bytes(const orb_mpi_plan *plan, const size_t block[3], size_t *bytes)
{
    return orb_volume(block, orb_element_size(plan->element), bytes) && orb_mul(*bytes, plan->desc.batch, bytes) &&
           *bytes <= PTRDIFF_MAX;
}

size_t orb_cluster_scalars(const orb_mpi_plan *plan, const size_t block[3])
{
    return plan->desc.batch * block[0] * block[1] * block[2] * (orb_is_complex(plan->element) ? 2 : 1);
}

/* What all ranks fill in alike. */
static orb_status settle(orb_mpi_plan *p, const orb_mpi_desc *desc)
{
    const bool single = orb_is_single(desc->element_in) && orb_is_single(desc->element_out);
    const bool fourier = desc->kind[0] == ORB_DFT || desc->kind[1] == ORB_DFT || desc->kind[2] == ORB_DFT;
    int ranks;

    p->desc = *desc;
    if (!desc->batch)
        p->desc.batch = 1;
    p->algorithm = orb_algorithm_of(desc->algorithm);
    if (fourier || orb_is_complex(desc->element_in) || orb_is_complex(desc->element_out))
        p->element = single ? ORB_C64 : ORB_C128;
    else
        p->element = single ? ORB_F32 : ORB_F64;
    if (MPI_Comm_size(p->everyone, &ranks) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    return p->algorithm->choose(&p->desc, ranks, p->desc.grid);
}

/* The ranks of the grid, in an order that suits the machine. Collective. */
static orb_status make_grid(orb_mpi_plan *p)
{
    const int around[3] = {1, 1, 1};
    MPI_Comm grid = MPI_COMM_NULL;
    int rank;

    if (MPI_Cart_create(p->everyone, 3, p->desc.grid, around, 1, &grid) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    if (!orb_wire_open(&p->wire, grid, orb_is_single(p->element)))
        return ORB_NO_MEMORY;
    if (grid == MPI_COMM_NULL)
        return ORB_OK;
    if (p->wire.post.failed || MPI_Comm_rank(grid, &rank) != MPI_SUCCESS ||
        MPI_Cart_coords(grid, rank, 3, p->at) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    return ORB_OK;
}

/* What this rank of the grid needs. */
static orb_status prepare(orb_mpi_plan *p)
{
    const orb_plan_desc desc = words_of(&p->desc);
    orb_status status = ORB_OK;

    for (int a = 0; a < 3 && !status; a++)
        status = orb_entries_init(&p->entries[a], &desc, a);
    return status ? status : p->algorithm->prepare(p);
}

/* Of a type or length that does not exist the ranks that the grid does not use know, too. */
static orb_status check_kinds(const orb_mpi_desc *desc)
{
    orb_status status = ORB_OK;

    for (int a = 0; a < 3 && !status; a++) {
        int type = desc->type[a];

        status = orb_kind_check(desc->kind[a], &type, desc->n[a]);
    }
    return status;
}

/* Each step ends with what all ranks agree upon. */
static orb_status build(orb_mpi_plan *p, const orb_mpi_desc *desc)
{
    const MPI_Comm comm = p->everyone;
    orb_status status = orb_agree(comm, settle(p, desc));

    if (!status)
        status = orb_agree(comm, make_grid(p));
    if (!status && p->wire.post.comm != MPI_COMM_NULL)
        status = prepare(p);
    return orb_agree(comm, status);
}

/* A plan of one algorithm, which owns the communicator from then on, or has freed it. */
static orb_status make(orb_mpi_plan **plan, MPI_Comm everyone, const orb_mpi_desc *desc)
{
    orb_mpi_plan *p = calloc(1, sizeof *p);
    orb_status status = orb_agree(everyone, p ? ORB_OK : ORB_NO_MEMORY);

    if (p)
        p->everyone = everyone;
    else
        MPI_Comm_free(&everyone);
    if (!status)
        status = build(p, desc);
    if (status)
        orb_mpi_plan_destroy(p);
    else
        *plan = p;
    return status;
}

orb_status orb_mpi_plan_create(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc)
{
    MPI_Comm everyone = MPI_COMM_NULL;
    orb_status status = ORB_OK;
    int ready = 0, inter = 0;

    if (plan)
        *plan = NULL;
    if (MPI_Initialized(&ready) != MPI_SUCCESS || !ready || comm == MPI_COMM_NULL ||
        MPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter)
        return ORB_INVALID;
    if (MPI_Comm_dup(comm, &everyone) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    if (!plan || !desc || !valid(desc))
        status = ORB_INVALID;
    if (!status)
        status = check_kinds(desc);
    status = orb_agree(everyone, status);
    if (!status)
        status = orb_agree_same(everyone, desc);
    if (!status && desc->algorithm != ORB_MPI_AUTO)
        return make(plan, everyone, desc);
    if (!status)
        status = orb_auto_create(plan, everyone, desc);
    MPI_Comm_free(&everyone);
    return status;
}

void orb_mpi_plan_destroy(orb_mpi_plan *plan)
{
    if (plan) {
        if (plan->algorithm)
            plan->algorithm->discard(plan->setup);
        for (int a = 0; a < 3; a++)
            orb_entries_free(&plan->entries[a]);
        orb_wire_close(&plan->wire);
        MPI_Comm_free(&plan->everyone);
    }
    free(plan);
}

static orb_status tell(const orb_part *part, size_t start[3], size_t size[3])
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

orb_status orb_mpi_plan_input(const orb_mpi_plan *plan, size_t start[3], size_t size[3])
{
    return tell(plan ? &plan->in : NULL, start, size);
}

orb_status orb_mpi_plan_output(const orb_mpi_plan *plan, size_t start[3], size_t size[3])
{
    return tell(plan ? &plan->out : NULL, start, size);
}
