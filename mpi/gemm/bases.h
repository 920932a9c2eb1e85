/* Hyper-systolic bases: the distances by which the parts of matrices are shifted along a ring.
 * SPDX-License-Identifier: Apache-2.0
 *
 * After j shifts, rank q has the part of B of rank q+ahead[j]. It computes for the rows of the ranks q-back[i]. Every
 * rank meets every part of B if each number below the number of ranks is a sum ahead[j]+back[i], modulo that number. */
#ifndef ORB_BASES_H
#define ORB_BASES_H

#include <stdbool.h>

typedef struct orb_bases {
    int ranks, aheads, backs;
    int *ahead, *back; /* below the number of ranks; the first one of both is 0 */
    bool *used;        /* [i * aheads + j]: is this the first of all pairs with the same sum? Each i has such a pair. */
} orb_bases;

/* The regular bases of base K, 1 <= K <= ranks: ahead 0, K, 2K, ...; back 0 to K-1. False if there is no memory. */
bool orb_bases_regular(orb_bases *bases, int ranks, int base);

/* The cost of messages. */
typedef struct orb_bases_cost {
    const double *stride; /* [s - 1]: cost of a byte to the rank s places before, for s from 1 to ranks-1; positive */
    double a, b, c;       /* bytes of a rank's parts of A, B and C */
} orb_bases_cost;

/* The base K whose regular bases send the fewest bytes. cost->stride is not used and may be NULL. */
int orb_bases_best(int ranks, const orb_bases_cost *cost);

/* The cost of the messages of a rank, if all parts have the same size. */
double orb_bases_total(const orb_bases *bases, const orb_bases_cost *cost);

/* Searches for the cheapest bases. The search includes the regular bases; on up to 1024 ranks, their multiples by
 * numbers prime to the number of ranks; and on up to 64 ranks, any others, with a limit that few ranks do not reach. It
 * only considers strides back that add new sums, although two cheap strides may cost less than an expensive one. False
 * if there is no memory. */
bool orb_bases_search(orb_bases *bases, int ranks, const orb_bases_cost *cost);

void orb_bases_free(orb_bases *bases);

#endif
