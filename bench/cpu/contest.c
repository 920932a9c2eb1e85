/* One transform of a volume, by engines and by FFTW, and a copy: what bench/cpu/cpu.py and fourier.py measure. It is
 * compiled for float32 and, with FULL, for float64.
 * SPDX-License-Identifier: Apache-2.0
 *
 * FFTW is under the GPL: this is linked with it, and with nothing that is installed. */
#define _POSIX_C_SOURCE 200809L

#include <orbital/orbital.h>

#include <fftw3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ENGINES = 8 };

#ifndef FULL
#define FULL 0
#endif

#if FULL
typedef double real;
#define FFTW(name) fftw_##name
#else
typedef float real;
#define FFTW(name) fftwf_##name
#endif

/* A DCT of type 2; a Fourier transform of complex points; one of real points, with half a spectrum. */
typedef enum contest_kind { CONTEST_DCT, CONTEST_FFT, CONTEST_RFFT } contest_kind;

typedef struct contest {
    orb_device *device[ENGINES];
    orb_plan *ours[ENGINES];
    int engines;
    FFTW(plan) theirs;
    contest_kind kind;
    size_t points, block; /* an axis */
    size_t count_in;      /* numbers */
    clockid_t clock;
    real *in, *out;
} contest;

void contest_free(contest *c);
contest *contest_create(int kind, int n, int block, int threads, bool measure);
int contest_add(contest *c, const char *engine);
const char *contest_version(void);
real *contest_input(contest *c);
real *contest_output(contest *c);
double contest_orbital(contest *c, int engine, int times);
double contest_fftw(contest *c, int times);
double contest_copy(contest *c, int times);

/* All blocks of the volume where they stand, both sides threaded by OpenMP, so that neither's idle threads spin beside
 * the other. Planning writes into the arrays. */
static FFTW(plan) plan_fftw(const contest *c, int n, int block, int threads, bool measure)
{
    const unsigned flags = (measure ? FFTW_MEASURE : FFTW_ESTIMATE) | FFTW_PRESERVE_INPUT;
    const FFTW(r2r_kind) kinds[3] = {FFTW_REDFT10, FFTW_REDFT10, FFTW_REDFT10};
    FFTW(iodim) points[3], blocks[3];
    int stride = 1;

    for (int axis = 2; axis >= 0; axis--, stride *= n) {
        points[axis] = (FFTW(iodim)){block, stride, stride};
        blocks[axis] = (FFTW(iodim)){n / block, block * stride, block * stride};
    }
    FFTW(plan_with_nthreads)(threads);
    if (c->kind == CONTEST_FFT)
        return FFTW(plan_guru_dft)(3, points, block < n ? 3 : 0, blocks, (FFTW(complex) *)c->in,
                                   (FFTW(complex) *)c->out, FFTW_FORWARD, flags);
    if (c->kind == CONTEST_RFFT)
        return FFTW(plan_dft_r2c_3d)(n, n, n, c->in, (FFTW(complex) *)c->out, flags);
    return FFTW(plan_guru_r2r)(3, points, block < n ? 3 : 0, blocks, c->in, c->out, kinds, flags);
}

void contest_free(contest *c)
{
    if (!c)
        return;
    for (int i = 0; i < ENGINES; i++) {
        orb_plan_destroy(c->ours[i]);
        orb_close(c->device[i]);
    }
    if (c->theirs)
        FFTW(destroy_plan)(c->theirs);
    FFTW(free)(c->in);
    FFTW(free)(c->out);
    free(c);
}

/* Cubes of n points an axis, in blocks that divide it. NULL on failure. The time of one thread is what it had of the
 * processor, as others may have it meanwhile; that of several is the clock's. */
contest *contest_create(int kind, int n, int block, int threads, bool measure)
{
    contest *c = calloc(1, sizeof *c);
    size_t count, row;

    if (!c || !FFTW(init_threads)())
        goto fail;
    c->kind = (contest_kind)kind;
    c->clock = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    c->points = (size_t)n;
    c->block = (size_t)block;
    count = c->points * c->points;
    row = kind == CONTEST_RFFT ? 2 * (c->points / 2 + 1) : (kind == CONTEST_FFT ? 2 : 1) * c->points;
    c->count_in = count * (kind == CONTEST_FFT ? row : c->points);
    c->in = FFTW(alloc_real)(c->count_in);
    c->out = FFTW(alloc_real)(count * row);
    if (!c->in || !c->out || !(c->theirs = plan_fftw(c, n, block, threads, measure)))
        goto fail;
    return c;
fail:
    contest_free(c);
    return NULL;
}

/* Another engine takes part, with the number that is returned; negative if it is not there. */
int contest_add(contest *c, const char *engine)
{
    const orb_kind k = c->kind == CONTEST_DCT ? ORB_DCT : ORB_DFT;
    const orb_element number = FULL ? ORB_F64 : ORB_F32, pair = FULL ? ORB_C128 : ORB_C64;
    const orb_plan_desc desc = {.n = {c->points, c->points, c->points},
                                .block = {c->block, c->block, c->block},
                                .kind = {k, k, k},
                                .norm = ORB_BACKWARD,
                                .element_in = c->kind == CONTEST_FFT ? pair : number,
                                .element_out = c->kind == CONTEST_DCT ? number : pair,
                                .half_axis = c->kind == CONTEST_RFFT ? 3 : 0};
    const int i = c->engines;
    if (i == ENGINES || orb_open(&c->device[i], engine))
        return -1;
    c->engines++;
    return orb_plan_create(&c->ours[i], c->device[i], &desc) ? -1 : i;
}

const char *contest_version(void)
{
    return FFTW(version);
}

real *contest_input(contest *c)
{
    return c->in;
}

real *contest_output(contest *c)
{
    return c->out;
}

static double now(const contest *c)
{
    struct timespec t;
    clock_gettime(c->clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of one transform, of several after each other; negative on failure. */
double contest_orbital(contest *c, int engine, int times)
{
    const double start = now(c);
    for (int i = 0; i < times; i++)
        if (orb_execute(c->ours[engine], c->in, c->out, NULL))
            return -1;
    return (now(c) - start) / times;
}

double contest_fftw(contest *c, int times)
{
    const double start = now(c);
    for (int i = 0; i < times; i++)
        FFTW(execute)(c->theirs);
    return (now(c) - start) / times;
}

/* What moving the bytes takes, with nothing computed. */
double contest_copy(contest *c, int times)
{
    const double start = now(c);
    for (int i = 0; i < times; i++)
        memcpy(c->out, c->in, c->count_in * sizeof *c->in);
    return (now(c) - start) / times;
}
