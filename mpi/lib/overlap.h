/* Arrays that must not overlap.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_OVERLAP_H
#define ORB_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Do arrays of so many bytes share some? Empty ones do not, wherever they are. */
static inline bool orb_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    return a_bytes && b_bytes && (x < y ? y - x < a_bytes : x - y < b_bytes);
}

#endif
