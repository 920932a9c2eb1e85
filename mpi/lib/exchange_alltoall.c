/* A transposition within a ring by one call of MPI. The block that stays is none of MPI's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "block_message.h"
#include "checked.h"

#include <stdlib.h>

enum { SEND = 0, RECEIVE, SIDES };

/* The arguments of both sides. */
struct orb_alltoall {
    bool is_long;
    int ranks;
    int *count[SIDES], *at[SIDES]; /* of the scalars of each rank; where the call is a long one, 0 or 1, and 0 */
    MPI_Datatype *type[SIDES];     /* only then, with the place of the block */
    uint64_t messages, bytes;      /* to other ranks */
};

static size_t block_scalars(const orb_exchange *t, const orb_post *post, int side, int rank)
{
    if (rank == t->at)
        return 0;
    return (side == SEND ? orb_exchange_block(t, t->at, rank) : orb_exchange_block(t, rank, t->at)) / post->scalar_size;
}

/* Where the block of a rank begins: in the box, or after the blocks before it. */
static size_t block_place(const orb_exchange *t, const orb_post *post, int side, int rank, size_t packed)
{
    const orb_side *box = side == SEND ? &t->scattered : &t->gathered;

    return orb_side_is_dense(box) ? orb_side_offset(box, t->ranks, rank) / post->scalar_size : packed;
}

static orb_status fill_side(orb_alltoall *all, const orb_exchange *t, const orb_post *post, int side)
{
    size_t packed = 0;

    for (int rank = 0; rank < t->ranks; rank++) {
        const size_t scalars = block_scalars(t, post, side, rank);
        const size_t place = block_place(t, post, side, rank, packed);

        packed += scalars;
        if (side == SEND && scalars) {
            all->messages++;
            all->bytes += scalars * post->scalar_size;
        }
        if (!all->is_long) {
            all->count[side][rank] = (int)scalars;
            all->at[side][rank] = (int)place;
            continue;
        }
        all->type[side][rank] = post->scalar;
        if (scalars && orb_message_type(post->scalar, scalars, (MPI_Aint)(place * post->scalar_size),
                                        &all->type[side][rank]) != MPI_SUCCESS)
            return ORB_DEVICE_FAILED;
        all->count[side][rank] = scalars > 0;
    }
    return ORB_OK;
}

orb_status orb_alltoall_create(orb_alltoall **made, const orb_exchange *t, const orb_post *post)
{
    const size_t ranks = (size_t)t->ranks;
    orb_alltoall *all = calloc(1, sizeof *all);
    orb_status status = all ? ORB_OK : ORB_NO_MEMORY;
    size_t scalars;

    *made = all;
    if (!all)
        return status;
    all->ranks = t->ranks;
    if (!orb_mul(orb_exchange_largest(t) / post->scalar_size, ranks, &scalars))
        return ORB_NO_MEMORY;
    all->is_long = orb_message_is_long(scalars); /* the same in the whole ring */
    for (int side = 0; side < SIDES && !status; side++) {
        all->count[side] = calloc(ranks, sizeof *all->count[side]);
        all->at[side] = calloc(ranks, sizeof *all->at[side]);
        all->type[side] = calloc(ranks, sizeof *all->type[side]);
        if (!all->count[side] || !all->at[side] || !all->type[side])
            return ORB_NO_MEMORY;
        status = fill_side(all, t, post, side);
    }
    return status;
}

void orb_alltoall_destroy(orb_alltoall *all)
{
    if (!all)
        return;
    for (int side = 0; side < SIDES; side++) {
        for (int rank = 0; all->is_long && all->type[side] && all->count[side] && rank < all->ranks; rank++)
            if (all->count[side][rank])
                MPI_Type_free(&all->type[side][rank]);
        free(all->count[side]);
        free(all->at[side]);
        free(all->type[side]);
    }
    free(all);
}

static void call(const orb_exchange *t, const orb_alltoall *all, orb_post *post, const void *from, void *to)
{
    const double begin = MPI_Wtime();
    const int code = all->is_long ? MPI_Alltoallw(from, all->count[SEND], all->at[SEND], all->type[SEND], to,
                                                  all->count[RECEIVE], all->at[RECEIVE], all->type[RECEIVE], t->comm)
                                  : MPI_Alltoallv(from, all->count[SEND], all->at[SEND], post->scalar, to,
                                                  all->count[RECEIVE], all->at[RECEIVE], post->scalar, t->comm);

    post->failed = post->failed || code != MPI_SUCCESS;
    post->wait += MPI_Wtime() - begin;
    post->messages += all->messages;
    post->bytes += all->bytes;
}

void orb_exchange_alltoall(const orb_exchange *t, const orb_alltoall *all, orb_post *post, const void *x, void *y,
                           void *const work[2])
{
    const bool packs = !orb_side_is_dense(&t->scattered), unpacks = !orb_side_is_dense(&t->gathered);
    char *block = work[0];

    for (int rank = 0; packs && rank < t->ranks; rank++)
        if (rank != t->at) {
            orb_side_take(&t->scattered, t->ranks, rank, x, block);
            block += orb_exchange_block(t, t->at, rank);
        }
    call(t, all, post, packs ? work[0] : x, unpacks ? work[1] : y);
    orb_exchange_keep(t, x, y);
    block = work[1];
    for (int rank = 0; unpacks && rank < t->ranks; rank++)
        if (rank != t->at) {
            orb_side_put(&t->gathered, t->ranks, rank, block, y);
            block += orb_exchange_block(t, rank, t->at);
        }
}
