/* Sums of squares of numbers of any size.
 * SPDX-License-Identifier: Apache-2.0 */
#include "squares.h"

#include <math.h>

/* Relative to the largest so far, squares of 1e300 and of 1e-300 are numbers too. */
void squares_add(squares *s, double value)
{
    const double magnitude = fabs(value);
    if (magnitude > s->scale) {
        s->sum = 1 + s->sum * (s->scale / magnitude) * (s->scale / magnitude);
        s->scale = magnitude;
    } else if (magnitude != 0) {
        s->sum += (magnitude / s->scale) * (magnitude / s->scale);
    }
}

double squares_rms(const squares *s, size_t count)
{
    return s->scale * sqrt(s->sum / (double)count);
}
