/* The right shifts of the stages, from bounds or from measured magnitudes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shift.h"

#include "checked.h"

#include <math.h>
#include <stdlib.h>

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

/* The largest sum of a stage, by whichever bound is best. A stage gathers lines, then planes, then the cube in one
 * result, so a sum is at most their norm times the norm of the coefficients of one result. The peak's share is also at
 * most the peak times the largest coefficients that it meets, and every sum at most the largest word times the sum of
 * the coefficients. */
static double largest_sum(const orb_fixed_matrix *m, const orb_norms *norms, unsigned stage, double peak, double word)
{
    const double apart = peak + norms->rest[stage] * m->line_norm, together = norms->with[stage] * m->line_norm;
    const double by_norms = fmax(norms->others[stage] * m->line_norm, fmin(apart, together)) * (1.0 + 1e-9);

    return fmin(by_norms, word * m->line_sum);
}

/* The largest coefficient that the peak meets in a stage. Both parts of what is complex are at most the peak. */
static double reach_of(const orb_fixed_matrix *m, const orb_norms *norms, unsigned stage)
{
    double reach = 0.0;

    if (stage == 0) /* a real matrix takes either part */
        return m->reach[norms->at[0] % (m->parts_in * m->n)];
    for (unsigned part = 0; part < m->parts_in; part++)
        reach += m->reach[part * m->n + norms->at[stage]];
    return reach;
}

/* Words of a result cube that a stage can gather: those of a line, a plane, the cube, all parts of it. */
static void count_words(const orb_round *round, size_t words[3])
{
    size_t count = 1;

    for (unsigned s = 0; s <= round->stages && !round->apart; s++)
        count = larger(round->parts[s], count);
    for (unsigned s = 0; s < 3; s++) {
        count *= round->cube[orb_axis_of_stage[s]];
        words[s] = count;
    }
}

/* An orthonormal stage keeps norms. Roundings add to each word what `error` says, and to a norm at most that times the
 * root of the number of words. */
void orb_shift_bound(const orb_round *round, const orb_fixed_matrix matrix[3], const orb_norms *norms,
                     const orb_format *format, unsigned shift[3])
{
    double word = norms->peak;
    orb_norms bound = *norms;
    size_t words[3];

    count_words(round, words);
    for (unsigned s = 0; s < round->stages; s++) {
        const orb_fixed_matrix *m = &matrix[s];
        const double peak = bound.peak * (norms->peak > 0.0 ? reach_of(m, norms, s) : 0.0);
        const double sum = largest_sum(m, &bound, s, peak, word);
        const double dropped = format->ps ? 0.5 * m->terms : 0.0;
        double error, unit;

        shift[s] = smallest_shift(ldexp(sum, -(int)format->ps) + dropped, format);
        unit = ldexp(1.0, -(int)(format->ps + shift[s]));
        error = 0.5 + ldexp(dropped, -(int)shift[s]);
        word = fmin(sum * unit + error, orb_word_max(format->w));
        bound.peak = peak * unit;
        for (unsigned later = s + 1; later < round->stages; later++) {
            const double errors = error * sqrt((double)words[later]), growth = m->gain * unit;

            bound.others[later] = bound.others[later] * growth + errors;
            bound.with[later] = bound.with[later] * growth + errors;
            bound.rest[later] = bound.rest[later] * growth + errors;
        }
    }
}

void orb_shift_likely(unsigned stages, const orb_fixed_matrix matrix[3], const double likely[3],
                      const orb_format *format, const unsigned bound[3], unsigned shift[3])
{
    unsigned sum = 0, most = 0;
    double unit = 1.0; /* words of a stage's operands for a word of the first operands */

    for (unsigned s = 0; s < stages; s++) {
        const orb_fixed_matrix *m = &matrix[s];
        const double dropped = format->ps ? 0.5 * m->terms : 0.0;
        const double roundings = s ? m->line_norm : 0.0; /* of the operands: more than three standard deviations */
        const double expected = likely[s] * unit * m->scale + roundings;

        most += bound[s];
        shift[s] = smallest_shift(ldexp(expected, -(int)format->ps) + dropped, format);
        shift[s] = shift[s] < most - sum ? shift[s] : most - sum;
        sum += shift[s];
        unit *= ldexp(m->scale, -(int)(format->ps + shift[s]));
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

void orb_shift_loosen(unsigned stages, const unsigned bits[3], const orb_format *format, unsigned shift[3])
{
    const unsigned word = format->w - 1;
    unsigned lost = 0; /* bits by which the operands of this stage are shorter than in the measured run */

    for (unsigned s = 0; s < stages; s++) {
        const unsigned before = shift[s], need = bits[s] > word + lost ? bits[s] - lost - word : 0;

        shift[s] = need + lost > before ? need : before - lost;
        lost = lost + shift[s] - before;
    }
}

/* ---- norms of a group of cubes of words ---- */

/* The sum of the squares of a line's words, and the largest magnitude: of several words at once. */
static double squares_of(const int32_t *word, size_t count, int32_t *peak)
{
    double lane[ORB_LANES] = {0.0}, sum = 0.0;
    int32_t most[ORB_LANES] = {0}, largest = 0;
    size_t k = 0;

    for (; k + ORB_LANES <= count; k += ORB_LANES)
        for (size_t l = 0; l < ORB_LANES; l++) {
            lane[l] += (double)word[k + l] * word[k + l];
            most[l] = abs(word[k + l]) > most[l] ? abs(word[k + l]) : most[l];
        }
    for (; k < count; k++) {
        sum += (double)word[k] * word[k];
        largest = abs(word[k]) > largest ? abs(word[k]) : largest;
    }
    for (size_t l = 0; l < ORB_LANES; l++) {
        sum += lane[l];
        largest = most[l] > largest ? most[l] : largest;
    }
    *peak = largest;
    return sum;
}

/* Adds up the squares of each line along axis 2, over all operands, and finds the first peak. */
static void sum_lines(orb_norms *norms, const orb_round *round, const int32_t *word, double *lines)
{
    const size_t *cube = round->cube, cuts = round->cuts[2], count = cube[0] * cube[1];
    const size_t operands = orb_round_operands(round);
    int32_t peak = -1;

    for (size_t l = 0; l < count; l++)
        lines[l] = 0.0;
    for (size_t o = 0; o < operands; o++)
        for (size_t l = 0; l < count; l++, word += cube[2]) {
            int32_t largest;

            lines[l] += squares_of(word, cube[2], &largest);
            if (largest > peak) {
                size_t k = 0;

                while (abs(word[k]) != largest)
                    k++;
                peak = largest;
                norms->at[0] = o / cuts * round->n[2] + o % cuts * cube[2] + k;
                norms->at[1] = l / cube[1];
                norms->at[2] = l % cube[1];
            }
        }
    norms->peak = peak;
}

orb_norms orb_norms_of(const orb_round *round, const int32_t *words, double *scratch)
{
    const size_t *cube = round->cube;
    orb_norms norms = {0};

    sum_lines(&norms, round, words, scratch);
    for (size_t j = 0; j < cube[1]; j++) {
        const bool in_plane = j == norms.at[2];
        double plane = 0.0;

        for (size_t i = 0; i < cube[0]; i++) {
            const double line = scratch[i * cube[1] + j];

            if (in_plane && i == norms.at[1])
                norms.with[0] = line;
            else
                norms.others[0] = fmax(norms.others[0], line);
            plane += line;
        }
        if (in_plane)
            norms.with[1] = plane;
        else
            norms.others[1] = fmax(norms.others[1], plane);
        norms.with[2] += plane;
    }
    for (int s = 0; s < 3; s++) {
        norms.rest[s] = sqrt(norms.with[s] - norms.peak * norms.peak);
        norms.with[s] = sqrt(norms.with[s]);
        norms.others[s] = sqrt(norms.others[s]);
    }
    return norms;
}
