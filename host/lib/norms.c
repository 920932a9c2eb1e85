/* Norms of a block of words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shift.h"

#include <math.h>
#include <stdlib.h>

/* Adds up the squares of each line along axis[0], and finds the peak. */
static void sum_lines(orb_norms *norms, const int32_t *words, const size_t n[3], const unsigned axis[3], double *lines)
{
    size_t stride[3];
    int32_t peak = -1;

    stride[axis[0]] = 0;
    stride[axis[1]] = n[axis[2]];
    stride[axis[2]] = 1;
    for (size_t i = 0; i < n[axis[1]] * n[axis[2]]; i++)
        lines[i] = 0.0;
    for (size_t i = 0; i < n[0]; i++)
        for (size_t j = 0; j < n[1]; j++) {
            double *line = lines + i * stride[0] + j * stride[1];

            for (size_t k = 0; k < n[2]; k++) {
                const int32_t word = *words++;
                const double square = (double)word * word;

                line[k * stride[2]] += square;
                if (abs(word) > peak) {
                    peak = abs(word);
                    norms->at[0] = i;
                    norms->at[1] = j;
                    norms->at[2] = k;
                }
            }
        }
    norms->peak = peak;
}

orb_norms orb_norms_of(const int32_t *words, const size_t n[3], const unsigned axis[3], double *scratch)
{
    orb_norms norms = {0};

    sum_lines(&norms, words, n, axis, scratch);
    for (size_t r = 0; r < n[axis[2]]; r++) {
        const bool in_plane = r == norms.at[axis[2]];
        double plane = 0.0;

        for (size_t l = 0; l < n[axis[1]]; l++) {
            const double line = scratch[l * n[axis[2]] + r];

            if (in_plane && l == norms.at[axis[1]])
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
