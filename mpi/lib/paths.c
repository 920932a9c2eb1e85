/* The paths of rows along a ring of ranks.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Row j has to move j ranks on, or p-j ranks back on a ring of p ranks. Each of these distances has digits in the mixed
 * radices b1, b2, ...: a digit of radix b is at least -(b-1)/2 and at most b/2, and is the number of shifts by the
 * product of the radices before b. Numbers with such digits are consecutive, and there are at least p of them, so at
 * least one of the two distances is among them. */
#include "paths.h"

#include "checked.h"

#include <stdlib.h>
#include <string.h>

int orb_paths_radix(const int radix[ORB_MPI_SHIFTS], int i)
{
    int last = 0;

    for (int k = 0; k <= i && k < ORB_MPI_SHIFTS && radix[k]; k++)
        last = radix[k];
    return last ? last : 2;
}

/* Sets the strides that are shorter than the ring, and their radices. A longer radix than the ring has no use. */
static int find_strides(const int radix[ORB_MPI_SHIFTS], int ranks, int stride[ORB_STRIDES], int of[ORB_STRIDES])
{
    int count = 0;

    for (int next = 1; next < ranks; count++) {
        const int b = orb_paths_radix(radix, count);

        stride[count] = next;
        of[count] = b < ranks ? b : ranks;
        next = of[count] > ranks / next ? ranks : next * of[count];
    }
    return count;
}

/* Finds the digits of a distance. Returns the number of shifts, or -1 if the distance has no such digits. */
static int find_digits(const int *radix, int count, int distance, int *digit)
{
    int shifts = 0;

    for (int i = 0; i < count; i++) {
        const int least = -((radix[i] - 1) / 2), above = (distance - least) % radix[i];

        digit[i] = least + (above < 0 ? above + radix[i] : above);
        distance = (distance - digit[i]) / radix[i];
        shifts += abs(digit[i]);
    }
    return distance ? -1 : shifts;
}

/* The distance with fewer shifts; if both take the same number, the one on. */
static void find_path(const int *radix, int count, int ranks, int row, int *digit)
{
    int other[ORB_STRIDES];
    const int on = find_digits(radix, count, row, digit), back = find_digits(radix, count, row - ranks, other);

    if (on < 0 || (back >= 0 && back < on))
        memcpy(digit, other, (size_t)count * sizeof *digit);
}

orb_paths *orb_paths_create(const int radix[ORB_MPI_SHIFTS], int ranks)
{
    orb_paths found = {.ranks = ranks}, *paths;
    int of[ORB_STRIDES];
    size_t digits;

    found.strides = find_strides(radix, ranks, found.stride, of);
    if (!orb_mul((size_t)ranks, (size_t)found.strides * sizeof *found.digit, &digits))
        return NULL;
    paths = malloc(sizeof found + digits);
    if (!paths)
        return NULL;
    *paths = found;
    for (int row = 0; row < ranks; row++) {
        int *digit = paths->digit + (size_t)row * (size_t)found.strides;

        find_path(of, found.strides, ranks, row, digit);
        for (int i = 0; i < found.strides; i++) {
            paths->on[i] = digit[i] > paths->on[i] ? digit[i] : paths->on[i];
            paths->back[i] = -digit[i] > paths->back[i] ? -digit[i] : paths->back[i];
        }
    }
    return paths;
}
