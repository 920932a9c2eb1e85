/* ORB_MPI_GEMM_GRID: one operand is stationary, and the others move between neighbours on a process grid. They move in
 * one stream, or in two streams with opposite directions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "gemm_stream.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct grid {
    int streams;
    bool takes_part;
    orb_stream stream[ORB_STREAMS];
} grid;

static void run(orb_mpi_gemm_plan *p, const void *a, const void *b, void *c)
{
    const void *const array[2] = {a, b};
    grid *g = p->setup;

    if (!g->takes_part)
        return;
    for (int s = 0; s < g->streams; s++)
        orb_stream_align(&g->stream[s], p, array);
    for (int s = 0; s < g->streams; s++)
        orb_stream_aligned(&g->stream[s], p);
    for (size_t slice = 0, end; slice < g->stream[0].roles.slices; slice = end) {
        end = orb_stream_next(&g->stream[0], slice);
        for (int s = 0; s < g->streams; s++)
            orb_stream_begin(&g->stream[s], p, slice);
        for (int s = 0; s < g->streams; s++)
            orb_stream_multiply(&g->stream[s], p, slice, end, array, c, slice || s || p->desc.accumulate);
        for (int s = 0; s < g->streams; s++)
            orb_stream_end(&g->stream[s], p, end);
    }
    for (int s = 0; s < g->streams; s++)
        orb_stream_return(&g->stream[s], p, c);
    for (int s = 0; s < g->streams; s++)
        orb_stream_returned(&g->stream[s], p, c);
    orb_post_wait_all(&p->post);
}

static void explain(orb_mpi_gemm_plan *p, const orb_roles *r)
{
    static const char name[] = "ABC";

    snprintf(p->tally.why, sizeof p->tally.why,
             "grid: %zu x %zu ranks, %c stays, %zu shifts of %c along rows of the grid, %zu of %c along "
             "columns, %s",
             r->rows, r->columns, name[r->stays], r->columns - 1, name[r->mover[0].operand], r->rows - 1,
             name[r->mover[1].operand], p->desc.both_ways ? "half of them each way" : "all one way");
}

static void discard(void *setup)
{
    grid *g = setup;

    for (int s = 0; g && s < g->streams; s++)
        orb_stream_close(&g->stream[s]);
    free(g);
}

static orb_status prepare(orb_mpi_gemm_plan *p)
{
    grid *g = calloc(1, sizeof *g);
    orb_status status;
    orb_roles roles;
    size_t ranks;

    p->setup = g;
    if (!g)
        return ORB_NO_MEMORY;
    status = orb_roles_choose(&roles, &p->desc, p->ranks);
    if (status)
        return status;
    ranks = roles.rows * roles.columns;
    p->desc.stationary = orb_roles_stays(&p->desc);
    p->desc.grid[0] = (int)roles.rows;
    p->desc.grid[1] = (int)roles.columns;
    orb_gemm_blocks(p, roles.rows, roles.columns);
    explain(p, &roles);
    g->takes_part = (size_t)p->rank < ranks;
    if (!g->takes_part)
        return ORB_OK;
    g->streams = p->desc.both_ways ? ORB_STREAMS : 1;
    for (int s = 0; s < g->streams; s++) {
        const orb_roles stream = orb_roles_stream(&roles, s, g->streams);

        if (!orb_stream_open(&g->stream[s], p, &stream, s, (size_t)s * orb_stream_slots(ranks)))
            return ORB_NO_MEMORY;
    }
    return orb_gemm_open_post(p, (size_t)g->streams * orb_stream_slots(ranks)) ? ORB_OK : ORB_NO_MEMORY;
}

const orb_gemm_kernel orb_gemm_grid = {prepare, run, discard};
