/* Replaces malloc and calloc in code that is linked statically.
 * SPDX-License-Identifier: Apache-2.0 */
#include "failing.h"

static long left = -1;
static int failed;
static size_t allocated;

void failing_after(long allocations)
{
    left = allocations;
    failed = 0;
    allocated = 0;
}

int failing_has(void)
{
    return failed;
}

size_t failing_allocated(void)
{
    return allocated;
}

static int fails(size_t bytes)
{
    allocated += bytes;
    if (left < 0 || left-- > 0)
        return 0;
    failed = 1;
    return 1;
}

/* Names that the linker uses for --wrap. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails(size) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails(count * size) ? NULL : __real_calloc(count, size);
}
