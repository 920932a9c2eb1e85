/* Hyper-systolic bases: by how many ranks the parts of a ring are shifted.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rank q has the part of B of rank q+ahead[j] after j shifts, and computes for the rows of rank q-back[i]. All ranks
 * meet all parts of B if each number below the ranks is a sum ahead[j]+back[i], modulo the ranks. */
#ifndef ORB_BASES_H
#define ORB_BASES_H

#include <stdbool.h>

typedef struct orb_bases {
    int ranks, aheads, backs;
    int *ahead, *back; /* below the ranks; both begin with 0 */
    bool *used;        /* [i * aheads + j]: of all pairs with the same sum the first; each i has one */
} orb_bases;

/* Regular ones of base K, 1 <= K <= ranks: ahead 0, K, 2K, ...; back 0 to K-1. False if there is no memory. */
bool orb_bases_regular(orb_bases *bases, int ranks, int base);

/* What messages cost. */
typedef struct orb_bases_cost {
    const double *stride; /* a byte to the rank s before, for s from 1 to ranks-1: [s - 1]; positive */
    double a, b, c;       /* bytes of a rank's parts of A, B and C */
} orb_bases_cost;

/* The base of the regular ones with the fewest bytes; strides may be NULL. */
int orb_bases_best(int ranks, const orb_bases_cost *cost);

/* The cost of the messages of a rank, all parts being of the same size. */
double orb_bases_total(const orb_bases *bases, const orb_bases_cost *cost);

/* The cheapest ones of the regular bases; up to 1024 ranks, of their multiples that are prime to the ranks; up to 64
 * ranks, of all others that a search of limited length comes upon, which are all there are for few ranks. No stride
 * back is made that meets nothing new, though two cheap ones may cost less than a dear one. False if there is no
 * memory. */
bool orb_bases_search(orb_bases *bases, int ranks, const orb_bases_cost *cost);

void orb_bases_free(orb_bases *bases);

#endif
