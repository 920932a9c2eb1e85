/* Norms of a group of cubes of words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shift.h"

#include <math.h>
#include <stdlib.h>

/* Adds up the squares of each line along axis 2, over all operands, and finds the peak. */
static void sum_lines(orb_norms *norms, const orb_group *g, size_t n, double *lines)
{
    const int32_t *word = g->words;
    int32_t peak = -1;

    for (size_t l = 0; l < g->cube[0] * g->cube[1]; l++)
        lines[l] = 0.0;
    for (size_t o = 0; o < g->operands; o++)
        for (size_t l = 0; l < g->cube[0] * g->cube[1]; l++)
            for (size_t k = 0; k < g->cube[2]; k++, word++) {
                lines[l] += (double)*word * *word;
                if (abs(*word) > peak) {
                    peak = abs(*word);
                    norms->at[0] = o / g->cuts * n + o % g->cuts * g->cube[2] + k;
                    norms->at[1] = l / g->cube[1];
                    norms->at[2] = l % g->cube[1];
                }
            }
    norms->peak = peak;
}

orb_norms orb_norms_of(const orb_group *group, size_t n, double *scratch)
{
    orb_norms norms = {0};

    sum_lines(&norms, group, n, scratch);
    for (size_t j = 0; j < group->cube[1]; j++) {
        const bool in_plane = j == norms.at[2];
        double plane = 0.0;

        for (size_t i = 0; i < group->cube[0]; i++) {
            const double line = scratch[i * group->cube[1] + j];

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
