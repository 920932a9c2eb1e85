/* The matrix of an axis as the transforms want it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cpu.h"

#include <stdlib.h>

/* The matrix with the factors of the points and results. NULL: no memory */
static double *scaled(const orb_axis *axis, const double *matrix)
{
    const size_t n = axis->n;
    double *m = malloc(n * n * sizeof *m); /* as large as the matrix */

    for (size_t i = 0; m && i < n; i++)
        for (size_t k = 0; k < n; k++)
            m[i * n + k] = axis->in[i] * matrix[i * n + k] * axis->out[k];
    return m;
}

static orb_status prepare_real(cpu_axis *axis, const cpu_matrix *m, size_t size, bool whole)
{
    orb_status status = whole ? orb_cpu_pack(&axis->whole, m, size) : ORB_OK;

    if (status)
        return status;
    axis->fold = orb_cpu_fold(m);
    if (axis->fold == CPU_WHOLE)
        return orb_cpu_pack(&axis->factor[0], m, size);
    for (unsigned odd = 0; odd < 2 && !status; odd++) {
        const cpu_matrix half = orb_cpu_half(m, axis->fold, odd);

        status = orb_cpu_pack(&axis->factor[odd], &half, size);
    }
    return status;
}

orb_status orb_cpu_axis_init(cpu_axis *axis, const orb_axis *from, const cpu_code *code, bool whole)
{
    const size_t n = from->n;
    double *re, *im;
    orb_status status = ORB_NO_MEMORY;

    *axis = (cpu_axis){
        .n = n, .identity = from->kind == ORB_IDENTITY, .fourier = from->kind == ORB_DFT, .half = from->half};
    if (axis->identity)
        return ORB_OK;
    if (!from->matrix) {
        axis->fast = orb_cpu_fast_new(from, code->size);
        return axis->fast ? ORB_OK : ORB_NO_MEMORY;
    }
    re = scaled(from, from->matrix);
    im = axis->fourier ? scaled(from, from->imaginary) : NULL;
    if (re && (im || !axis->fourier)) {
        const cpu_matrix m[2] = {{.at = re, .n = n, .points = n, .results = 1},
                                 {.at = im, .n = n, .points = n, .results = 1}};

        status = axis->fourier ? orb_cpu_pack(&axis->factor[0], &m[0], code->size)
                               : prepare_real(axis, m, code->size, whole);
        if (axis->fourier && !status)
            status = orb_cpu_pack(&axis->factor[1], &m[1], code->size);
    }
    free(re);
    free(im);
    return status;
}

void orb_cpu_axis_free(cpu_axis *axis)
{
    for (int half = 0; half < 2; half++)
        orb_cpu_factor_free(&axis->factor[half]);
    orb_cpu_factor_free(&axis->whole);
    orb_cpu_fast_free(axis->fast);
    *axis = (cpu_axis){0};
}
