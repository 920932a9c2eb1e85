/* Fast Fourier transforms of a single line, see fft.h: a vector has several points of it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The line is a matrix of rows x columns points. Its columns lie beside each other, as lines of a strip do; so do its
 * rows once they are transposed. */
#include "code.h"

#include <string.h>

/* Points of a line that are transformed together: columns of its matrix, or rows. */
enum { STRIP = FFT_STRIP_BYTES / sizeof(real) };

static pairs at(pairs p, size_t row, size_t column)
{
    return (pairs){{p.part[0] + row * p.row + column, p.part[1] + row * p.row + column}, p.row};
}

static pairs room(real **memory, size_t rows, size_t row)
{
    const pairs p = {{*memory, *memory + rows * row}, row};

    *memory += 2 * rows * row;
    return p;
}

static void copy(pairs x, pairs z, size_t n)
{
    for (int part = 0; part < 2; part++)
        if (x.row == 1 && z.row == 1)
            memcpy(z.part[part], x.part[part], n * sizeof(real));
        else
            for (size_t j = 0; j < n; j++)
                z.part[part][j * z.row] = x.part[part][j * x.row];
}

static void turn(pairs x, pairs z, size_t lines, size_t numbers)
{
    for (int part = 0; part < 2; part++) {
        const rows from = {x.part[part], x.row}, to = {z.part[part], z.row};

        CODE(turn_over)(from, to, lines, numbers);
    }
}

/* A line of few points, as the first of a strip. */
static void transform_short(const cpu_fft *f, pairs x, pairs z, real scale, real *memory)
{
    const pairs y = room(&memory, f->n, STRIP);

    memset(y.part[0], 0, 2 * f->n * STRIP * sizeof(real));
    for (size_t j = 0; j < f->n; j++)
        for (int part = 0; part < 2; part++)
            y.part[part][j * STRIP] = x.part[part][j * x.row];
    CODE(fft)(f, y, y, scale, LANES, memory);
    for (size_t j = 0; j < f->n; j++)
        for (int part = 0; part < 2; part++)
            z.part[part][j * z.row] = y.part[part][j * STRIP];
}

static void transform_matrix(const cpu_fft *f, pairs x, pairs z, real scale, real *memory)
{
    const size_t rows = f->column->n, columns = f->row->n;
    const pairs matrix = room(&memory, rows, f->turns_row), transposed = room(&memory, columns, round_up(rows, STRIP));
    const pairs strip = room(&memory, rows > columns ? rows : columns, STRIP);

    for (size_t i = 0; i < rows; i++)
        copy((pairs){{x.part[0] + i * columns * x.row, x.part[1] + i * columns * x.row}, x.row},
             (pairs){{matrix.part[0] + i * matrix.row, matrix.part[1] + i * matrix.row}, 1}, columns);
    for (size_t j = 0; j < columns; j += STRIP) {
        CODE(fft)(f->column, at(matrix, 0, j), strip, (real)1, STRIP, memory);
        for (size_t k = 0; k < rows; k++) {
            const real *const c = (const real *)f->turns[0] + k * f->turns_row + j;
            const real *const s = (const real *)f->turns[1] + k * f->turns_row + j;
            real *const re = strip.part[0] + k * STRIP, *const im = strip.part[1] + k * STRIP;

            for (size_t v = 0; v < STRIP; v++) {
                const real a = re[v], b = im[v];

                re[v] = a * c[v] - b * s[v];
                im[v] = a * s[v] + b * c[v];
            }
        }
        turn(strip, at(transposed, j, 0), rows, columns - j < STRIP ? columns - j : STRIP);
    }
    for (size_t k = 0; k < rows; k += STRIP) {
        const size_t count = rows - k < STRIP ? rows - k : STRIP;

        CODE(fft)(f->row, at(transposed, 0, k), strip, scale, STRIP, memory);
        for (size_t i = 0; i < columns; i++)
            copy((pairs){{strip.part[0] + i * STRIP, strip.part[1] + i * STRIP}, 1},
                 (pairs){{z.part[0] + (i * rows + k) * z.row, z.part[1] + (i * rows + k) * z.row}, z.row}, count);
    }
}

/* z = factor * x, point by point; z has zeros from point n up to `all`. */
static void multiply(const real *factors, pairs x, pairs z, size_t n, size_t all, real scale)
{
    for (size_t j = 0; j < n; j++) {
        const real c = factors[2 * j] * scale, s = factors[2 * j + 1] * scale;
        const real re = x.part[0][j * x.row], im = x.part[1][j * x.row];

        z.part[0][j * z.row] = re * c - im * s;
        z.part[1][j * z.row] = re * s + im * c;
    }
    for (size_t j = n; j < all; j++)
        z.part[0][j * z.row] = z.part[1][j * z.row] = 0;
}

static void convolve(const cpu_fft *f, pairs x, pairs z, real scale, real *memory)
{
    const size_t m = f->convolution->n;
    const pairs y = room(&memory, m, 1), swapped = {{y.part[1], y.part[0]}, 1};

    multiply(f->chirp, x, y, f->n, m, (real)1);
    CODE(fft_line)(f->convolution, y, y, (real)1, memory);
    multiply(f->spectrum, y, y, m, m, (real)1);
    CODE(fft_line)(f->convolution, swapped, swapped, (real)1, memory);
    multiply(f->chirp, y, z, f->n, f->n, scale);
}

void CODE(fft_line)(const cpu_fft *f, pairs x, pairs z, real scale, real *memory)
{
    if (f->convolution)
        convolve(f, x, z, scale, memory);
    else if (f->column)
        transform_matrix(f, x, z, scale, memory);
    else
        transform_short(f, x, z, scale, memory);
}
