/* The roles of the operands on a process grid.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm_roles.h"

#include "checked.h"
#include "common_divisor.h"
#include "grid_shape.h"

orb_mpi_stationary orb_roles_stays(const orb_mpi_gemm_desc *d)
{
    if (d->stationary != ORB_MPI_STATIONARY_LARGEST)
        return d->stationary;
    /* The sizes are m*k, k*n and m*n: the largest is the one without the smallest factor. */
    if (d->k <= d->m && d->k <= d->n)
        return ORB_MPI_STATIONARY_C;
    return d->n <= d->m ? ORB_MPI_STATIONARY_A : ORB_MPI_STATIONARY_B;
}

static void set_roles(orb_roles *r, const orb_mpi_gemm_desc *d)
{
    switch (r->stays) {
    case ORB_MPI_A:
        r->lines = d->n;
        r->mover[0] = (orb_mover){.operand = ORB_MPI_C, .axis = 1, .other = d->m};
        r->mover[1] = (orb_mover){.operand = ORB_MPI_B, .axis = 1, .other = d->k};
        break;
    case ORB_MPI_B:
        r->lines = d->m;
        r->mover[0] = (orb_mover){.operand = ORB_MPI_A, .axis = 0, .other = d->k};
        r->mover[1] = (orb_mover){.operand = ORB_MPI_C, .axis = 0, .other = d->n};
        break;
    case ORB_MPI_C:
        r->lines = d->k;
        r->mover[0] = (orb_mover){.operand = ORB_MPI_A, .axis = 1, .other = d->m};
        r->mover[1] = (orb_mover){.operand = ORB_MPI_B, .axis = 0, .other = d->n};
        break;
    }
    r->mover[0].along_rows = true;
}

/* The number of elements that a rank sends in all shifts on a grid of this shape. */
static double shifted(const void *roles, size_t rows, size_t columns)
{
    const orb_roles *r = roles;

    return (double)orb_parts(r->mover[0].other, rows) * (double)orb_parts(r->lines, columns) * (double)(columns - 1) +
           (double)orb_parts(r->mover[1].other, columns) * (double)orb_parts(r->lines, rows) * (double)(rows - 1);
}

/* The roles without a grid. */
static orb_roles roles_of(const orb_mpi_gemm_desc *d)
{
    static const orb_mpi_operand operands[] = {
        [ORB_MPI_STATIONARY_A] = ORB_MPI_A, [ORB_MPI_STATIONARY_B] = ORB_MPI_B, [ORB_MPI_STATIONARY_C] = ORB_MPI_C};
    orb_roles r = {.stays = operands[orb_roles_stays(d)]};

    set_roles(&r, d);
    return r;
}

bool orb_roles_shape(const orb_mpi_gemm_desc *d, int ranks, int nth, int grid[2])
{
    const orb_roles r = roles_of(d);
    size_t shape[2];

    orb_grid_shape(d->grid, (size_t)ranks, nth, shifted, &r, shape);
    grid[0] = (int)shape[0];
    grid[1] = (int)shape[1];
    return shape[0] > 0;
}

orb_status orb_roles_choose(orb_roles *r, const orb_mpi_gemm_desc *d, int ranks)
{
    int grid[2];

    *r = roles_of(d);
    if (!orb_roles_shape(d, ranks, 0, grid))
        return ORB_INVALID;
    r->rows = (size_t)grid[0];
    r->columns = (size_t)grid[1];
    r->mover[0].parts = r->columns;
    r->mover[1].parts = r->rows;
    r->slices = r->rows / orb_common_divisor(r->rows, r->columns) * r->columns;
    return ORB_OK;
}

orb_roles orb_roles_stream(const orb_roles *whole, int stream, int streams)
{
    orb_roles r = *whole;

    r.first = orb_distribution_bound(whole->lines, (size_t)streams, (size_t)stream);
    r.lines = orb_distribution_bound(whole->lines, (size_t)streams, (size_t)stream + 1) - r.first;
    r.mirrored = stream > 0;
    return r;
}

size_t orb_roles_lines(const orb_roles *r, size_t slice, size_t slices)
{
    const size_t first = orb_distribution_bound(r->lines, r->slices, slice), end = slice + slices;

    if (end <= r->slices)
        return orb_distribution_bound(r->lines, r->slices, end) - first;
    return r->lines - first + orb_distribution_bound(r->lines, r->slices, end - r->slices);
}

size_t orb_roles_slice(const orb_roles *r, const orb_mover *m, int rank, size_t shifts)
{
    const size_t here = r->mirrored ? r->rows * r->columns - 1 - (size_t)rank : (size_t)rank;
    const size_t row = here / r->columns, column = here % r->columns;

    return (row * (r->slices / r->rows) + column * (r->slices / r->columns) + shifts * (r->slices / m->parts)) %
           r->slices;
}

orb_region orb_roles_region(const orb_roles *r, const orb_mover *m, int rank, size_t shifts)
{
    const size_t slice = orb_roles_slice(r, m, rank, shifts), end = slice + r->slices / m->parts;
    const size_t parts = m->along_rows ? r->rows : r->columns;
    const size_t at = m->along_rows ? (size_t)rank / r->columns : (size_t)rank % r->columns;
    const size_t first = orb_distribution_bound(r->lines, r->slices, slice),
                 other = orb_distribution_bound(m->other, parts, at);
    orb_lines shared = {1, {r->first + first, r->first}, {orb_roles_lines(r, slice, r->slices / m->parts), 0}};
    orb_region region;

    if (end > r->slices) {
        shared.ranges = 2;
        shared.size[0] = r->lines - first;
        shared.size[1] = orb_distribution_bound(r->lines, r->slices, end - r->slices);
    }
    region.axis[m->axis] = shared;
    region.axis[1 - m->axis] = (orb_lines){1, {other, 0}, {orb_distribution_bound(m->other, parts, at + 1) - other, 0}};
    return region;
}
