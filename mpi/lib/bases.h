/* Hyper-systolic bases: by how many ranks the parts of a ring are shifted.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rank q has the part of B of rank q+ahead[j] after j shifts, and computes for the rows of rank q-back[i]. All ranks meet
 * all parts of B if each number below the ranks is a sum ahead[j]+back[i], modulo the ranks. */
#ifndef ORB_BASES_H
#define ORB_BASES_H

#include <stdbool.h>

typedef struct orb_bases {
    int ranks, aheads, backs;
    int *ahead, *back; /* both begin with 0 */
    bool *used;        /* [i * aheads + j]: of all pairs with the same sum one */
} orb_bases;

/* Regular ones of base K, 1 <= K <= ranks: ahead 0, K, 2K, ...; back 0 to K-1. False if there is no memory. */
bool orb_bases_regular(orb_bases *bases, int ranks, int base);

void orb_bases_free(orb_bases *bases);

#endif
