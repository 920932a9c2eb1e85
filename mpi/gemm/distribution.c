/* Which rows or columns of a matrix belong to which part.
 * SPDX-License-Identifier: Apache-2.0 */
#include "distribution.h"

size_t orb_distribution_bound(size_t n, size_t parts, size_t i)
{
    return n / parts * i + n % parts * i / parts;
}

size_t orb_distribution_count(const orb_distribution *d, size_t part)
{
    const size_t round = d->block * d->parts;
    size_t rest;

    if (!d->block)
        return orb_distribution_bound(d->n, d->parts, part + 1) - orb_distribution_bound(d->n, d->parts, part);
    rest = d->n % round;
    rest = rest > part * d->block ? rest - part * d->block : 0;
    return d->n / round * d->block + (rest < d->block ? rest : d->block);
}

size_t orb_distribution_most(const orb_distribution *d)
{
    /* The first has the most blocks; of ranges the last is a longest one. */
    return orb_distribution_count(d, d->block ? 0 : d->parts - 1);
}

size_t orb_distribution_index(const orb_distribution *d, size_t part, size_t local)
{
    if (!d->block)
        return orb_distribution_bound(d->n, d->parts, part) + local;
    return (local / d->block * d->parts + part) * d->block + local % d->block;
}

bool orb_distribution_is_range(const orb_distribution *d)
{
    return !d->block || d->block * d->parts >= d->n;
}
