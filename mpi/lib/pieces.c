/* A transposition of axis 0 in pieces, with the local transforms beside it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "pieces.h"

#include "checked.h"
#include "field.h"
#include "share.h"

#include <stdlib.h>
#include <string.h>

/* One call. */
typedef struct piece {
    size_t first, rows; /* of this rank's points of axis 0 */
    orb_turn turn;
    orb_alltoall *all;
} piece;

enum { WHOLE = 0, LAST, LOCALS };

struct orb_pieces {
    bool gathers;             /* axis 0 */
    size_t rows;              /* of a piece, but the last one of a rank */
    size_t row_bytes[2];      /* of a row of axis 0 in the array of the caller, and in a piece as it is sent */
    orb_local *local[LOCALS]; /* of a whole piece and of the last one; NULL: none */
    int count;
    piece *piece;
    void *box; /* the piece between local work and messages */
    void *work[2];
};

/* The box on the side where axis 0 is divided. */
static orb_part box_of(const orb_mpi_plan *plan, const orb_stage *stage)
{
    orb_part box = orb_lay_part(&stage->before, &plan->desc, plan->at);

    box.size[1] = plan->desc.n[1];
    box.size[0] = orb_share(plan->desc.n[0], plan->desc.grid[stage->ring], plan->at[stage->ring], &box.start[0]);
    return box;
}

/* Rows of a piece, the same in the whole ring: blocks for all of its ranks. */
static size_t rows_of(const orb_mpi_plan *plan, const orb_stage *stage, size_t row_bytes)
{
    const size_t ranks = (size_t)plan->desc.grid[stage->ring];
    const size_t most = orb_share_largest(plan->desc.n[0], plan->desc.grid[stage->ring]);

    return row_bytes ? smaller(larger(ranks * ORB_BLOCK_BYTES / row_bytes, 1), most) : most;
}

static orb_status prepare_local(orb_pieces *p, const orb_mpi_plan *plan, const orb_local_work *work, size_t mine)
{
    const size_t rows[LOCALS] = {p->rows, mine % p->rows};
    orb_status status = ORB_OK;

    for (int i = 0; i < LOCALS && !status; i++) {
        orb_local_work some = *work;

        some.size[0] = rows[i];
        status = orb_local_create(&p->local[i], &plan->desc, &some);
    }
    if (!status && orb_local_is_copy(p->local[WHOLE]))
        for (int i = 0; i < LOCALS; i++) {
            orb_local_destroy(p->local[i]);
            p->local[i] = NULL;
        }
    return status;
}

/* Zeros, as a rank that does not compute hands on what is there. */
static bool allocate(void **memory, size_t bytes)
{
    *memory = calloc(bytes ? bytes : 1, 1);
    return *memory;
}

static orb_status prepare_calls(orb_pieces *p, const orb_mpi_plan *plan, const orb_stage *stage, size_t mine)
{
    size_t bytes, work = 0;
    orb_status status = ORB_OK;

    for (int i = 0; i < p->count && !status; i++) {
        piece *call = &p->piece[i];

        call->first = smaller((size_t)i * p->rows, mine);
        call->rows = smaller(mine - call->first, p->rows);
        call->turn = orb_turn_piece(plan, stage, (size_t)i * p->rows, p->rows);
        call->turn.comm = plan->ring[stage->ring];
        if (!orb_mul(orb_turn_largest(&call->turn), (size_t)call->turn.ranks, &bytes))
            return ORB_NO_MEMORY;
        work = larger(work, bytes);
        status = orb_alltoall_create(&call->all, &call->turn, &plan->wire.post);
    }
    for (int w = 0; w < 2 && !status; w++)
        if (!allocate(&p->work[w], work))
            return ORB_NO_MEMORY;
    return status;
}

orb_status orb_pieces_create(orb_pieces **pieces, const orb_mpi_plan *plan, const orb_stage *stage,
                             const orb_local_work *work)
{
    const orb_part box = box_of(plan, stage);
    orb_pieces *p = calloc(1, sizeof *p);
    orb_status status = ORB_OK;
    size_t row;

    *pieces = p;
    if (!p)
        return ORB_NO_MEMORY;
    p->gathers = stage->gathered == 0;
    row = box.size[1] * box.size[2] * box.size[3];
    p->row_bytes[1] = row * orb_element_size(plan->element);
    p->row_bytes[0] =
        work ? row * orb_element_size(p->gathers ? work->element_in : work->element_out) : p->row_bytes[1];
    p->rows = rows_of(plan, stage, p->row_bytes[1]);
    p->count = (int)orb_parts(orb_share_largest(plan->desc.n[0], plan->desc.grid[stage->ring]), p->rows);
    p->piece = calloc((size_t)p->count, sizeof *p->piece);
    if (!p->piece || !allocate(&p->box, p->rows * p->row_bytes[1]))
        return ORB_NO_MEMORY;
    if (work)
        status = prepare_local(p, plan, work, box.size[0]);
    return status ? status : prepare_calls(p, plan, stage, box.size[0]);
}

void orb_pieces_destroy(orb_pieces *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->count && p->piece; i++)
        orb_alltoall_destroy(p->piece[i].all);
    for (int i = 0; i < LOCALS; i++)
        orb_local_destroy(p->local[i]);
    free(p->piece);
    free(p->box);
    free(p->work[0]);
    free(p->work[1]);
    free(p);
}

static orb_status run_local(const orb_pieces *p, orb_mpi_plan *plan, const piece *call, const void *x, void *y)
{
    const double begin = MPI_Wtime();
    const orb_status status = orb_local_run(p->local[call->rows == p->rows ? WHOLE : LAST], x, y);

    plan->tally.compute += MPI_Wtime() - begin;
    return status;
}

orb_status orb_pieces_run(const orb_pieces *p, orb_mpi_plan *plan, bool computes, const void *x, void *y)
{
    orb_status status = ORB_OK;

    for (int i = 0; i < p->count; i++, plan->tally.steps++) {
        const piece *call = &p->piece[i];
        const size_t place = call->first * p->row_bytes[0];
        const bool local = p->local[WHOLE] && computes && !status && call->rows && p->row_bytes[1];
        const bool direct = !p->local[WHOLE] && computes;
        const void *from = p->gathers ? (direct ? (const char *)x + place : p->box) : x;
        void *to = p->gathers ? y : direct ? (char *)y + place : p->box;

        if (local && p->gathers)
            status = run_local(p, plan, call, (const char *)x + place, p->box);
        orb_turn_alltoall(&call->turn, call->all, &plan->wire.post, from, to, p->work);
        if (local && !p->gathers)
            status = run_local(p, plan, call, p->box, (char *)y + place);
    }
    return status;
}
