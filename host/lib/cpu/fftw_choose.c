/* Which plans FFTW transforms.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fftw.h"

#include "field.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Times of FFTW by those of the engine's own transforms, on one thread, of cubes of complex and of real points in
 * float and in double. `make bench-cpu` prints them, with FOURIER_ARGS="--engine cpu:threads=1,simd=avx2" for other
 * instructions than the best. They are those of an AMD EPYC (family 25, model 17) with FFTW 3.3.10 of Debian. What
 * has no line of its instructions and of its kind of length is left to the engine. */
static const struct times {
    const char *instructions;
    double side;        /* points of an axis */
    bool rough;         /* has the side a prime factor above 13? */
    double ratio[2][2]; /* complex and real, double and float */
} table[] = {
    {"avx512", 64, false, {{0.77, 0.66}, {0.58, 0.89}}},
    {"avx512", 100, false, {{0.82, 1.05}, {0.87, 1.10}}},
    {"avx512", 128, false, {{0.95, 1.95}, {0.85, 1.02}}},
    {"avx512", 127, true, {{1.17, 1.47}, {1.57, 3.13}}},
};

/* FFTW is to gain this much, as its plans take seconds. */
static const double worth_planning = 0.9;

static bool is_rough(size_t n)
{
    for (size_t p = 2; p <= 13; p++)
        while (n % p == 0)
            n /= p;
    return n > 1;
}

/* Is FFTW faster by the line of the table that is nearest? */
static bool is_faster(const orb_plan *plan, const cpu_code *code)
{
    bool rough = false, half = false;
    double side = 1.0, nearest = INFINITY, ratio = INFINITY;

    for (int a = 0; a < 3; a++) {
        rough = rough || is_rough(plan->axis[a].n);
        half = half || plan->axis[a].half;
        side *= cbrt((double)plan->axis[a].n);
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const double distance = fabs(log(side / table[i].side));

        if (!strcmp(table[i].instructions, code->name) && table[i].rough == rough && distance < nearest) {
            nearest = distance;
            ratio = table[i].ratio[half][code->size == sizeof(float)];
        }
    }
    return ratio < worth_planning;
}

/* Why FFTW cannot transform the blocks of a plan, or NULL. */
static const char *obstacle(const orb_plan *plan, bool single)
{
    const orb_element number = single ? ORB_F32 : ORB_F64, pair = single ? ORB_C64 : ORB_C128;
    const size_t *const in = orb_plan_in(plan), *const out = orb_plan_out(plan);
    bool fourier = false, others = false, half = false, whole = true, backwards = false;

    for (int a = 0; a < 3; a++) {
        const orb_axis *const axis = &plan->axis[a];
        const size_t stored = axis->half ? axis->n / 2 + 1 : axis->n;

        fourier = fourier || axis->kind == ORB_DFT;
        others = others || (axis->kind != ORB_DFT && axis->kind != ORB_IDENTITY);
        half = half || axis->half;
        backwards = backwards || plan->stride_in[a] < 0 || plan->stride_out[a] < 0;
        whole = whole && in[a] >= axis->n && out[a] >= stored;
    }
    if (!fourier || others)
        return "it has only dft and identity";
    if (half && plan->direction == ORB_INVERSE)
        return "its inverse would destroy half spectra";
    if (plan->element_in != (half ? number : pair) || plan->element_out != pair)
        return "elements have other types";
    if (backwards) /* FFTW 3.3.10 calls itself without an end for some of these */
        return "strides are negative";
    return whole ? NULL : "no block is whole";
}

orb_status orb_cpu_fftw_choose(cpu_setup *setup, const orb_backend *backend, const orb_plan *plan)
{
    const bool single = setup->code->size == sizeof(float);
    const size_t blocks = orb_plan_blocks(plan);
    char *const why = setup->base.why;
    const char *reason = obstacle(plan, single);
    unsigned threads = 1;
    orb_status status = ORB_OK;

    if (backend->fft == CPU_FFT_OWN)
        return ORB_OK;
    if (!reason && backend->fft == CPU_FFT_AUTO && !is_faster(plan, setup->code))
        reason = "it is hardly faster";
    if (!reason && !orb_cpu_fftw_load(single))
        reason = "it cannot be loaded";
    if (!reason) {
        if (blocks < backend->threads)
            threads = orb_cpu_useful_threads(setup, blocks, backend->threads);
        if (threads > 1 && orb_cpu_lost_threads())
            threads = 1;
        status = orb_cpu_fftw_new(&setup->fftw, plan, single, threads);
        reason = setup->fftw ? NULL : "it has no plan";
    }
    if (reason)
        orb_append(why, sizeof setup->base.why, "; no FFTW, as %s", reason);
    else
        snprintf(why, sizeof setup->base.why,
                 "%s, FFTW, %u thread%s a block; %s for blocks that are cut or not aligned",
                 single ? "float" : "double", threads, threads == 1 ? "" : "s", setup->code->name);
    return status;
}
