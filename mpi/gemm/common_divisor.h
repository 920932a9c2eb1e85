/* The greatest common divisor of two numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_COMMON_DIVISOR_H
#define ORB_COMMON_DIVISOR_H

#include <stddef.h>

/* At least one number must be positive. */
static inline size_t orb_common_divisor(size_t a, size_t b)
{
    while (b) {
        const size_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

#endif
