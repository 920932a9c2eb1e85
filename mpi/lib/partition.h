/* The division of an axis into parts whose sizes differ by at most one point.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PARTITION_H
#define ORB_PARTITION_H

#include <stddef.h>

/* Returns the size of part `index` of n points in `parts`, and sets its start. The first n mod parts have one more
 * point than the others. */
size_t orb_partition(size_t n, int parts, int index, size_t *start);

/* The size of the largest part. */
size_t orb_partition_largest(size_t n, int parts);

/* The smallest number of parts whose largest one is no larger than that of `parts` parts. */
int orb_partition_fewest(size_t n, int parts);

#endif
