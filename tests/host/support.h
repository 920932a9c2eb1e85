/* What the tests of the library share: random numbers, devices, and transforms by definition.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <orbital/orbital.h>

/* Prints the seed of the random numbers (ORB_SEED, or the time) and where the models are. First in main. */
void support_start(const char *program);

/* A random number of 32 bits; one of 0..n-1; one between -1 and 1; one of the standard normal distribution. */
uint32_t random_bits(void);
size_t random_below(size_t n);
double random_uniform(void);
double random_normal(void);

/* How far the rms of `count` random errors may exceed the rms that is expected. Roundings are independent and uniform,
 * so their sums have the tails of a normal distribution or lighter ones. The sum of the squares of n such sums exceeds
 * n + 2 sqrt(n t) + 2 t variances with a probability of at most exp(-t) (Hsu, Kakade and Zhang, 2012). This is once in
 * 10^9 comparisons; a test has some thousands of them. */
double rms_slack(size_t count);

/* The larger of two numbers, or NaN if one is NaN, which no bound holds. */
double worse(double a, double b);

/* A single such error exceeds this many times its rms once in 10^13. */
#define PEAK_SLACK 8

/* The cosine and the sine of pi p / q, to the last place. */
double cos_pi(size_t p, size_t q);
double sin_pi(size_t p, size_t q);

/* Fails the test unless the status is ORB_OK. */
void assert_ok(orb_status status);

/* Fails the test unless the line of the last error contains this. */
void assert_line(const char *part);

/* An opened device; fails the test if there is none. */
orb_device *open_device(const char *engine);

/* The engine "cpu" with some instructions and threads. */
orb_device *open_cpu(const char *simd, unsigned threads);

/* Random numbers, to be freed. */
double *random_volume(size_t count);

/* The transform of scipy.fft by its definition, one axis after the other, in double. x: n points, transformed in place;
 * matrices are not supported. */
void define_transform(const orb_plan_desc *desc, const size_t n[3], double *x);

/* The factor by which a plan scales result k of an axis with n points, over the orthonormal transform. */
double scaling_of(const orb_plan_desc *desc, int axis, size_t n, size_t k);

/* Points of a volume. */
size_t points_of(const size_t n[3]);

/* Errors of a result, in last places. */
typedef struct errors {
    double rms, mean, largest;
} errors;

/* Runs a plan of 64-bit elements on in (of its n, or padded for an inverse); returns the result, to be freed. */
double *run_plan(orb_device *device, const orb_plan_desc *desc, const double *in, orb_report *report);

/* Runs a plan without blocks and compares with the definition. */
errors measure_plan(orb_device *device, const orb_plan_desc *desc, const double *in, orb_report *report);

#endif
