/* Hyper-systolic bases: regular ones, their multiples, what they cost.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bases.h"

#include "bases_tree.h"

#include <stdlib.h>

bool orb_bases_new(orb_bases *b, int ranks, int aheads, int backs)
{
    *b = (orb_bases){.ranks = ranks, .aheads = aheads, .backs = backs};
    b->ahead = calloc((size_t)aheads, sizeof *b->ahead);
    b->back = calloc((size_t)backs, sizeof *b->back);
    b->used = calloc((size_t)aheads * (size_t)backs, sizeof *b->used);
    return b->ahead && b->back && b->used;
}

/* Regular ones times a factor that is prime to the ranks: sums stay different. */
static bool multiple(orb_bases *b, int ranks, int base, int factor)
{
    if (!orb_bases_new(b, ranks, (ranks + base - 1) / base, base))
        return false;
    for (int j = 0; j < b->aheads; j++)
        b->ahead[j] = (int)((long long)j * base * factor % ranks);
    for (int i = 0; i < b->backs; i++)
        b->back[i] = (int)((long long)i * factor % ranks);
    for (int i = 0; i < b->backs; i++)
        for (int j = 0; j < b->aheads; j++)
            b->used[i * b->aheads + j] = j * base + i < ranks; /* beyond it the sums come again */
    return true;
}

bool orb_bases_regular(orb_bases *b, int ranks, int base)
{
    return multiple(b, ranks, base, 1);
}

void orb_bases_free(orb_bases *b)
{
    free(b->ahead);
    free(b->back);
    free(b->used);
    *b = (orb_bases){0};
}

double orb_bases_stride(const orb_bases_cost *cost, int ranks, int stride)
{
    return cost->stride[((stride % ranks) + ranks) % ranks - 1];
}

double orb_bases_total(const orb_bases *b, const orb_bases_cost *cost)
{
    double total = 0.0;

    for (int j = 1; j < b->aheads; j++)
        total += cost->b * orb_bases_stride(cost, b->ranks, b->ahead[j] - b->ahead[j - 1]);
    for (int i = 1; i < b->backs; i++) {
        int blocks = 0;

        for (int j = 0; j < b->aheads; j++)
            blocks += b->used[i * b->aheads + j];
        total += cost->c * orb_bases_stride(cost, b->ranks, b->back[i] - b->back[i - 1]) +
                 cost->a * blocks / b->ranks * orb_bases_stride(cost, b->ranks, -b->back[i]);
    }
    return total;
}

static int common_divisor(int a, int b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* The time for all multiples grows as the third power of the ranks: a second for so many. */
enum { MOST_FOR_MULTIPLES = 1024 };

bool orb_bases_search(orb_bases *best, int ranks, const orb_bases_cost *cost)
{
    const int factors = ranks > MOST_FOR_MULTIPLES ? 1 : ranks;
    double least = 0.0;

    *best = (orb_bases){0};
    for (int factor = 1; factor <= factors; factor++)
        for (int base = 1; base <= ranks && common_divisor(factor, ranks) == 1; base++) {
            orb_bases b;
            double total;

            if (!multiple(&b, ranks, base, factor)) {
                orb_bases_free(&b);
                orb_bases_free(best);
                return false;
            }
            total = orb_bases_total(&b, cost);
            if (!best->ranks || total < least) {
                orb_bases_free(best);
                *best = b;
                least = total;
            } else {
                orb_bases_free(&b);
            }
        }
    return orb_bases_tree(best, cost, least);
}
