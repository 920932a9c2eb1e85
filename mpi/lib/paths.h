/* The paths of rows along a ring of ranks: how often a row is shifted by which stride.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PATHS_H
#define ORB_PATHS_H

#include <orbital/orbital_mpi.h>

/* The strides 1, 2, 4, ... of the longest ring that an int can represent. */
enum { ORB_STRIDES = 31 };

typedef struct orb_paths {
    int ranks;                               /* of the ring; there is a row for each of them */
    int strides;                             /* number of strides, */
    int stride[ORB_STRIDES];                 /* each of them in ranks, */
    int on[ORB_STRIDES];                     /* the most times that a row is shifted on by it, */
    int back[ORB_STRIDES];                   /* and the most times that a row is shifted back by it */
    int digit[/* row * strides + stride */]; /* the shifts of a row by a stride; negative: back */
} orb_paths;

/* The radix of digit i of a row number. */
int orb_paths_radix(const int radix[ORB_MPI_SHIFTS], int i);

/* Returns NULL if there is no memory. The caller frees the paths by free(). */
orb_paths *orb_paths_create(const int radix[ORB_MPI_SHIFTS], int ranks);

/* The digit of a row for stride i. */
static inline int orb_paths_digit(const orb_paths *paths, int row, int i)
{
    return paths->digit[(size_t)row * (size_t)paths->strides + (size_t)i];
}

/* How far shifts by the strides before stride i have moved a row. */
static inline int orb_paths_before(const orb_paths *paths, int row, int i)
{
    int ranks = 0;

    for (int earlier = 0; earlier < i; earlier++)
        ranks += orb_paths_digit(paths, row, earlier) * paths->stride[earlier];
    return ranks;
}

#endif
