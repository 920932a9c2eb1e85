/* Messages of a plan.
 * SPDX-License-Identifier: Apache-2.0 */
#include "post.h"

#include "block_message.h"

#include <limits.h>
#include <stdlib.h>

void orb_post_check(orb_post *post, int code)
{
    if (code != MPI_SUCCESS)
        post->failed = true;
}

bool orb_post_open(orb_post *post, MPI_Comm comm, bool single, size_t slots)
{
    *post = (orb_post){.comm = comm, .scalar = single ? MPI_FLOAT : MPI_DOUBLE};
    post->scalar_size = single ? sizeof(float) : sizeof(double);
    if (slots > INT_MAX || !(post->request = malloc(slots * sizeof *post->request)) ||
        !(post->unused = malloc(slots * sizeof *post->unused)))
        return false;
    post->slots = (int)slots;
    for (int i = 0; i < post->slots; i++)
        post->request[i] = MPI_REQUEST_NULL;
    return true;
}

void orb_post_close(orb_post *post)
{
    free(post->request);
    free(post->unused);
    *post = (orb_post){0};
}

void orb_post_reset(orb_post *post)
{
    post->messages = post->bytes = 0;
    post->wait = 0.0;
}

void orb_post_send(orb_post *post, int slot, int rank, int tag, const void *from, size_t scalars)
{
    const orb_message m = {.comm = post->comm, .scalar = post->scalar, .rank = rank, .tag = tag};

    if (!scalars)
        return;
    orb_post_check(post, orb_message_send(&m, from, scalars, &post->request[slot]));
    post->messages++;
    post->bytes += scalars * post->scalar_size;
}

void orb_post_receive(orb_post *post, int slot, int rank, int tag, void *to, size_t scalars)
{
    const orb_message m = {.comm = post->comm, .scalar = post->scalar, .rank = rank, .tag = tag};

    if (scalars)
        orb_post_check(post, orb_message_receive(&m, to, scalars, &post->request[slot]));
}

void orb_post_poll(orb_post *post)
{
    int done;

    orb_post_check(post, MPI_Testall(post->slots, post->request, &done, post->unused));
}

void orb_post_wait(orb_post *post, int slot)
{
    const double begin = MPI_Wtime();

    orb_post_check(post, MPI_Wait(&post->request[slot], MPI_STATUS_IGNORE));
    post->wait += MPI_Wtime() - begin;
}

void orb_post_wait_all(orb_post *post)
{
    const double begin = MPI_Wtime();

    orb_post_check(post, MPI_Waitall(post->slots, post->request, post->unused));
    post->wait += MPI_Wtime() - begin;
}
