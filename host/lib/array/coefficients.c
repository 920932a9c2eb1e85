/* Rounds matrices to coefficients.
 * SPDX-License-Identifier: Apache-2.0 */
#include "coefficients.h"

#include "checked.h"
#include "ieee.h"

#include <math.h>
#include <stdlib.h>

/* How many scales are tried. */
enum { SCALES = 256 };

/* A scale has to be a number, however small the matrix: one below about 1e-302 uses less than all bits. */
enum { SCALE_EXPONENT_MAX = 1020 };

/* Sum of the squared roundings of scale times c, in units of c. */
static double rounding_error(const double *c, size_t count, double scale)
{
    double sum = 0.0;

    for (size_t i = 0; i < count; i++) {
        const double exact = c[i] * scale, error = rint(exact) - exact;

        sum += error * error;
    }
    return sum / scale / scale;
}

/* A power of two that fills the coefficients; or, where the elements have few different values, as in small matrices, a
 * scale at which the largest is a whole number and the others are so near to whole ones that the roundings shrink to a
 * quarter, rms: such a scale makes less of the range. */
static double choose_scale(const double *c, size_t count, unsigned bits)
{
    const double largest = orb_largest(c, count);
    const int exponent = orb_fixed_exponent(largest, bits);
    double best = ldexp(1.0, exponent < -SCALE_EXPONENT_MAX ? SCALE_EXPONENT_MAX : -exponent), least, requested;

    least = rounding_error(c, count, best);
    requested = least / 16.0;
    for (int i = 0; i < SCALES && requested > 0.0; i++) {
        const double scale = (orb_word_max(bits) - i) / largest;
        const double error = rounding_error(c, count, scale);

        if (error < requested) {
            best = scale;
            requested = error;
        }
    }
    return best;
}

static size_t rows_of(const orb_fixed_matrix *m)
{
    return m->parts_in * m->n;
}

static size_t columns_of(const orb_fixed_matrix *m)
{
    return m->parts_out * m->n;
}

/* The 2-norm of a matrix is at most the root of the largest row sum of magnitudes of its Gram matrix: for an
 * orthonormal one rounded to words, that is 1 in 10^4 above the norm. */
static double gain_of(const orb_fixed_matrix *m)
{
    const size_t rows = rows_of(m), columns = columns_of(m);
    double largest = 0.0;

    for (size_t i = 0; i < rows; i++) {
        double sum = 0.0;

        for (size_t j = 0; j < rows; j++) {
            double dot = 0.0;

            for (size_t k = 0; k < columns; k++)
                dot += (double)m->words[i * columns + k] * m->words[j * columns + k];
            sum += fabs(dot);
        }
        largest = fmax(largest, sum);
    }
    return sqrt(largest) * (1.0 + 1e-9);
}

/* For each result the norms of its coefficients, and the factor with which they are nearest to the exact ones c, so
 * that no rounding of coefficients changes the size of a result; for each point the largest coefficient. Both parts of
 * a result share a factor. */
static void measure_results(orb_fixed_matrix *m, const double *c)
{
    const size_t rows = rows_of(m), columns = columns_of(m);
    const double largest = orb_largest(c, rows * columns); /* whose square may be out of range */

    for (size_t k = 0; k < m->n; k++) {
        double dot = 0.0, exact_norm = 0.0;

        for (size_t column = k; column < columns; column += m->n) {
            double norm = 0.0, sum = 0.0, terms = 0.0;

            for (size_t i = 0; i < rows; i++) {
                const double word = m->words[i * columns + column];
                const double exact = c[i * columns + column] / (largest > 0.0 ? largest : 1.0);

                norm += word * word;
                sum += fabs(word);
                terms += word != 0.0;
                m->reach[i] = fmax(m->reach[i], fabs(word));
                dot += word * exact;
                exact_norm += exact * exact;
            }
            m->line_norm = fmax(m->line_norm, sqrt(norm) * (1.0 + 1e-9));
            m->line_sum = fmax(m->line_sum, sum);
            m->terms = fmax(m->terms, terms);
        }
        m->unit[k] = dot > 0.0 ? largest * (exact_norm / dot) : 1.0 / m->scale;
    }
}

/* What the roundings of coefficients, times the units, can do to results. */
static void measure_errors(orb_fixed_matrix *m, const double *c)
{
    const size_t rows = rows_of(m), columns = columns_of(m);

    for (size_t column = 0; column < columns; column++) {
        double sum = 0.0;

        for (size_t i = 0; i < rows; i++) {
            const double exact = c[i * columns + column];
            const double error = m->words[i * columns + column] * m->unit[column % m->n] - exact;

            m->mean_square += exact * exact / (double)columns;
            m->error_square += error * error / (double)columns;
            sum += fabs(error);
        }
        m->error_sum = fmax(m->error_sum, sum);
    }
}

/* The matrix of an axis as a real one of blocks. */
static void spread(const orb_fixed_matrix *m, const orb_axis *axis, double *c)
{
    const size_t n = m->n, columns = columns_of(m);

    for (unsigned from = 0; from < m->parts_in; from++)
        for (unsigned to = 0; to < m->parts_out; to++) {
            const double *part = from == to ? axis->matrix : axis->imaginary;
            const double sign = from > to ? -1.0 : 1.0;

            for (size_t i = 0; i < n; i++)
                for (size_t k = 0; k < n; k++)
                    c[(from * n + i) * columns + to * n + k] = part ? sign * part[i * n + k] : i == k;
        }
}

static void fill_words(orb_fixed_matrix *m, const double *c, const orb_format *format)
{
    const size_t count = rows_of(m) * columns_of(m);

    if (format->exponent) {
        const int exponent = orb_float_exponent(c, count, format);

        m->scale = ldexp(1.0, -exponent);
        orb_float_pack(c, count, exponent, format, m->words);
        for (size_t k = 0; k < m->n; k++)
            m->unit[k] = ldexp(1.0, exponent);
    } else {
        m->scale = choose_scale(c, count, format->cw);
        for (size_t i = 0; i < count; i++)
            m->words[i] = (int32_t)lrint(c[i] * m->scale);
        measure_results(m, c);
        measure_errors(m, c);
        m->gain = gain_of(m);
    }
}

orb_status orb_fixed_matrix_init(orb_fixed_matrix *m, const orb_axis *axis, unsigned parts_in, unsigned parts_out,
                                 const orb_format *format)
{
    orb_status status = ORB_OK;
    double *c = NULL;
    size_t count;

    *m = (orb_fixed_matrix){.n = axis->n, .parts_in = parts_in, .parts_out = parts_out};
    if (orb_mul(rows_of(m), columns_of(m), &count)) {
        c = calloc(count, sizeof *c);
        m->words = calloc(count, sizeof *m->words);
        m->unit = calloc(m->n, sizeof *m->unit);
        m->reach = calloc(rows_of(m), sizeof *m->reach);
    }
    if (!c || !m->words || !m->unit || !m->reach) {
        status = ORB_NO_MEMORY;
    } else {
        spread(m, axis, c);
        fill_words(m, c, format);
    }
    free(c);
    return status;
}

void orb_fixed_matrix_free(orb_fixed_matrix *m)
{
    free(m->words);
    free(m->unit);
    free(m->reach);
    *m = (orb_fixed_matrix){0};
}

void orb_fixed_matrix_tile(const orb_fixed_matrix *m, unsigned from, unsigned to, size_t row, size_t column,
                           size_t size, int32_t *tile)
{
    const size_t columns = columns_of(m);

    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < size; k++) {
            const bool within = row + i < m->n && column + k < m->n;

            *tile++ = within ? m->words[(from * m->n + row + i) * columns + to * m->n + column + k] : 0;
        }
}
