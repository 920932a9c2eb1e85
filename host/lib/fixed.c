/* Block floating point: doubles to words and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fixed.h"

#include "checked.h"

#include <math.h>
#include <stdlib.h>

int32_t orb_word_max(unsigned bits)
{
    return (int32_t)((UINT32_C(1) << (bits - 1)) - 1);
}

int orb_fixed_exponent(double largest, unsigned bits)
{
    int exponent = 0;

    if (largest > 0.0) {
        const double mantissa = frexp(largest, &exponent); /* 0.5 <= mantissa < 1 */

        exponent -= (int)bits - 1;
        if (rint(ldexp(mantissa, (int)bits - 1)) > orb_word_max(bits))
            exponent++;
    }
    return exponent;
}

orb_power orb_power_of_two(int exponent)
{
    return (orb_power){ldexp(1.0, exponent / 2), ldexp(1.0, exponent - exponent / 2)};
}

int orb_fixed_pack(const double *x, size_t count, unsigned bits, int32_t *words, int *zero)
{
    double largest = 0.0;
    orb_power scale;
    int exponent;

    for (size_t i = 0; i < count; i++) {
        const double magnitude = fabs(x[i]);

        largest = magnitude > largest ? magnitude : largest;
    }
    exponent = orb_fixed_exponent(largest, bits);
    scale = orb_power_of_two(-exponent);
    for (size_t i = 0; i < count; i++)
        words[i] = (int32_t)lrint(x[i] * scale.first * scale.second);
    *zero = largest == 0.0;
    return exponent;
}

void orb_fixed_unpack(const int32_t *words, size_t count, int exponent, double *x)
{
    const orb_power scale = orb_power_of_two(exponent);

    for (size_t i = 0; i < count; i++)
        x[i] = words[i] * scale.first * scale.second;
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

static double line_norm_of(const orb_fixed_matrix *m, int inverse)
{
    const size_t along = inverse ? 1 : m->n, across = inverse ? m->n : 1;
    double largest = 0.0;

    for (size_t k = 0; k < m->lines; k++) {
        double sum = 0.0;

        for (size_t i = 0; i < m->lines; i++) {
            const double c = m->words[k * across + i * along];

            sum += c * c;
        }
        largest = fmax(largest, sum);
    }
    return sqrt(largest) * (1.0 + 1e-9);
}

orb_status orb_fixed_matrix_init(orb_fixed_matrix *m, const double *c, size_t lines, size_t n, unsigned bits,
                                 int inverse)
{
    orb_status status = ORB_OK;
    double largest = 0.0;
    orb_power scale;
    size_t count;

    *m = (orb_fixed_matrix){.n = n, .lines = lines};
    if (!orb_mul(n, n, &count) || !(m->words = calloc(count, sizeof *m->words))) {
        status = ORB_NO_MEMORY;
    } else {
        for (size_t i = 0; i < lines * lines; i++)
            largest = fmax(largest, fabs(c[i]));
        m->exponent = orb_fixed_exponent(largest, bits);
        scale = orb_power_of_two(-m->exponent);
        for (size_t i = 0; i < lines; i++)
            for (size_t k = 0; k < lines; k++)
                m->words[i * n + k] = (int32_t)lrint(c[i * lines + k] * scale.first * scale.second);
        m->line_norm = line_norm_of(m, inverse);
        m->gain = gain_of(m);
    }
    return status;
}

void orb_fixed_matrix_free(orb_fixed_matrix *m)
{
    free(m->words);
    *m = (orb_fixed_matrix){0};
}

int orb_sums_can_wrap(const orb_format *format, size_t products)
{
    unsigned bits = format->w + format->cw - 1;

    for (size_t reach = 1; reach < products; reach *= 2)
        bits++;
    return bits > format->aw + format->ps;
}
