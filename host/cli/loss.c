/* How far a restored volume is from the one that went in.
 * SPDX-License-Identifier: Apache-2.0 */
#include "loss.h"

#include "results.h"
#include "rounding.h"

#include <math.h>
#include <stdio.h>

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

loss loss_measure(const volume *in, const volume *restored)
{
    loss l = {.countable = in->type && dtype_is_integer(in->type) && !in->scaled, .exact = true};
    const size_t count = volume_count(in), step = in->complex ? 2 : 1, stride = restored->complex ? 2 : 1;
    double low, high;
    squares squared = {0};
    volume_range(in, &low, &high);
    if (in->complex)
        low = 0;
    for (size_t i = 0; i < count; i++) {
        const double *was = in->data + step * i, *is = restored->data + stride * i;
        const double re = is[0] - was[0], im = (restored->complex ? is[1] : 0) - (in->complex ? was[1] : 0);
        squares_add(&squared, re);
        squares_add(&squared, im);
        l.largest = rounding_worse(l.largest, hypot(re, im));
        l.exact = l.exact && nearbyint(is[0]) == was[0] && nearbyint(im) == 0;
    }
    l.rms = squares_rms(&squared, count);
    /* halves, for the range of the largest numbers is none */
    l.psnr = l.rms == 0 ? INFINITY : high > low ? 20 * log10((high / 2 - low / 2) / (l.rms / 2)) : NAN;
    return l;
}

void loss_print(const char *label, const loss *l)
{
    if (!isfinite(l->largest))
        printf("%-10s PSNR undefined (not all voxels are finite)", label);
    else if (isnan(l->psnr))
        printf("%-10s PSNR undefined (constant input)", label);
    else
        printf("%-10s PSNR %.2f dB", label, l->psnr);
    printf(", largest error %.6g, rms %.6g%s\n", l->largest, l->rms,
           !l->countable ? ""
           : l->exact    ? "; every voxel exact after rounding"
                         : "; not every voxel exact after rounding");
}

json_t *loss_json(const loss *l)
{
    return json_pack("{s:o, s:o, s:o}", "psnr", report_number(l->psnr), "max_error", report_number(l->largest),
                     "rms_error", report_number(l->rms));
}
