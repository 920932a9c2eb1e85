/* The matrix of a Fourier transform as the products want it: halved as often as it goes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With w = exp(-2 pi i / n), h = n/2, E and O the transforms of h points of the even points and of the odd ones,
 *     z[k] = E[k] + w^k O[k], z[k+h] = E[k] - w^k O[k]      for k < h,
 * and an inverse the same with 1/w. The matrix of h points is that of n with every second point left out. */
#include "cpu.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* Is it this matrix, of either sign, times a factor? Of two points or more. */
static bool is_fourier(const cpu_matrix m[2])
{
    const size_t n = m[0].n;
    const double scale = m[0].at[0], sign = m[1].at[m[1].points + m[1].results] < 0.0 ? -1.0 : 1.0;
    double apart = 0.0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const double angle = 2.0 * pi * (double)(i * k % n) / (double)n;
            const double re = m[0].at[i * m[0].points + k * m[0].results];
            const double im = m[1].at[i * m[1].points + k * m[1].results];

            apart = fmax(apart, fmax(fabs(re - scale * cos(angle)), fabs(im - sign * scale * sin(angle))));
        }
    return apart <= 8 * DBL_EPSILON * fabs(scale);
}

unsigned orb_cpu_halvings(size_t n)
{
    unsigned count = 0;

    while (n % 2 == 0 && n >= CPU_SMALLEST_HALVED) {
        n /= 2;
        count++;
    }
    return count;
}

orb_status orb_cpu_fourier_init(cpu_axis *axis, const cpu_matrix m[2], size_t size)
{
    const size_t n = axis->n;
    orb_status status = ORB_OK;

    axis->halvings = orb_cpu_halvings(n);
    if (axis->halvings && !is_fourier(m))
        axis->halvings = 0;
    if (axis->halvings && !(axis->roots = malloc(n * size)))
        return ORB_NO_MEMORY;
    for (size_t k = 0; axis->halvings && k < n / 2; k++)
        for (unsigned part = 0; part < 2; part++) {
            const double root = m[part].at[m[part].points + k * m[part].results] / m[0].at[0];

            if (size == sizeof(float))
                ((float *)axis->roots)[2 * k + part] = (float)root;
            else
                ((double *)axis->roots)[2 * k + part] = root;
        }
    for (unsigned part = 0; part < 2 && !status; part++) {
        cpu_matrix left = m[part];

        left.n >>= axis->halvings;
        left.points <<= axis->halvings;
        status = orb_cpu_pack(&axis->factor[part], &left, size);
    }
    return status;
}
