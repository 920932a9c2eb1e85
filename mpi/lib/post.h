/* Messages of a plan, any number of them at once: started, kept moving, waited for, counted.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_POST_H
#define ORB_POST_H

#include <mpi.h>
#include <orbital/orbital.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct orb_post {
    MPI_Comm comm; /* the plan's */
    MPI_Datatype scalar;
    size_t scalar_size;
    MPI_Request *request; /* one a slot */
    MPI_Status *unused;   /* likewise: compilers warn of MPI_STATUSES_IGNORE as MPICH declares it */
    int slots;
    uint64_t messages, bytes; /* sent */
    double wait;              /* seconds */
    bool failed;              /* did MPI report an error? */
} orb_post;

/* False if there is no memory for so many slots; it can be closed then, too. */
ORB_API bool orb_post_open(orb_post *post, MPI_Comm comm, bool single, size_t slots);
ORB_API void orb_post_close(orb_post *post);

/* Begins to count anew. */
ORB_API void orb_post_reset(orb_post *post);

/* Notes it if a function of MPI returned an error. */
ORB_API void orb_post_check(orb_post *post, int code);

/* Start a message of so many scalars; none of them: nothing. The slot has to be free. Messages of a tag between two
 * ranks keep their order. */
ORB_API void orb_post_send(orb_post *post, int slot, int rank, int tag, const void *from, size_t scalars);
ORB_API void orb_post_receive(orb_post *post, int slot, int rank, int tag, void *to, size_t scalars);

/* Gives MPI the processor for a moment, as messages may not move on their own while others compute. */
ORB_API void orb_post_poll(orb_post *post);

/* Waits for one slot, or all; free ones count as done. */
ORB_API void orb_post_wait(orb_post *post, int slot);
ORB_API void orb_post_wait_all(orb_post *post);

#endif
