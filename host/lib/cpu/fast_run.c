/* Columns and rows through fast transforms: in strips, or one by one where they are few or long.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

#include <string.h>

/* Lines of a strip: a line of the cache. */
enum { STRIP = 64 / sizeof(real) };

/* Lines that are transformed together: a strip of several long lines would not fit into a cache, and of few lines it
 * would be empty for the most part. */
static size_t lines_at_once(const cpu_fast *f, size_t lines)
{
    if (f->length > FAST_LONGEST_STRIP || (f->length > FFT_LONGEST && lines < LANES))
        return 1;
    return lines <= LANES ? LANES : STRIP;
}

static void transform(const cpu_fast *f, bool complex, pairs x, pairs z, size_t width, real *memory)
{
    if (width == 1)
        CODE(fast_line)(f, complex, x, z, 1, memory);
    else
        CODE(fast_strip)(f, complex, x, z, width, memory);
}

void CODE(fast_columns)(const cpu_fast *f, const rows *x, bool complex, const rows *z, size_t columns, void *memory)
{
    const bool fourier = f->kernel == KERNEL_FOURIER;
    const size_t width = lines_at_once(f, columns);

    for (unsigned part = 0; part < (complex && !fourier ? 2 : 1); part++)
        for (size_t c = 0; c < columns; c += width) {
            const pairs from = {{x[part].at + c, fourier && complex ? x[1].at + c : NULL}, x[part].row};
            const pairs to = {{z[part].at + c, fourier ? z[1].at + c : NULL}, z[part].row};

            transform(f, complex, from, to, width, memory);
        }
}

/* The pairs of the next strip are soon read. */
static void expect(rows from, size_t lines, size_t numbers)
{
    for (size_t l = 0; l < lines; l++)
        for (size_t i = 0; i < numbers; i += STRIP)
            __builtin_prefetch(from.at + l * from.row + i, 0, 2);
}

void CODE(fast_rows)(const cpu_fast *f, const rows *x, bool complex, const rows *z, size_t lines, void *memory)
{
    const bool fourier = f->kernel == KERNEL_FOURIER;
    const size_t width = lines_at_once(f, lines);
    real *const strips = memory, *const rest = strips + 4 * f->n * width;
    const pairs in = {{strips, strips + width}, 2 * width};
    const pairs out = {{strips + 2 * f->n * width, strips + (2 * f->n + 1) * width}, 2 * width};

    for (unsigned part = 0; part < (complex && !fourier ? 2 : 1); part++)
        for (size_t l = 0; l < lines && width == 1; l++) {
            const bool joined = complex && !x[1].at; /* pairs in a row */
            const pairs from = {
                {x[part].at + l * x[part].row,
                 fourier && complex ? joined ? x[0].at + l * x[0].row + 1 : x[1].at + l * x[1].row : NULL},
                joined ? 2 : 1};
            const pairs to = {{z[part].at + l * z[part].row, fourier ? z[1].at + l * z[1].row : NULL}, 1};

            transform(f, complex, from, to, 1, memory);
        }
    for (unsigned part = 0; part < (complex && !fourier ? 2 : 1) && width > 1; part++)
        for (size_t l = 0; l < lines; l += width) {
            const size_t count = lines - l < width ? lines - l : width;

            if (count < width) /* so that what is no line takes no longer than a line */
                memset(strips, 0, 2 * f->n * width * sizeof(real));

            if (complex && !x[1].at) {
                CODE(turn_pairs_over)((rows){x[0].at + l * x[0].row, x[0].row}, in, count, f->n);
                expect((rows){x[0].at + (l + width) * x[0].row, x[0].row}, width, 2 * f->n);
            } else
                for (unsigned p = 0; p < (complex && fourier ? 2 : 1); p++) {
                    const rows from = x[part + p];

                    CODE(turn_over)((rows){from.at + l * from.row, from.row}, (rows){in.part[p], in.row}, count, f->n);
                }
            transform(f, complex, in, out, width, rest);
            for (unsigned p = 0; p < (fourier ? 2 : 1); p++) {
                const rows to = z[part + p];

                CODE(turn_over)((rows){out.part[p], out.row}, (rows){to.at + l * to.row, to.row}, f->n, count);
            }
        }
}
