/* Points of an axis that belong to one of its parts, which differ by one at most.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PARTITION_H
#define ORB_PARTITION_H

#include <stddef.h>

/* Points of part `index` of n points in `parts`, and where they start: the first n mod parts have one more. */
size_t orb_partition(size_t n, int parts, int index, size_t *start);

/* The most points that a part has. */
size_t orb_partition_largest(size_t n, int parts);

/* The fewest parts that are no larger than so many parts are. */
int orb_partition_fewest(size_t n, int parts);

#endif
