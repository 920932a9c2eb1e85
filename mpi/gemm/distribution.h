/* Which rows or columns of a matrix belong to which part.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_DEAL_H
#define ORB_DEAL_H

#include <stdbool.h>
#include <stddef.h>

/* n lines in so many parts: block-cyclic, or with a block of 0 one range per part, as equal as possible. */
typedef struct orb_distribution {
    size_t n, block, parts;
} orb_distribution;

/* The first line of range i of n lines in `parts` ranges, floor(i*n/parts). */
size_t orb_distribution_bound(size_t n, size_t parts, size_t i);

/* Lines of a part. */
size_t orb_distribution_count(const orb_distribution *distribution, size_t part);

/* The most that a part has. */
size_t orb_distribution_most(const orb_distribution *distribution);

/* Which line is number `local` of a part. */
size_t orb_distribution_index(const orb_distribution *distribution, size_t part, size_t local);

/* Do the lines of each part follow each other? */
bool orb_distribution_is_range(const orb_distribution *distribution);

#endif
