/* Hyper-systolic bases.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bases.h"

#include <stdlib.h>

static bool allocate(orb_bases *b)
{
    b->ahead = calloc((size_t)b->aheads, sizeof *b->ahead);
    b->back = calloc((size_t)b->backs, sizeof *b->back);
    b->used = calloc((size_t)b->aheads * (size_t)b->backs, sizeof *b->used);
    return b->ahead && b->back && b->used;
}

bool orb_bases_regular(orb_bases *b, int ranks, int base)
{
    *b = (orb_bases){.ranks = ranks, .aheads = (ranks + base - 1) / base, .backs = base};
    if (!allocate(b))
        return false;
    for (int j = 0; j < b->aheads; j++)
        b->ahead[j] = j * base;
    for (int i = 0; i < b->backs; i++)
        b->back[i] = i;
    for (int i = 0; i < b->backs; i++)
        for (int j = 0; j < b->aheads; j++)
            b->used[i * b->aheads + j] = b->ahead[j] + b->back[i] < ranks; /* beyond it the sums come again */
    return true;
}

void orb_bases_free(orb_bases *b)
{
    free(b->ahead);
    free(b->back);
    free(b->used);
    *b = (orb_bases){0};
}
