/* Which frequency a coefficient of a transform belongs to.
 * SPDX-License-Identifier: Apache-2.0 */
#include "frequency.h"

#include "message.h"

#include <stdlib.h>

/* A Walsh function in natural order is the sign (-1)^popcount(n and k): how often it changes over n points. */
static size_t sign_changes(size_t points, size_t k)
{
    size_t changes = 0;
    for (size_t n = 1; n < points; n++)
        changes += (size_t)__builtin_parityll((n ^ (n - 1)) & k);
    return changes;
}

/* The basis of docs/transforms.md in cycles per voxel: cos(2 pi f n + ...), sin(2 pi f n + ...). */
static double frequency(orb_kind kind, int type, size_t points, size_t k)
{
    const double n = (double)points, index = (double)k;
    switch (kind) {
    case ORB_DCT:
        return type == 1 ? index / (2 * (n - 1)) : type == 2 ? index / (2 * n) : (2 * index + 1) / (4 * n);
    case ORB_DST:
        return type == 1 ? (index + 1) / (2 * (n + 1)) : type == 2 ? (index + 1) / (2 * n) : (2 * index + 1) / (4 * n);
    case ORB_DHT:
    case ORB_DFT:
        return (double)(k <= points / 2 ? k : points - k) / n;
    case ORB_DWHT: /* its sequency: a cycle is two changes of sign */
        return (double)(type == 2 ? k : sign_changes(points, k)) / (2 * n);
    default:
        return 0;
    }
}

double *frequency_table(const transform_spec *spec, int axis)
{
    const size_t points = spec_block(spec, axis);
    double *table = malloc(points * sizeof *table);
    if (!table)
        fail_memory(NULL);
    for (size_t k = 0; table && k < points; k++)
        table[k] = frequency(spec->kind[axis], spec->type[axis], points, k);
    return table;
}
