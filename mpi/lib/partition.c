/* The division of an axis into parts whose sizes differ by at most one point.
 * SPDX-License-Identifier: Apache-2.0 */
#include "partition.h"

#include "checked.h"

size_t orb_partition(size_t n, int parts, int index, size_t *start)
{
    const size_t least = n / (size_t)parts, more = n % (size_t)parts, i = (size_t)index;

    *start = i * least + (i < more ? i : more);
    return least + (i < more);
}

size_t orb_partition_largest(size_t n, int parts)
{
    return orb_parts(n, (size_t)parts);
}

int orb_partition_fewest(size_t n, int parts)
{
    return (int)orb_parts(n, orb_partition_largest(n, parts));
}
