/* Lines through a fast transform: some that lie beside each other are gathered, transformed each, and put back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fast_kernel.h"

/* Lines at a time: as many floats as a line of the caches has, which then need not come again. */
enum { GROUP = 16 };

size_t orb_cpu_fast_memory(const cpu_fast *fast)
{
    return (GROUP + 1) * fast->row * sizeof(float);
}

/* Numbers of one part: every `step`th number of each line of the buffer. */
static void gather(const cpu_fast *fast, const cpu_lines *from, size_t first, size_t count, int part, size_t step,
                   float *buffer)
{
    const float *x = from->part[part] + first * from->line;

    for (size_t j = 0; j < fast->length; j++) {
        const float *const point = x + fast->from[j] * from->point, by = fast->before[j];
        float *const to = buffer + j * step + (size_t)part;

        for (size_t l = 0; l < count; l++)
            to[l * fast->row] = by * point[l * from->line];
    }
}

static void put_back(const cpu_fast *fast, const cpu_lines *to, size_t first, size_t count, int part,
                     const float *buffer)
{
    float *z = to->part[part] + first * to->line;

    for (size_t k = 0; k < fast->n; k++) {
        const float *const from = buffer + fast->to[k] + part, by = fast->behind[k];
        float *const result = z + k * to->point;

        for (size_t l = 0; l < count; l++)
            result[l * to->line] = by * from[l * fast->row];
    }
}

void orb_cpu_fast_run(const cpu_fast *fast, const cpu_lines *from, const cpu_lines *to, size_t count, void *memory)
{
    const bool pairs = from->part[1] != NULL;
    float *const buffer = memory, *const other = buffer + GROUP * fast->row;

    for (size_t l = 0; l < count; l += GROUP) {
        const size_t lines = count - l < GROUP ? count - l : GROUP;

        for (int part = 0; part < (pairs ? 2 : 1); part++)
            gather(fast, from, l, lines, part, pairs ? 2 : 1, buffer);
        for (size_t g = 0; g < lines; g++)
            orb_cpu_kernel(fast, pairs, buffer + g * fast->row, (kiss_fft_cpx *)(void *)other);
        for (int part = 0; part < (fast->kernel == KERNEL_FOURIER ? 2 : 1); part++)
            put_back(fast, to, l, lines, part, buffer);
    }
}
