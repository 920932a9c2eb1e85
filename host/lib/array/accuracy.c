/* Adds up the errors of the roundings.
 * SPDX-License-Identifier: Apache-2.0 */
#include "accuracy.h"

#include <math.h>

/* The variance of what is lost when so many binary places are dropped, the lowest of which has this value: that of
 * 2^places equally likely remainders. */
static long double variance_of(double lowest, double places)
{
    return (long double)lowest * lowest * (exp2(2.0 * places) - 1.0) / 12.0;
}

orb_accuracy orb_accuracy_of(unsigned stages, const orb_fixed_matrix matrix[3], const orb_format *format,
                             const orb_amount *amount, double place, const unsigned shift[3])
{
    long double square = (long double)amount->square * place * place;
    double largest = amount->peak * place;
    orb_accuracy a = {.variance = (long double)place * place / 12.0, .bound = 0.5 * place};

    if (amount->square == 0.0)
        return (orb_accuracy){0};
    for (unsigned s = 0; s < stages; s++) {
        const orb_fixed_matrix *m = &matrix[s];
        const double product = place / m->scale; /* the value of one product of a word and a coefficient of 1 */
        const double sum = ldexp(product, (int)format->ps);
        const double gain = m->line_sum / m->scale;

        place = ldexp(sum, (int)shift[s]);
        a.variance = a.variance * m->mean_square + square * m->error_square +
                     m->terms * variance_of(product, format->ps) + variance_of(sum, shift[s]);
        a.bound = a.bound * gain + largest * m->error_sum + (format->ps ? 0.5 * m->terms * sum : 0.0) +
                  (shift[s] ? 0.5 * place : 0.0);
        largest = fmin(largest * gain, ((double)orb_word_max(format->w) + 1.0) * place);
        square *= m->mean_square;
    }
    return a;
}
