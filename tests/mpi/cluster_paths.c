/* The paths of rows on all rings of up to 64 ranks: each row arrives, and no radices take more bytes or rounds than
 * shifts in one direction would.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n 1 cluster_paths */
#include "paths.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 64, LONGEST = 16, LONGEST_OF_THREE = 9 };

/* Of all rows of a ring: shifts, which are their bytes if all parts are equal; messages; and rounds of a shift on and
 * a shift back. */
typedef struct cost {
    int shifts, messages, rounds;
} cost;

static int radix_of(const int radix[ORB_MPI_SHIFTS], int i)
{
    int last = 0;

    for (int k = 0; k < ORB_MPI_SHIFTS && k <= i; k++)
        last = radix[k] ? radix[k] : last;
    return last;
}

/* Row numbers in mixed radices, with all shifts in one direction. */
static cost cost_one_way(const int radix[ORB_MPI_SHIFTS], int ranks)
{
    cost all = {0};

    for (int i = 0, stride = 1; stride < ranks; stride *= radix_of(radix, i++)) {
        int most = 0;

        for (int row = 0; row < ranks; row++) {
            const int digit = row / stride % radix_of(radix, i);

            all.shifts += digit;
            most = digit > most ? digit : most;
        }
        all.messages += most;
        all.rounds += most;
    }
    return all;
}

/* Does the row arrive at the rank `row` places further, with digits in the range of their radices? */
static bool arrives(const orb_paths *p, const int radix[ORB_MPI_SHIFTS], int row)
{
    int distance = 0;
    bool good = true;

    for (int i = 0; i < p->strides; i++) {
        const int digit = orb_paths_digit(p, row, i), b = radix_of(radix, i);

        good = good && orb_paths_before(p, row, i) == distance && 2 * digit <= b && -2 * digit < b;
        good = good && digit <= p->on[i] && -digit <= p->back[i];
        distance += digit * p->stride[i];
    }
    return good && (distance == row || distance == row - p->ranks);
}

/* The shifts that a distance takes, or -1 if it has no digits in the range of their radices. The digits of a distance
 * are those of its place among all such numbers, minus the digits of the least number's place. */
static int shifts_of(const orb_paths *p, const int radix[ORB_MPI_SHIFTS], int distance)
{
    int place = distance, shifts = 0;

    for (int i = 0; i < p->strides; i++)
        place += (radix_of(radix, i) - 1) / 2 * p->stride[i];
    if (place < 0)
        return -1;
    for (int i = 0; i < p->strides; i++, place /= radix_of(radix, i - 1))
        shifts += abs(place % radix_of(radix, i) - (radix_of(radix, i) - 1) / 2);
    return place ? -1 : shifts;
}

/* Does the row take the direction with fewer shifts, or move on if both take the same number? */
static bool is_shortest(const orb_paths *p, const int radix[ORB_MPI_SHIFTS], int row)
{
    const int on = shifts_of(p, radix, row), back = shifts_of(p, radix, row - p->ranks);
    const bool moves_on = orb_paths_before(p, row, p->strides) == row;
    int shifts = 0;

    for (int i = 0; i < p->strides; i++)
        shifts += abs(orb_paths_digit(p, row, i));
    return moves_on ? shifts == on && (back < 0 || on <= back) : shifts == back && (on < 0 || back < on);
}

static cost cost_of(const orb_paths *p)
{
    cost all = {0};

    for (int i = 0; i < p->strides; i++) {
        for (int row = 0; row < p->ranks; row++)
            all.shifts += abs(orb_paths_digit(p, row, i));
        all.messages += p->on[i] + p->back[i];
        all.rounds += p->on[i] > p->back[i] ? p->on[i] : p->back[i];
    }
    return all;
}

static cost cost_of_default(int ranks)
{
    orb_paths *p = orb_paths_create((const int[ORB_MPI_SHIFTS]){0}, ranks);
    cost c = {0};

    CHECK(p, "out of memory");
    c = cost_of(p);
    free(p);
    return c;
}

static void check(const int radix[ORB_MPI_SHIFTS], int ranks)
{
    const cost one_way = cost_one_way(radix, ranks), least = cost_of_default(ranks);
    orb_paths *p = orb_paths_create(radix, ranks);
    cost c;

    CHECK(p, "out of memory");
    for (int row = 0; row < ranks; row++)
        CHECK(arrives(p, radix, row) && is_shortest(p, radix, row), "radices %d %d %d, %d ranks: row %d", radix[0],
              radix[1], radix[2], ranks, row);
    c = cost_of(p);
    CHECK(c.shifts <= one_way.shifts && c.rounds <= one_way.rounds && c.messages >= least.messages,
          "radices %d %d %d, %d ranks: %d shifts, %d messages, %d rounds", radix[0], radix[1], radix[2], ranks,
          c.shifts, c.messages, c.rounds);
    if (radix[0] == 2 && !radix[1])
        CHECK(c.shifts == one_way.shifts && c.messages == one_way.messages && !memcmp(&c, &least, sizeof c),
              "radix 2, %d ranks: %d shifts, %d messages", ranks, c.shifts, c.messages);
    free(p);
}

/* A ring whose radix is its length: rows go by the shorter direction. */
static void check_neighbours(int ranks)
{
    orb_paths *p = orb_paths_create((const int[ORB_MPI_SHIFTS]){ranks}, ranks);
    cost c;

    CHECK(p, "out of memory");
    c = cost_of(p);
    CHECK(p->strides == 1 && c.shifts == ranks * ranks / 4 && c.messages == ranks - 1 && c.rounds == ranks / 2,
          "a ring of %d ranks: %d shifts, %d messages, %d rounds", ranks, c.shifts, c.messages, c.rounds);
    free(p);
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    int lists = 0;

    for (int ranks = 2; ranks <= MOST_RANKS; ranks++) {
        check_neighbours(ranks);
        for (int a = 2; a <= LONGEST; a++)
            for (int b = 1; b <= LONGEST; b++)
                for (int c = 1; c <= (b > 1 && a <= LONGEST_OF_THREE && b <= LONGEST_OF_THREE ? LONGEST_OF_THREE : 1);
                     c++, lists += ranks == 2) /* 1 stands for the end of the list */
                    check((const int[ORB_MPI_SHIFTS]){a, b > 1 ? b : 0, c > 1 ? c : 0}, ranks);
    }
    if (!s.rank)
        printf("%d lists of radices: no more bytes or rounds than in one direction\n", lists);
    scene_end();
    return 0;
}
