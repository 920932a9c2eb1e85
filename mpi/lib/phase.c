/* Factors that shift lines cyclically by a Fourier transform.
 * SPDX-License-Identifier: Apache-2.0 */
#include "phase.h"

#include "checked.h"
#include "field.h"
#include "matrix.h"

#include <stdlib.h>

bool orb_phase_init(orb_phase *p, orb_direction direction, size_t roots, size_t by, size_t from)
{
    const double sign = direction == ORB_FORWARD ? -1.0 : 1.0;
    size_t bytes;

    *p = (orb_phase){.roots = roots, .by = by, .from = from};
    if (!orb_mul(roots, 2 * sizeof *p->table, &bytes) || !(p->table = malloc(bytes)))
        return false;
    for (size_t root = 0; root < roots; root++) {
        p->table[2 * root] = orb_angle_value(ORB_DFT, 0, roots, root, 0);
        p->table[2 * root + 1] = sign * orb_angle_value(ORB_DFT, 0, roots, root, 1);
    }
    return true;
}

void orb_phase_free(orb_phase *p)
{
    free(p->table);
    *p = (orb_phase){0};
}

static void multiply_single(size_t count, double cosine, double sine, float *x)
{
    const float c = (float)cosine, s = (float)sine;

    for (size_t i = 0; i < count; i++) {
        const float real = x[2 * i], imaginary = x[2 * i + 1];

        x[2 * i] = c * real - s * imaginary;
        x[2 * i + 1] = c * imaginary + s * real;
    }
}

static void multiply_double(size_t count, double c, double s, double *x)
{
    for (size_t i = 0; i < count; i++) {
        const double real = x[2 * i], imaginary = x[2 * i + 1];

        x[2 * i] = c * real - s * imaginary;
        x[2 * i + 1] = c * imaginary + s * real;
    }
}

void orb_phase_run(const orb_phase *p, orb_element element, size_t outer, size_t points, size_t inner, void *x)
{
    const size_t row = 2 * inner; /* scalars */
    size_t at = 0;

    for (size_t o = 0; o < outer; o++)
        for (size_t k = 0; k < points; k++, at += row) {
            const double *root = p->table + 2 * (p->by * ((k + p->from) % p->roots) % p->roots);

            if (orb_is_single(element))
                multiply_single(inner, root[0], root[1], (float *)x + at);
            else
                multiply_double(inner, root[0], root[1], (double *)x + at);
        }
}
