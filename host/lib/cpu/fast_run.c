/* Columns and rows through fast transforms: in strips, or one by one where they are few or long.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

#include <string.h>

enum { STRIP = FFT_STRIP_BYTES / sizeof(real) };

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

/* Has the kernel pairs as points, and as results? Else it takes the parts of complex points one after the other. */
static bool takes_pairs(const cpu_fast *f)
{
    return f->kernel == KERNEL_FOURIER || f->kernel == KERNEL_HALF;
}

static bool gives_pairs(const cpu_fast *f)
{
    return f->kernel == KERNEL_FOURIER;
}

static unsigned turns(const cpu_fast *f, bool complex)
{
    return complex && !takes_pairs(f) ? 2 : 1;
}

void CODE(fast_columns)(const cpu_fast *f, const rows *x, bool complex, const rows *z, size_t columns, void *memory)
{
    const size_t width = lines_at_once(f, columns);

    for (unsigned part = 0; part < turns(f, complex); part++)
        for (size_t c = 0; c < columns; c += width) {
            const pairs from = {{x[part].at + c, complex && takes_pairs(f) ? x[1].at + c : NULL}, x[part].row};
            const pairs to = {{z[part].at + c, gives_pairs(f) ? z[1].at + c : NULL}, z[part].row};

            transform(f, complex, from, to, width, memory);
        }
}

/* ---- rows ---- */

static rows from_line(rows r, size_t line)
{
    return (rows){r.at + line * r.row, r.row};
}

/* One row of a part, or of both; pairs may lie in the row one after the other. */
static void transform_row(const cpu_fast *f, const rows *x, bool complex, const rows *z, unsigned part, size_t line,
                          void *memory)
{
    const bool both = complex && takes_pairs(f), joined = both && !x[1].at;
    real *const first = from_line(x[part], line).at;
    const pairs from = {{first, joined ? first + 1 : both ? from_line(x[1], line).at : NULL}, joined ? 2 : 1};
    const pairs to = {{from_line(z[part], line).at, gives_pairs(f) ? from_line(z[1], line).at : NULL}, 1};

    transform(f, complex, from, to, 1, memory);
}

/* The pairs of the next strip are soon read. */
static void expect(rows from, size_t lines, size_t numbers)
{
    for (size_t l = 0; l < lines; l++)
        for (size_t i = 0; i < numbers; i += STRIP)
            __builtin_prefetch(from.at + l * from.row + i, 0, 2);
}

/* Rows are transposed to the columns of a strip, and back. */
static void transform_strip(const cpu_fast *f, const rows *x, bool complex, const rows *z, unsigned part, size_t line,
                            size_t count, size_t width, real *memory)
{
    const pairs in = {{memory, memory + width}, 2 * width};
    const pairs out = {{memory + 2 * f->n * width, memory + (2 * f->n + 1) * width}, 2 * width};
    const bool both = complex && takes_pairs(f);

    if (count < width) /* so that what is no line takes no longer than a line */
        memset(memory, 0, 2 * f->n * width * sizeof(real));
    if (both && !x[1].at) {
        CODE(turn_pairs_over)(from_line(x[0], line), in, count, f->points);
        expect(from_line(x[0], line + width), width, 2 * f->points);
    } else {
        for (unsigned p = 0; p < (both ? 2 : 1); p++)
            CODE(turn_over)(from_line(x[part + p], line), (rows){in.part[p], in.row}, count, f->points);
    }
    transform(f, complex, in, out, width, memory + 4 * f->n * width);
    for (unsigned p = 0; p < (gives_pairs(f) ? 2 : 1); p++)
        CODE(turn_over)((rows){out.part[p], out.row}, from_line(z[part + p], line), f->results, count);
}

void CODE(fast_rows)(const cpu_fast *f, const rows *x, bool complex, const rows *z, size_t lines, void *memory)
{
    const size_t width = lines_at_once(f, lines);

    for (unsigned part = 0; part < turns(f, complex); part++)
        for (size_t l = 0; l < lines; l += width)
            if (width == 1)
                transform_row(f, x, complex, z, part, l, memory);
            else
                transform_strip(f, x, complex, z, part, l, lines - l < width ? lines - l : width, width, memory);
}
