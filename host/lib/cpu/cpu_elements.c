/* Elements of volumes as numbers, and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

/* `from` is aligned as its elements are; the two kinds of numbers need not be the same. */
#define LOAD(type, step)                                                                                               \
    do {                                                                                                               \
        const type *x = (const type *)(const void *)from;                                                              \
        if (!is_complex)                                                                                               \
            for (ptrdiff_t i = 0; i < n; i++)                                                                          \
                re[i] = (real)x[i * (step)];                                                                           \
        else                                                                                                           \
            for (ptrdiff_t i = 0; i < n; i++) {                                                                        \
                re[i] = (real)x[2 * i * (step)];                                                                       \
                im[i] = (real)x[2 * i * (step) + 1];                                                                   \
            }                                                                                                          \
    } while (0)

#define STORE(type, step)                                                                                              \
    do {                                                                                                               \
        type *x = (type *)(void *)to;                                                                                  \
        if (!is_complex)                                                                                               \
            for (ptrdiff_t i = 0; i < n; i++)                                                                          \
                x[i * (step)] = (type)re[i];                                                                           \
        else                                                                                                           \
            for (ptrdiff_t i = 0; i < n; i++) {                                                                        \
                x[2 * i * (step)] = (type)re[i];                                                                       \
                x[2 * i * (step) + 1] = im ? (type)im[i] : 0;                                                          \
            }                                                                                                          \
    } while (0)

/* Compilers make vectors of neighbours only. */
#define EITHER(WAY)                                                                                                    \
    do {                                                                                                               \
        if (orb_is_single(element) && step == 1)                                                                       \
            WAY(float, 1);                                                                                             \
        else if (orb_is_single(element))                                                                               \
            WAY(float, step);                                                                                          \
        else if (step == 1)                                                                                            \
            WAY(double, 1);                                                                                            \
        else                                                                                                           \
            WAY(double, step);                                                                                         \
    } while (0)

void CODE(load)(orb_element element, const char *from, ptrdiff_t step, size_t count, real *re, real *im)
{
    const bool is_complex = orb_is_complex(element);
    const ptrdiff_t n = (ptrdiff_t)count;

    EITHER(LOAD);
}

void CODE(store)(orb_element element, char *to, ptrdiff_t step, size_t count, const real *re, const real *im)
{
    const bool is_complex = orb_is_complex(element);
    const ptrdiff_t n = (ptrdiff_t)count;

    EITHER(STORE);
}
