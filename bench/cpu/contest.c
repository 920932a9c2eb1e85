/* One DCT of type 2 of a volume in float32, by engines and by FFTW, and a copy: what bench/cpu/cpu.py measures.
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

typedef struct contest {
    orb_device *device[ENGINES];
    orb_plan *ours[ENGINES];
    int engines;
    fftwf_plan theirs;
    size_t points, block; /* an axis */
    clockid_t clock;
    float *in, *out;
} contest;

void contest_free(contest *c);
contest *contest_create(int n, int block, int threads, bool measure);
int contest_add(contest *c, const char *engine);
const char *contest_version(void);
float *contest_input(contest *c);
float *contest_output(contest *c);
double contest_orbital(contest *c, int engine, int times);
double contest_fftw(contest *c, int times);
double contest_copy(contest *c, int times);

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
    for (int i = 0; i < ENGINES; i++) {
        orb_plan_destroy(c->ours[i]);
        orb_close(c->device[i]);
    }
    if (c->theirs)
        fftwf_destroy_plan(c->theirs);
    fftwf_free(c->in);
    fftwf_free(c->out);
    free(c);
}

/* Cubes of n points an axis, in blocks that divide it. NULL on failure. The time of one thread is what it had of the
 * processor, as others may have it meanwhile; that of several is the clock's. */
contest *contest_create(int n, int block, int threads, bool measure)
{
    contest *c = calloc(1, sizeof *c);
    size_t count;
    if (!c || !fftwf_init_threads())
        goto fail;
    c->clock = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    c->points = (size_t)n;
    c->block = (size_t)block;
    count = c->points * c->points * c->points;
    c->in = fftwf_alloc_real(count);
    c->out = fftwf_alloc_real(count);
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
    const orb_plan_desc desc = {
        .n = {c->points, c->points, c->points}, .block = {c->block, c->block, c->block}, .norm = ORB_BACKWARD};
    const int i = c->engines;
    if (i == ENGINES || orb_open(&c->device[i], engine))
        return -1;
    c->engines++;
    return orb_plan_create(&c->ours[i], c->device[i], &desc) ? -1 : i;
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
        fftwf_execute(c->theirs);
    return (now(c) - start) / times;
}

/* What moving the bytes takes, with nothing computed. */
double contest_copy(contest *c, int times)
{
    const double start = now(c);
    for (int i = 0; i < times; i++)
        memcpy(c->out, c->in, c->points * c->points * c->points * sizeof *c->in);
    return (now(c) - start) / times;
}
