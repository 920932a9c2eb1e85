/* The messages of a plan: starts any number of them at once, lets them progress, waits for them and counts them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_POST_H
#define ORB_POST_H

#include <mpi.h>
#include <orbital/orbital.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct orb_post {
    MPI_Comm comm; /* the plan's communicator */
    MPI_Datatype scalar;
    size_t scalar_size;
    MPI_Request *request; /* one per slot */
    MPI_Status *unused;   /* one per slot; compilers warn about MPI_STATUSES_IGNORE as MPICH declares it */
    int slots;
    uint64_t messages, bytes; /* sent */
    double wait;              /* seconds spent waiting */
    bool failed;              /* has MPI reported an error? */
} orb_post;

/* Returns false if there is no memory for so many slots. Close the post in this case, too. */
ORB_API bool orb_post_open(orb_post *post, MPI_Comm comm, bool single, size_t slots);
ORB_API void orb_post_close(orb_post *post);

/* Resets the counters. */
ORB_API void orb_post_reset(orb_post *post);

/* Sets `failed` if code, the result of a function of MPI, is an error. */
ORB_API void orb_post_check(orb_post *post, int code);

/* Start a message of so many scalars; for 0 scalars they do nothing. The slot must be free. Messages with the same tag
 * between two ranks keep their order. */
ORB_API void orb_post_send(orb_post *post, int slot, int rank, int tag, const void *from, size_t scalars);
ORB_API void orb_post_receive(orb_post *post, int slot, int rank, int tag, void *to, size_t scalars);

/* Lets messages progress, which many implementations of MPI do during calls only. */
ORB_API void orb_post_poll(orb_post *post);

/* Wait for one slot, or for all of them. Free slots count as complete. */
ORB_API void orb_post_wait(orb_post *post, int slot);
ORB_API void orb_post_wait_all(orb_post *post);

#endif
