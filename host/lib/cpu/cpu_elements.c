/* Elements of volumes as numbers, and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

/* `from` is aligned as its elements are; the two kinds of numbers need not be the same. */
#define LOAD(type)                                                                                                     \
    do {                                                                                                               \
        const type *x = (const type *)(const void *)from;                                                              \
        if (!is_complex)                                                                                               \
            for (size_t i = 0; i < count; i++)                                                                         \
                re[i] = (real)x[i];                                                                                    \
        else                                                                                                           \
            for (size_t i = 0; i < count; i++) {                                                                       \
                re[i] = (real)x[2 * i];                                                                                \
                im[i] = (real)x[2 * i + 1];                                                                            \
            }                                                                                                          \
    } while (0)

#define STORE(type)                                                                                                    \
    do {                                                                                                               \
        type *x = (type *)(void *)to;                                                                                  \
        if (!is_complex)                                                                                               \
            for (size_t i = 0; i < count; i++)                                                                         \
                x[i] = (type)re[i];                                                                                    \
        else                                                                                                           \
            for (size_t i = 0; i < count; i++) {                                                                       \
                x[2 * i] = (type)re[i];                                                                                \
                x[2 * i + 1] = im ? (type)im[i] : 0;                                                                   \
            }                                                                                                          \
    } while (0)

void CODE(load)(orb_element element, const char *from, size_t count, real *re, real *im)
{
    const bool is_complex = orb_is_complex(element);

    if (orb_is_single(element))
        LOAD(float);
    else
        LOAD(double);
}

void CODE(store)(orb_element element, char *to, size_t count, const real *re, const real *im)
{
    const bool is_complex = orb_is_complex(element);

    if (orb_is_single(element))
        STORE(float);
    else
        STORE(double);
}
