/* Exchanges two pointers.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_SWAP_H
#define ORB_SWAP_H

static inline void orb_swap(void **a, void **b)
{
    void *c = *a;

    *a = *b;
    *b = c;
}

#endif
