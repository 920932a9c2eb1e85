/* Memory that runs out when a test wants it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FAILING_H
#define FAILING_H

/* The allocation of this program after so many more fails, once; -1: none. */
void failing_after(long allocations);

/* Did it? */
int failing_has(void);

#endif
