/* Which rows or columns of a matrix belong to which part.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_DEAL_H
#define ORB_DEAL_H

#include <stdbool.h>
#include <stddef.h>

/* n lines in so many parts: dealt in blocks by turns, or, of block 0, one range a part, as equal as can be. */
typedef struct orb_deal {
    size_t n, block, parts;
} orb_deal;

/* The first line of range i of n lines in `parts` ranges, floor(i*n/parts). */
size_t orb_deal_bound(size_t n, size_t parts, size_t i);

/* Lines of a part. */
size_t orb_deal_count(const orb_deal *deal, size_t part);

/* The most that a part has. */
size_t orb_deal_most(const orb_deal *deal);

/* Which line is number `local` of a part. */
size_t orb_deal_index(const orb_deal *deal, size_t part, size_t local);

/* Do the lines of each part follow each other? */
bool orb_deal_is_range(const orb_deal *deal);

#endif
