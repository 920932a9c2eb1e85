/* One DCT of type 2 of a volume in float32, by the engine cpu and by FFTW: what bench/cpu/cpu.py measures.
 * SPDX-License-Identifier: Apache-2.0
 *
 * FFTW is under the GPL: this is linked with it, and with nothing that is installed. */
#define _POSIX_C_SOURCE 200809L

#include <orbital/orbital.h>

#include <fftw3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct contest {
    orb_device *device;
    orb_plan *ours;
    fftwf_plan theirs;
    float *in, *out;
} contest;

void contest_free(contest *c);
contest *contest_create(int n, int block, int threads, bool measure);
const char *contest_version(void);
float *contest_input(contest *c);
float *contest_output(contest *c);
double contest_orbital(contest *c, int times);
double contest_fftw(contest *c, int times);

/* All blocks of the volume where they stand, both sides threaded by OpenMP, so that neither's idle threads spin beside
 * the other. Planning writes into the arrays. */
static fftwf_plan plan_fftw(const contest *c, int n, int block, int threads, bool measure)
{
    const fftwf_r2r_kind kinds[3] = {FFTW_REDFT10, FFTW_REDFT10, FFTW_REDFT10};
    fftwf_iodim points[3], blocks[3];
    int stride = 1;
    for (int axis = 2; axis >= 0; axis--, stride *= n) {
        points[axis] = (fftwf_iodim){block, stride, stride};
        blocks[axis] = (fftwf_iodim){n / block, block * stride, block * stride};
    }
    fftwf_plan_with_nthreads(threads);
    return fftwf_plan_guru_r2r(3, points, block < n ? 3 : 0, blocks, c->in, c->out, kinds,
                               measure ? FFTW_MEASURE : FFTW_ESTIMATE);
}

void contest_free(contest *c)
{
    if (!c)
        return;
    orb_plan_destroy(c->ours);
    orb_close(c->device);
    if (c->theirs)
        fftwf_destroy_plan(c->theirs);
    fftwf_free(c->in);
    fftwf_free(c->out);
    free(c);
}

/* Cubes of n points an axis, in blocks that divide it. NULL on failure. */
contest *contest_create(int n, int block, int threads, bool measure)
{
    const size_t points = (size_t)n, size = (size_t)block;
    const orb_plan_desc desc = {.n = {points, points, points}, .block = {size, size, size}, .norm = ORB_BACKWARD};
    contest *c = calloc(1, sizeof *c);
    char engine[32];
    if (!c || !fftwf_init_threads())
        goto fail;
    snprintf(engine, sizeof engine, "cpu:threads=%d", threads);
    c->in = fftwf_alloc_real(points * points * points);
    c->out = fftwf_alloc_real(points * points * points);
    if (!c->in || !c->out || orb_open(&c->device, engine) || orb_plan_create(&c->ours, c->device, &desc) ||
        !(c->theirs = plan_fftw(c, n, block, threads, measure)))
        goto fail;
    return c;
fail:
    contest_free(c);
    return NULL;
}

const char *contest_version(void)
{
    return fftwf_version;
}

float *contest_input(contest *c)
{
    return c->in;
}

float *contest_output(contest *c)
{
    return c->out;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of one transform, of several behind each other; negative on failure. */
double contest_orbital(contest *c, int times)
{
    const double start = now();
    for (int i = 0; i < times; i++)
        if (orb_execute(c->ours, c->in, c->out, NULL))
            return -1;
    return (now() - start) / times;
}

double contest_fftw(contest *c, int times)
{
    const double start = now();
    for (int i = 0; i < times; i++)
        fftwf_execute(c->theirs);
    return (now() - start) / times;
}
