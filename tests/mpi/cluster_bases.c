/* Hyper-systolic bases for strides of random costs: complete, and for few ranks the cheapest that there are.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n 1 cluster_bases */
#include "bases.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64, FEW = 6 };

/* Each sum modulo the ranks is used once, and each stride back for something. */
static void check_complete(const orb_bases *b)
{
    int seen[MOST] = {0};

    CHECK(!b->ahead[0] && !b->back[0], "bases do not begin with 0");
    for (int i = 0; i < b->backs; i++) {
        int used = 0;

        for (int j = 0; j < b->aheads; j++)
            if (b->used[i * b->aheads + j]) {
                seen[(b->ahead[j] + b->back[i]) % b->ranks]++;
                used++;
            }
        CHECK(used, "stride back %d of %d ranks is good for nothing", i, b->ranks);
    }
    for (int sum = 0; sum < b->ranks; sum++)
        CHECK(seen[sum] == 1, "sum %d of %d ranks is used %d times", sum, b->ranks, seen[sum]);
}

/* All orders of all sets of ranks, one after the other. */
typedef struct orders {
    int ranks, length;
    int at[FEW];
} orders;

static bool next_order(orders *o)
{
    for (;;) {
        int digit = o->length - 1;
        bool taken[FEW] = {false}, different = true;

        while (digit > 0 && ++o->at[digit] == o->ranks)
            o->at[digit--] = 1;
        if (digit <= 0) {
            if (o->length == o->ranks)
                return false;
            o->length++;
            for (int i = 1; i < o->length; i++)
                o->at[i] = 1;
        }
        for (int i = 0; i < o->length; i++) {
            different = different && !taken[o->at[i]];
            taken[o->at[i]] = true;
        }
        if (different)
            return true;
    }
}

/* The cost of these bases by the definition; infinite if a sum is missing. */
static double cost_of(const orders *ahead, const orders *back, const orb_bases_cost *cost)
{
    const int p = ahead->ranks;
    bool seen[FEW] = {false};
    double total = 0.0;
    int sums = 0;

    for (int j = 1; j < ahead->length; j++)
        total += cost->b * cost->stride[(ahead->at[j] - ahead->at[j - 1] + p) % p - 1];
    for (int i = 0; i < back->length; i++) {
        int blocks = 0;

        for (int j = 0; j < ahead->length; j++) {
            const int sum = (ahead->at[j] + back->at[i]) % p;

            blocks += !seen[sum];
            seen[sum] = true;
        }
        if (i && !blocks) /* a way round through a rank for which nothing is computed: not a basis, as bases.h has it */
            return INFINITY;
        if (i)
            total += cost->c * cost->stride[(back->at[i] - back->at[i - 1] + p) % p - 1] +
                     cost->a * blocks / p * cost->stride[p - back->at[i] - 1];
        sums += blocks;
    }
    return sums == p ? total : INFINITY;
}

static double cheapest(int ranks, const orb_bases_cost *cost)
{
    orders ahead = {.ranks = ranks, .length = 1};
    double least = INFINITY;

    do {
        orders back = {.ranks = ranks, .length = 1};

        do
            least = fmin(least, cost_of(&ahead, &back, cost));
        while (next_order(&back));
    } while (next_order(&ahead));
    return least;
}

static void check_ranks(scene *s, int ranks)
{
    double stride[MOST], total;
    const orb_bases_cost cost = {.stride = stride,
                                 .a = 1.0 + (double)scene_below(s, 9),
                                 .b = 1.0 + (double)scene_below(s, 9),
                                 .c = 1.0 + (double)scene_below(s, 9)};
    orb_bases b;

    for (int i = 0; i < MOST; i++)
        stride[i] = 1.0 + (double)scene_below(s, 30);
    CHECK(orb_bases_search(&b, ranks, &cost), "out of memory");
    check_complete(&b);
    total = orb_bases_total(&b, &cost);
    orb_bases_free(&b);
    for (int base = 1; base <= ranks; base++) {
        CHECK(orb_bases_regular(&b, ranks, base), "out of memory");
        check_complete(&b);
        CHECK(total <= orb_bases_total(&b, &cost) * (1.0 + 1e-12), "%d ranks: base %d is cheaper", ranks, base);
        orb_bases_free(&b);
    }
    if (ranks <= FEW) {
        const double least = cheapest(ranks, &cost);

        CHECK(fabs(total - least) <= 1e-12 * least, "%d ranks: a cost of %g, not %g", ranks, total, least);
    }
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);

    for (int ranks = 1; ranks <= FEW; ranks++)
        for (int i = 0; i < 5; i++)
            check_ranks(&s, ranks);
    check_ranks(&s, 7 + (int)scene_below(&s, 30));
    check_ranks(&s, 64);
    printf("bases are the best of all, or of the regular ones\n");
    scene_end();
    return 0;
}
