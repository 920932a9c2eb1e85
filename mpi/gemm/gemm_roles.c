/* Who stays and who moves on a grid of ranks, and which shape of it has the fewest bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm_roles.h"

#include "checked.h"
#include "grid_shape.h"

static size_t common_divisor(size_t a, size_t b)
{
    while (b) {
        const size_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

orb_mpi_stationary orb_roles_stays(const orb_mpi_gemm_desc *d)
{
    if (d->stationary != ORB_MPI_STATIONARY_LARGEST)
        return d->stationary;
    /* Of three products of two of m, n, k the largest lacks the smallest of them. */
    if (d->k <= d->m && d->k <= d->n)
        return ORB_MPI_STATIONARY_C;
    return d->n <= d->m ? ORB_MPI_STATIONARY_A : ORB_MPI_STATIONARY_B;
}

static void set_roles(orb_roles *r, const orb_mpi_gemm_desc *d)
{
    switch (r->stays) {
    case ORB_MPI_A:
        r->time = d->n;
        r->mover[0] = (orb_mover){.operand = ORB_MPI_C, .axis = 1, .other = d->m};
        r->mover[1] = (orb_mover){.operand = ORB_MPI_B, .axis = 1, .other = d->k};
        break;
    case ORB_MPI_B:
        r->time = d->m;
        r->mover[0] = (orb_mover){.operand = ORB_MPI_A, .axis = 0, .other = d->k};
        r->mover[1] = (orb_mover){.operand = ORB_MPI_C, .axis = 0, .other = d->n};
        break;
    case ORB_MPI_C:
        r->time = d->k;
        r->mover[0] = (orb_mover){.operand = ORB_MPI_A, .axis = 1, .other = d->m};
        r->mover[1] = (orb_mover){.operand = ORB_MPI_B, .axis = 0, .other = d->n};
        break;
    }
    r->mover[0].along = true;
}

/* Elements that a rank sends in all shifts, on a grid of this shape. */
static double shifted(const void *roles, size_t rows, size_t columns)
{
    const orb_roles *r = roles;

    return (double)orb_parts(r->mover[0].other, rows) * (double)orb_parts(r->time, columns) * (double)(columns - 1) +
           (double)orb_parts(r->mover[1].other, columns) * (double)orb_parts(r->time, rows) * (double)(rows - 1);
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
    r->ticks = r->rows / common_divisor(r->rows, r->columns) * r->columns;
    return ORB_OK;
}

orb_roles orb_roles_stream(const orb_roles *whole, int stream, int streams)
{
    orb_roles r = *whole;

    r.first = orb_distribution_bound(whole->time, (size_t)streams, (size_t)stream);
    r.time = orb_distribution_bound(whole->time, (size_t)streams, (size_t)stream + 1) - r.first;
    r.mirrored = stream > 0;
    return r;
}

size_t orb_roles_lines(const orb_roles *r, size_t tick, size_t ticks)
{
    const size_t first = orb_distribution_bound(r->time, r->ticks, tick), end = tick + ticks;

    if (end <= r->ticks)
        return orb_distribution_bound(r->time, r->ticks, end) - first;
    return r->time - first + orb_distribution_bound(r->time, r->ticks, end - r->ticks);
}

size_t orb_roles_tick(const orb_roles *r, const orb_mover *m, int rank, size_t shifts)
{
    const size_t here = r->mirrored ? r->rows * r->columns - 1 - (size_t)rank : (size_t)rank;
    const size_t row = here / r->columns, column = here % r->columns;

    return (row * (r->ticks / r->rows) + column * (r->ticks / r->columns) + shifts * (r->ticks / m->parts)) % r->ticks;
}

orb_region orb_roles_region(const orb_roles *r, const orb_mover *m, int rank, size_t shifts)
{
    const size_t tick = orb_roles_tick(r, m, rank, shifts), end = tick + r->ticks / m->parts;
    const size_t parts = m->along ? r->rows : r->columns;
    const size_t at = m->along ? (size_t)rank / r->columns : (size_t)rank % r->columns;
    const size_t first = orb_distribution_bound(r->time, r->ticks, tick),
                 other = orb_distribution_bound(m->other, parts, at);
    orb_lines time = {1, {r->first + first, r->first}, {orb_roles_lines(r, tick, r->ticks / m->parts), 0}};
    orb_region region;

    if (end > r->ticks) {
        time.ranges = 2;
        time.size[0] = r->time - first;
        time.size[1] = orb_distribution_bound(r->time, r->ticks, end - r->ticks);
    }
    region.axis[m->axis] = time;
    region.axis[1 - m->axis] = (orb_lines){1, {other, 0}, {orb_distribution_bound(m->other, parts, at + 1) - other, 0}};
    return region;
}
