/* The processes that work together, and what they agree upon.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RANKS_H
#define RANKS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct ranks {
    MPI_Comm comm;
    int count, mine; /* how many, and which one this is */
    bool first;      /* it is rank 0, which reads headers, names files and speaks */
} ranks;

/** All that mpirun started. */
ranks ranks_all(void);

/** Whether all succeeded; else the first that did not prints its error. Collective. */
bool ranks_agree(const ranks *r, bool good);

/** fail() for memory of this rank that ran out. */
bool ranks_fail_memory(const ranks *r, const char *path);

/** Gives bytes of rank 0 to all. Collective. */
void ranks_share(const ranks *r, void *bytes, size_t size);

/** The words of rank 0's command line, in one piece of memory, which the caller frees. Other ranks may have been
 *  started with other words. Collective. */
char **ranks_share_words(const ranks *r, int *count, char **words);

/** The sum of a number of each, the largest, for all. Collective. What is not a number counts as infinite. */
unsigned long long ranks_sum(const ranks *r, unsigned long long number);
double ranks_largest(const ranks *r, double number);

#endif
