/* The search of all hyper-systolic bases.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BASES_TREE_H
#define ORB_BASES_TREE_H

#include "bases.h"

/* Memory for bases of this size, all zero. False if there is none; free it all the same. */
bool orb_bases_new(orb_bases *bases, int ranks, int aheads, int backs);

/* What a byte costs over a stride that is no multiple of the ranks. */
double orb_bases_stride(const orb_bases_cost *cost, int ranks, int stride);

/* Replaces bases, of this cost, by cheaper ones if it finds some. False, and none, if there is no memory. */
bool orb_bases_tree(orb_bases *bases, const orb_bases_cost *cost, double least);

#endif
