/* Rounds matrices to coefficients.
 * SPDX-License-Identifier: Apache-2.0 */
#include "coefficients.h"

#include "checked.h"
#include "fixed.h"

#include <math.h>
#include <stdlib.h>

/* How many scales are tried. */
enum { SCALES = 256 };

/* A scale has to be a number, however small the matrix: one below about 1e-302 uses less than all bits. */
enum { SCALE_EXPONENT_MAX = 1020 };

static double largest_of(const double *c, size_t count)
{
    double largest = 0.0;

    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(c[i]));
    return largest;
}

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
    const double largest = largest_of(c, count);
    const int exponent = orb_fixed_exponent(largest, bits);
    double best = ldexp(1.0, exponent < -SCALE_EXPONENT_MAX ? SCALE_EXPONENT_MAX : -exponent), least, wanted;

    least = rounding_error(c, count, best);
    wanted = least / 16.0;
    for (int i = 0; i < SCALES && wanted > 0.0; i++) {
        const double scale = (orb_word_max(bits) - i) / largest;
        const double error = rounding_error(c, count, scale);

        if (error < wanted) {
            best = scale;
            wanted = error;
        }
    }
    return best;
}

/* The 2-norm of a matrix is at most the root of the largest row sum of magnitudes of its Gram matrix: for an
 * orthonormal one rounded to words, that is 1 in 10^4 above the norm. */
static double gain_of(const orb_fixed_matrix *m)
{
    double largest = 0.0;

    for (size_t i = 0; i < m->lines; i++) {
        double sum = 0.0;

        for (size_t j = 0; j < m->lines; j++) {
            double dot = 0.0;

            for (size_t k = 0; k < m->lines; k++)
                dot += (double)m->words[i * m->n + k] * m->words[j * m->n + k];
            sum += fabs(dot);
        }
        largest = fmax(largest, sum);
    }
    return sqrt(largest) * (1.0 + 1e-9);
}

/* For each result the norms of its coefficients, and the factor with which they are nearest to the exact ones, so that
 * no rounding of coefficients changes the size of a result; for each point the largest coefficient. */
static void measure_results(orb_fixed_matrix *m, const double *c, int inverse)
{
    const size_t along = inverse ? 1 : m->n, across = inverse ? m->n : 1;
    const size_t exact_along = inverse ? 1 : m->lines, exact_across = inverse ? m->lines : 1;
    const double largest = largest_of(c, m->lines * m->lines); /* whose square may be out of range */

    for (size_t k = 0; k < m->lines; k++) {
        double norm = 0.0, sum = 0.0, terms = 0.0, dot = 0.0, exact_norm = 0.0;

        for (size_t i = 0; i < m->lines; i++) {
            const double word = m->words[k * across + i * along];
            const double exact = c[k * exact_across + i * exact_along] / (largest > 0.0 ? largest : 1.0);

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
        m->unit[k] = dot > 0.0 ? largest * (exact_norm / dot) : 1.0 / m->scale;
    }
}

orb_status orb_fixed_matrix_init(orb_fixed_matrix *m, const double *c, size_t lines, size_t n, unsigned bits,
                                 int inverse)
{
    orb_status status = ORB_OK;
    size_t count;

    *m = (orb_fixed_matrix){.n = n, .lines = lines};
    if (orb_mul(n, n, &count)) {
        m->words = calloc(count, sizeof *m->words);
        m->unit = calloc(lines, sizeof *m->unit);
        m->reach = calloc(lines, sizeof *m->reach);
    }
    if (!m->words || !m->unit || !m->reach) {
        status = ORB_NO_MEMORY;
    } else {
        m->scale = choose_scale(c, lines * lines, bits);
        for (size_t i = 0; i < lines; i++)
            for (size_t k = 0; k < lines; k++)
                m->words[i * n + k] = (int32_t)lrint(c[i * lines + k] * m->scale);
        measure_results(m, c, inverse);
        m->gain = gain_of(m);
    }
    return status;
}

void orb_fixed_matrix_free(orb_fixed_matrix *m)
{
    free(m->words);
    free(m->unit);
    free(m->reach);
    *m = (orb_fixed_matrix){0};
}
