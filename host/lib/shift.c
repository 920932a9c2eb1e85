/* The right shifts of the stages, from bounds or from measured magnitudes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shift.h"

#include <math.h>

orb_norms orb_norms_of(const int32_t *words, const size_t n[3], const unsigned axis[3], double *scratch)
{
    const size_t lines = n[axis[1]] * n[axis[2]];
    orb_norms norms = {0};
    size_t stride[3];

    stride[axis[0]] = 0;
    stride[axis[1]] = n[axis[2]];
    stride[axis[2]] = 1;
    for (size_t i = 0; i < lines; i++)
        scratch[i] = 0.0;
    for (size_t i = 0; i < n[0]; i++)
        for (size_t j = 0; j < n[1]; j++) {
            double *line = scratch + i * stride[0] + j * stride[1];

            for (size_t k = 0; k < n[2]; k++) {
                const double q = *words++;

                line[k * stride[2]] += q * q;
            }
        }
    for (size_t r = 0; r < n[axis[2]]; r++) {
        double plane = 0.0;

        for (size_t i = r; i < lines; i += n[axis[2]]) {
            norms.line = fmax(norms.line, scratch[i]);
            plane += scratch[i];
        }
        norms.plane = fmax(norms.plane, plane);
        norms.cube += plane;
    }
    return (orb_norms){sqrt(norms.line), sqrt(norms.plane), sqrt(norms.cube)};
}

/* The smallest shift with which a sum of this magnitude rounds to a word. */
static unsigned smallest_shift(double sum, const orb_format *format)
{
    const unsigned most = format->aw - format->w;
    const double limit = (double)orb_word_max(format->w) + 0.5; /* itself a tie that would round up */
    unsigned shift = 0;

    while (shift < most && ldexp(sum, -(int)shift) >= limit)
        shift++;
    return shift;
}

/* What a stage gathers in one result grows from a line to a plane to the cube. An orthonormal stage keeps each of those
 * norms, so the sum of stage s is at most norm[s] times the 2-norm of the coefficients of one result; roundings add to
 * each word what `error` says, and to a norm at most that times the root of the number of words. */
void orb_shift_bound(const orb_stages *stages, const orb_norms *norms, const orb_format *format, const size_t n[3],
                     unsigned shift[3])
{
    double norm[3] = {norms->line, norms->plane, norms->cube};
    const double words[3] = {(double)n[stages->axis[0]], (double)(n[stages->axis[0]] * n[stages->axis[1]]),
                             (double)(n[0] * n[1] * n[2])};

    for (unsigned s = 0; s < stages->count; s++) {
        const orb_fixed_matrix *m = stages->m[s];
        const double dropped = format->ps ? 0.5 * (double)m->lines : 0.0;
        double error;

        shift[s] = smallest_shift(ldexp(norm[s] * m->line_norm * (1.0 + 1e-9), -(int)format->ps) + dropped, format);
        error = 0.5 + ldexp(dropped, -(int)shift[s]);
        for (unsigned later = s + 1; later < stages->count; later++)
            norm[later] = ldexp(norm[later] * m->gain, -(int)(format->ps + shift[s])) + error * sqrt(words[later]);
    }
}

bool orb_shift_tighten(unsigned stages, const unsigned bits[3], const orb_format *format, unsigned shift[3])
{
    const unsigned word = format->w - 1, most = format->aw - format->w;
    unsigned gained = 0; /* bits by which the operands of this stage are longer than in the measured run */
    bool changed = false;

    for (unsigned s = 0; s < stages; s++) {
        const unsigned need = bits[s] + gained > word ? bits[s] + gained - word : 0;
        unsigned tight = need < shift[s] + gained ? need : shift[s] + gained;

        tight = tight < most ? tight : most;
        gained = shift[s] + gained - tight;
        changed = changed || tight != shift[s];
        shift[s] = tight;
    }
    return changed;
}
