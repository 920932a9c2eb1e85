/* Arithmetic of sizes, without an overflow that goes unnoticed.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CHECKED_H
#define ORB_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* *product = a * b; false if that does not fit. */
static inline bool orb_mul(size_t a, size_t b, size_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

/* *product = n[0] * n[1] * n[2] * size, at most PTRDIFF_MAX so that pointers into it can be subtracted. */
static inline bool orb_volume(const size_t n[3], size_t size, size_t *product)
{
    return orb_mul(n[0], n[1], product) && orb_mul(*product, n[2], product) && orb_mul(*product, size, product) &&
           *product <= PTRDIFF_MAX;
}

/* Parts of so many that cover n, the last of which may be smaller. */
static inline size_t orb_parts(size_t n, size_t size)
{
    return n / size + (n % size != 0);
}

/* Adds to a counter, which stays at its largest value: a device may report any number. */
static inline void orb_count(uint64_t *counter, uint64_t more)
{
    if (__builtin_add_overflow(*counter, more, counter))
        *counter = UINT64_MAX;
}

static inline size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

#endif
