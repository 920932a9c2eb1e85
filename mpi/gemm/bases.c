/* Hyper-systolic bases: regular ones, their multiples, their cost, and a search.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bases.h"

#include "common_divisor.h"

#include <stdint.h>
#include <stdlib.h>

static bool new_bases(orb_bases *b, int ranks, int aheads, int backs)
{
    *b = (orb_bases){.ranks = ranks, .aheads = aheads, .backs = backs};
    b->ahead = calloc((size_t)aheads, sizeof *b->ahead);
    b->back = calloc((size_t)backs, sizeof *b->back);
    b->used = calloc((size_t)aheads * (size_t)backs, sizeof *b->used);
    return b->ahead && b->back && b->used;
}

/* The regular bases times a factor that is prime to the number of ranks, so that different sums remain different. */
static bool multiple(orb_bases *b, int ranks, int base, int factor)
{
    if (!new_bases(b, ranks, (ranks + base - 1) / base, base))
        return false;
    for (int j = 0; j < b->aheads; j++)
        b->ahead[j] = (int)((long long)j * base * factor % ranks);
    for (int i = 0; i < b->backs; i++)
        b->back[i] = (int)((long long)i * factor % ranks);
    for (int i = 0; i < b->backs; i++)
        for (int j = 0; j < b->aheads; j++)
            b->used[i * b->aheads + j] = j * base + i < ranks; /* larger sums occur for the second time */
    return true;
}

bool orb_bases_regular(orb_bases *b, int ranks, int base)
{
    return multiple(b, ranks, base, 1);
}

int orb_bases_best(int ranks, const orb_bases_cost *cost)
{
    double least = 0.0;
    int best = 0;

    for (int base = 1; base <= ranks; base++) {
        const int shifts = (ranks + base - 1) / base;
        const double bytes = cost->a * (ranks - shifts) / ranks + cost->b * (shifts - 1) + cost->c * (base - 1);

        if (!best || bytes < least) {
            best = base;
            least = bytes;
        }
    }
    return best;
}

void orb_bases_free(orb_bases *b)
{
    free(b->ahead);
    free(b->back);
    free(b->used);
    *b = (orb_bases){0};
}

static double stride_cost(const orb_bases_cost *cost, int ranks, int stride)
{
    return cost->stride[((stride % ranks) + ranks) % ranks - 1];
}

double orb_bases_total(const orb_bases *b, const orb_bases_cost *cost)
{
    double total = 0.0;

    for (int j = 1; j < b->aheads; j++)
        total += cost->b * stride_cost(cost, b->ranks, b->ahead[j] - b->ahead[j - 1]);
    for (int i = 1; i < b->backs; i++) {
        int blocks = 0;

        for (int j = 0; j < b->aheads; j++)
            blocks += b->used[i * b->aheads + j];
        total += cost->c * stride_cost(cost, b->ranks, b->back[i] - b->back[i - 1]) +
                 cost->a * blocks / b->ranks * stride_cost(cost, b->ranks, -b->back[i]);
    }
    return total;
}

/* The time to try all multiples grows with the third power of the ranks. It is a second for this number. */
enum { MOST_FOR_MULTIPLES = 1024 };

/* ---- the search of all hyper-systolic bases ---- */

enum { MOST_RANKS = 64 }; /* bits of a set */

/* The limit of the search, which takes some tenths of a second. */
static const long most_branches = 3000000;

typedef struct tree {
    const orb_bases_cost *cost;
    int ranks;
    uint64_t all;
    double least_stride, least, found; /* the cheapest stride; the lowest cost so far; the lowest cost found here, -1:
                                        * none */
    long branches;
    int aheads, backs, ahead[MOST_RANKS], back[MOST_RANKS];
    int best_aheads, best_backs, best_ahead[MOST_RANKS], best_back[MOST_RANKS];
} tree;

static int members(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* Adds `by` to each member of a set, modulo the number of ranks. */
static uint64_t moved(const tree *t, uint64_t set, int by)
{
    return by ? ((set << by) | (set >> (t->ranks - by))) & t->all : set;
}

/* A lower bound of the cost of the missing sums: each stride back adds at most as many sums as there are places of
 * B. */
static double least_back(const tree *t, int missing, int aheads)
{
    const int strides = (missing + aheads - 1) / aheads;

    return t->least_stride * (t->cost->c * strides + t->cost->a * missing / t->ranks);
}

/* A lower bound of the remaining cost after B has been in so many places: some more shifts, and strides back for all
 * other sums. */
static double least_rest(const tree *t, int aheads)
{
    double least = least_back(t, t->ranks - aheads, aheads);

    for (int more = 1; aheads + more <= t->ranks; more++) {
        const double rest =
            t->least_stride * t->cost->b * more + least_back(t, t->ranks - aheads - more, aheads + more);

        least = rest < least ? rest : least;
    }
    return least;
}

static void keep(tree *t, double cost)
{
    t->least = t->found = cost;
    t->best_aheads = t->aheads;
    t->best_backs = t->backs;
    for (int i = 0; i < t->ranks; i++) {
        t->best_ahead[i] = t->ahead[i];
        t->best_back[i] = t->back[i];
    }
}

/* Tries all next strides back. places: the set of `ahead`; sums: the set of sums so far. */
static void choose_back(tree *t, uint64_t places, uint64_t sums, double cost) // NOLINT(misc-no-recursion)
{
    if (sums == t->all) {
        if (cost < t->least)
            keep(t, cost);
        return;
    }
    for (int stride = 1; stride < t->ranks && t->branches < most_branches; stride++) {
        const int back = (t->back[t->backs - 1] + stride) % t->ranks;
        const uint64_t more = sums | moved(t, places, back);
        const int gained = members(more) - members(sums);
        double next;

        t->branches++;
        if (!gained) /* this includes a return to 0 */
            continue;
        next = cost + t->cost->c * stride_cost(t->cost, t->ranks, stride) +
               t->cost->a * gained / t->ranks * stride_cost(t->cost, t->ranks, -back);
        if (next + least_back(t, t->ranks - members(more), t->aheads) >= t->least)
            continue;
        t->back[t->backs++] = back;
        choose_back(t, places, more, next);
        t->backs--;
    }
}

/* Tries to continue with strides back only, then all next strides of B. */
static void choose_ahead(tree *t, uint64_t places, double cost) // NOLINT(misc-no-recursion)
{
    choose_back(t, places, places, cost);
    for (int stride = 1; stride < t->ranks && t->branches < most_branches; stride++) {
        const int ahead = (t->ahead[t->aheads - 1] + stride) % t->ranks;
        const uint64_t more = places | (UINT64_C(1) << ahead);
        const double next = cost + t->cost->b * stride_cost(t->cost, t->ranks, stride);

        t->branches++;
        if (more == places || next + least_rest(t, t->aheads + 1) >= t->least)
            continue;
        t->ahead[t->aheads++] = ahead;
        choose_ahead(t, more, next);
        t->aheads--;
    }
}

/* Marks the first of all pairs with the same sum as used. */
static void use(orb_bases *b)
{
    uint64_t sums = 0;

    for (int i = 0; i < b->backs; i++)
        for (int j = 0; j < b->aheads; j++) {
            const uint64_t sum = UINT64_C(1) << (b->ahead[j] + b->back[i]) % b->ranks;

            b->used[i * b->aheads + j] = !(sums & sum);
            sums |= sum;
        }
}

static bool search_tree(orb_bases *b, const orb_bases_cost *cost, double least)
{
    tree t = {.cost = cost, .ranks = b->ranks, .least = least, .found = -1.0, .aheads = 1, .backs = 1};
    bool has_memory;

    if (b->ranks < 2 || b->ranks > MOST_RANKS)
        return true;
    t.all = UINT64_MAX >> (MOST_RANKS - b->ranks);
    t.least_stride = cost->stride[0];
    for (int s = 1; s < b->ranks - 1; s++)
        t.least_stride = cost->stride[s] < t.least_stride ? cost->stride[s] : t.least_stride;
    choose_ahead(&t, 1, 0.0);
    if (t.found < 0.0)
        return true;
    orb_bases_free(b);
    has_memory = new_bases(b, t.ranks, t.best_aheads, t.best_backs);
    if (!has_memory) {
        orb_bases_free(b);
        return false;
    }
    for (int j = 0; j < b->aheads; j++)
        b->ahead[j] = t.best_ahead[j];
    for (int i = 0; i < b->backs; i++)
        b->back[i] = t.best_back[i];
    use(b);
    return true;
}

/* ---- regular bases, multiples and search ---- */

bool orb_bases_search(orb_bases *best, int ranks, const orb_bases_cost *cost)
{
    const int factors = ranks > MOST_FOR_MULTIPLES ? 1 : ranks;
    double least = 0.0;

    *best = (orb_bases){0};
    for (int factor = 1; factor <= factors; factor++)
        for (int base = 1; base <= ranks && orb_common_divisor((size_t)factor, (size_t)ranks) == 1; base++) {
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
    return search_tree(best, cost, least);
}
