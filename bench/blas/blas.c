/* Measures the DCT of cubes in float by the engine "cpu" and as products of a BLAS, alternately, on one thread.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With a BLAS a cube takes three products with the matrix: each contracts the first axis, and puts its results last, so
 * that after three all are in place ("turned"); or the axes stay where they are, and the middle one takes a product a
 * plane ("planes"). Arguments: points a side, one or more. Ends with 1 where results differ. */
#include "contest.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* A cube, what it becomes, and memory for what is between. */
typedef struct cube {
    int n;
    const float *matrix, *in;
    float *between, *out;
} cube;

static float *new_matrix(size_t n)
{
    float *c = random_numbers(n * n);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            c[i * n + k] = (float)(sqrt((k ? 2.0 : 1.0) / (double)n) *
                                   cos(pi * (double)((2 * i + 1) * k % (4 * n)) / (2.0 * (double)n)));
    return c;
}

/* to[(j,k),i'] = the sum over i of from[i,(j,k)] * matrix[i,i'] */
static void turn(const cube *c, const float *from, float *to)
{
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, c->n * c->n, c->n, c->n, 1.0F, from, c->n * c->n, c->matrix,
                c->n, 0.0F, to, c->n);
}

static void run_turned(void *user)
{
    const cube *c = user;

    turn(c, c->in, c->out);
    turn(c, c->out, c->between);
    turn(c, c->between, c->out);
}

static void run_planes(void *user)
{
    const cube *c = user;
    const int n = c->n;

    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n * n, n, n, 1.0F, c->in, n, c->matrix, n, 0.0F, c->out, n);
    for (int i = 0; i < n; i++) {
        const size_t at = (size_t)i * (size_t)n * (size_t)n;

        cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, n, n, n, 1.0F, c->matrix, n, c->out + at, n, 0.0F,
                    c->between + at, n);
    }
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, n, n * n, n, 1.0F, c->matrix, n, c->between, n * n, 0.0F,
                c->out, n * n);
}

static bool same(const float *a, const float *b, size_t count)
{
    double largest = 0.0;

    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs((double)a[i]));
    for (size_t i = 0; i < count; i++)
        if (!(isfinite(b[i]) && fabs((double)a[i] - (double)b[i]) <= 1e-5 * largest)) /* nor is a NaN the same */
            return false;
    return true;
}

static bool measure(orb_device *device, size_t n)
{
    const orb_plan_desc desc = {.n = {n, n, n}};
    const size_t count = n * n * n;
    float *matrix = new_matrix(n), *in = random_numbers(count);
    cube cubes[2];
    contestant_plan plan = {.plan = new_plan(device, &desc), .in = in, .out = random_numbers(count)};
    double best[3];
    bool good;

    for (int i = 0; i < 2; i++)
        cubes[i] = (cube){(int)n, matrix, in, random_numbers(count), random_numbers(count)};
    contest((const contestant[3]){{run_plan, &plan}, {run_turned, &cubes[0]}, {run_planes, &cubes[1]}}, 3, best);
    good = same(plan.out, cubes[0].out, count) && same(plan.out, cubes[1].out, count);
    printf("%4zu^3: engine %8.3f ms, BLAS turned %8.3f ms, planes %8.3f ms, engine %5.2f times as fast%s\n", n,
           1e3 * best[0], 1e3 * best[1], 1e3 * best[2], fmin(best[1], best[2]) / best[0],
           good ? "" : ", but the results differ");
    fflush(stdout);
    orb_plan_destroy(plan.plan);
    free(plan.out);
    for (int i = 0; i < 2; i++) {
        free(cubes[i].between);
        free(cubes[i].out);
    }
    free(matrix);
    free(in);
    return good;
}

int main(int argc, char **argv)
{
    orb_device *device = new_device("cpu:threads=1,fast=no");
    bool good = true;

    openblas_set_num_threads(1);
    printf("%s\n", openblas_get_config());
    for (int a = 1; a < argc; a++)
        good = measure(device, strtoul(argv[a], NULL, 10)) && good;
    orb_close(device);
    return !good;
}
