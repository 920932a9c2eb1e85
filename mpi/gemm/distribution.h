/* Which rows or columns of a matrix belong to which part.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_DISTRIBUTION_H
#define ORB_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>

/* n lines in so many parts: block-cyclic, or with a block of 0 one range per part, as equal as possible. */
typedef struct orb_distribution {
    size_t n, block, parts;
} orb_distribution;

/* The first line of range i of n lines in `parts` ranges, floor(i*n/parts). If `parts` is a multiple of p, the bounds
 * of p ranges are also bounds of `parts` ranges. So a slice of an axis never lies in two blocks. The rule of
 * partition.h, by which the first ranges are the longest, does not have this property. */
size_t orb_distribution_bound(size_t n, size_t parts, size_t i);

/* The number of lines of a part. */
size_t orb_distribution_count(const orb_distribution *distribution, size_t part);

/* The largest number of lines of a part. */
size_t orb_distribution_most(const orb_distribution *distribution);

/* The index in the whole matrix of line `local` of a part. */
size_t orb_distribution_index(const orb_distribution *distribution, size_t part, size_t local);

/* Is each part one contiguous range of lines? */
bool orb_distribution_is_range(const orb_distribution *distribution);

#endif
