/* Memory that runs out when a test wants it, and how much was allocated.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FAILING_H
#define FAILING_H

#include <stddef.h>

/* The allocation of this program after so many more fails, once; -1: none. */
void failing_after(long allocations);

/* Did it? */
int failing_has(void);

/* Bytes that were allocated since failing_after was called last. */
size_t failing_allocated(void);

#endif
