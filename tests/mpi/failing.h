/* Makes an allocation fail, and counts the bytes that are allocated.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FAILING_H
#define FAILING_H

#include <stddef.h>

/* Makes one allocation fail, after so many that succeed; -1: none. Resets the count of bytes. */
void failing_after(long allocations);

/* Has it failed? */
int failing_has(void);

/* Bytes requested since the last call of failing_after. */
size_t failing_allocated(void);

#endif
