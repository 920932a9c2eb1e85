/* Bytes of the fuzzer, taken one after the other; zeros behind the last.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CURSOR_H
#define CURSOR_H

#include <stddef.h>
#include <stdint.h>

typedef struct cursor {
    const uint8_t *at;
    size_t left;
} cursor;

static inline uint8_t next(cursor *from)
{
    return from->left ? from->left--, *from->at++ : 0;
}

#endif
