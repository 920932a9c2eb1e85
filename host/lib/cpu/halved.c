/* The Fourier transform of an axis whose matrix is halved, see fourier.c: some lines at a time, as in split.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

enum { STRIP = CPU_STRIP_BYTES / sizeof(real) };

typedef real vec __attribute__((vector_size(ORB_VECTOR), aligned(sizeof(real)), may_alias));

/* Rows of real and imaginary parts. */
typedef struct pairs {
    rows part[2];
} pairs;

static pairs from_row(pairs p, size_t row, size_t step)
{
    for (int i = 0; i < 2; i++)
        p.part[i] = (rows){p.part[i].at + row * p.part[i].row, step * p.part[i].row};
    return p;
}

/* (a + ib)(C + iS): the real part has -bS */
static void multiply(const cpu_axis *axis, bool complex, pairs x, pairs z, size_t columns)
{
    for (unsigned part = 0; part < 2; part++)
        for (unsigned from = 0; from < (complex ? 2 : 1); from++) {
            product p = product_of(&axis->factor[from != part], x.part[from], z.part[part], columns);

            if (from == 1)
                p.mode = part == 0 ? PRODUCT_SUBTRACT : PRODUCT_ADD;
            CODE(multiply)(&p);
        }
}

/* Rows a and b to a + w b and a - w b. */
static void add_turned(real *a_re, real *a_im, real *b_re, real *b_im, const real *w, size_t columns)
{
    const real c = w[0], s = w[1];

    for (size_t k = 0; k < columns; k += LANES) {
        vec *const ar = (vec *)(a_re + k), *const ai = (vec *)(a_im + k);
        vec *const br = (vec *)(b_re + k), *const bi = (vec *)(b_im + k);
        const vec x = *ar, y = *ai, u = *br * c - *bi * s, v = *br * s + *bi * c;

        *ar = x + u;
        *ai = y + v;
        *br = x - u;
        *bi = y - v;
    }
}

static void apply(const cpu_axis *axis, unsigned level, bool complex, pairs x, pairs z, size_t columns)
{
    const size_t half = axis->n >> level >> 1;
    const real *const root = axis->roots;
    const rows re = z.part[0], im = z.part[1];

    if (level == axis->halvings) {
        multiply(axis, complex, x, z, columns);
        return;
    }
    apply(axis, level + 1, complex, from_row(x, 0, 2), z, columns);
    apply(axis, level + 1, complex, from_row(x, 1, 2), from_row(z, half, 1), columns);
    for (size_t k = 0; k < half; k++)
        add_turned(re.at + k * re.row, im.at + k * im.row, re.at + (half + k) * re.row, im.at + (half + k) * im.row,
                   root + 2 * (k << level), columns);
}

/* Room for one strip in the memory, before and after. */
static pairs room(const cpu_axis *axis, void *memory, unsigned which, size_t width)
{
    real *const at = (real *)memory + 2 * which * axis->n * width;

    return (pairs){{{at, width}, {at + axis->n * width, width}}};
}

void CODE(halved_columns)(const cpu_axis *axis, const rows *x, bool complex, const rows *z, size_t columns,
                          void *memory)
{
    for (size_t c = 0; c < columns; c += STRIP) {
        const size_t count = columns - c < STRIP ? columns - c : STRIP, width = round_up(count, WIDTH);
        const pairs in = room(axis, memory, 0, width), out = room(axis, memory, 1, width);

        for (unsigned part = 0; part < (complex ? 2 : 1); part++)
            CODE(copy_rows)((rows){x[part].at + c, x[part].row}, in.part[part], axis->n, count);
        apply(axis, 0, complex, in, out, width);
        for (unsigned part = 0; part < 2; part++)
            CODE(copy_rows)(out.part[part], (rows){z[part].at + c, z[part].row}, axis->n, count);
    }
}

void CODE(halved_rows)(const cpu_axis *axis, const rows *x, bool complex, const rows *z, size_t lines, void *memory)
{
    for (size_t l = 0; l < lines; l += STRIP) {
        const size_t count = lines - l < STRIP ? lines - l : STRIP, width = round_up(count, WIDTH);
        const pairs in = room(axis, memory, 0, width), out = room(axis, memory, 1, width);

        for (unsigned part = 0; part < (complex ? 2 : 1); part++)
            CODE(turn_over)((rows){x[part].at + l * x[part].row, x[part].row}, in.part[part], count, axis->n);
        apply(axis, 0, complex, in, out, width);
        for (unsigned part = 0; part < 2; part++)
            CODE(turn_over)(out.part[part], (rows){z[part].at + l * z[part].row, z[part].row}, axis->n, count);
    }
}
