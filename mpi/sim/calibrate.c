/* Measures how fast one thread of this machine does the local work of a rank, and prints a table for rates/.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The fastest of several repetitions counts, because other load on the machine can only slow them down. */
#define _POSIX_C_SOURCE 200809L
#include "blas_threads.h"
#include "convert.h"
#include "entries.h"
#include "field.h"
#include "product.h"

#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEMORY = 400 * 400 * 400 }; /* bytes of an array: at least 16 per point of the largest volume */

static const char *const names[] = {"f32", "f64", "c64", "c128"};

static char *x, *y, *c;

/* The linker puts this in front of the library's own function, because there are no messages here. */
void __wrap_orb_post_poll(orb_post *post);
void __wrap_orb_post_poll(orb_post *post)
{
    (void)post;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A piece of work, and its data. */
typedef struct job {
    void (*run)(const struct job *job);
    orb_element element;
    size_t n;
    const orb_entries *entries;
    orb_plan *plan;
    orb_product product;
} job;

/* The shortest time of at least three repetitions and at least 0.2 s. */
static double fastest(const job *j)
{
    const double begin = now();
    double least = 0.0;

    for (int i = 0; i < 3 || now() - begin < 0.2; i++) {
        const double start = now();
        double seconds;

        j->run(j);
        seconds = now() - start;
        least = i == 0 || seconds < least ? seconds : least;
    }
    return least;
}

static void print(const char *work, const job *j, double size, double amount)
{
    printf("%s,%s,%.0f,%.3e\n", work, names[j->element], size, amount / fastest(j));
    fflush(stdout);
}

/* Small numbers, so that repeated sums stay in range. */
static void fill(orb_element element)
{
    const size_t scalar = orb_is_single(element) ? sizeof(float) : sizeof(double);
    char *const arrays[] = {x, y, c};

    for (int a = 0; a < 3; a++)
        for (size_t i = 0; i < MEMORY / scalar; i++)
            if (scalar == sizeof(float))
                ((float *)(void *)arrays[a])[i] = 1e-3F * (float)(i % 7);
            else
                ((double *)(void *)arrays[a])[i] = 1e-3 * (double)(i % 7);
}

/* Along all three axes, because axis 2 uses another function of the BLAS. */
static void run_product(const job *j)
{
    const size_t block[3] = {j->n, j->n, j->n};

    for (int axis = 0; axis < 3; axis++) {
        const orb_product p = orb_product_of(j->element, ORB_DFT, axis, 1, block, j->n);

        orb_product_run(&p, x, c, y, false, NULL);
    }
}

static void run_gemm(const job *j)
{
    const double one[2] = {1.0, 0.0}, zero[2] = {0.0, 0.0};
    const float one_single[2] = {1.0F, 0.0F}, zero_single[2] = {0.0F, 0.0F};
    const void *a = x, *b = c;
    const int n = (int)j->n;

    switch (j->element) {
    case ORB_F32:
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0F, a, n, b, n, 0.0F, (void *)y, n);
        break;
    case ORB_F64:
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, a, n, b, n, 0.0, (void *)y, n);
        break;
    case ORB_C64:
        cblas_cgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, one_single, a, n, b, n, zero_single, y, n);
        break;
    case ORB_C128:
        cblas_zgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, one, a, n, b, n, zero, y, n);
        break;
    }
}

static void run_add(const job *j)
{
    orb_product_add(j->element, j->n, x, y);
}

static void run_copy(const job *j)
{
    memcpy(y, x, j->n);
}

static void run_entries(const job *j)
{
    const orb_tile tile = {.first = {0, 0}, .count = {j->n, j->n}, .shape = {j->n, j->n}};

    orb_entries_block(j->entries, &tile, j->element, c);
}

static void run_plan(const job *j)
{
    if (orb_execute(j->plan, x, y, NULL))
        exit(1);
}

static void measure_products(void)
{
    static const size_t sizes[] = {4, 8, 12, 16, 25, 32, 50, 64, 100, 128, 200};

    for (int e = ORB_F32; e <= ORB_C128; e++) {
        fill((orb_element)e);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const job j = {.run = run_product, .element = (orb_element)e, .n = sizes[i]};
            const double n = (double)j.n;

            if (j.n * j.n * j.n * orb_element_size(j.element) <= MEMORY)
                print("product", &j, n, 3.0 * n * n * n * n);
        }
    }
    for (int e = ORB_F32; e <= ORB_C128; e++)
        for (size_t n = 4; n <= 1024; n *= 2) {
            const job j = {.run = run_gemm, .element = (orb_element)e, .n = n};

            print("gemm", &j, (double)n, (double)n * (double)n * (double)n);
        }
}

/* Along each axis in turn, of a volume with 32 points along the other two. */
static void measure_transforms(orb_device *device, orb_kind kind, const char *work)
{
    static const size_t sizes[] = {16, 32, 64, 100, 128, 200, 256, 400, 512, 800, 1024, 1600, 3200};

    for (int e = kind == ORB_DFT ? ORB_C64 : ORB_F32; e <= (kind == ORB_DFT ? ORB_C128 : ORB_F64); e++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            double seconds = 0.0;

            for (int axis = 0; axis < 3; axis++) {
                orb_plan_desc d = {.n = {32, 32, 32},
                                   .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY},
                                   .element_in = (orb_element)e,
                                   .element_out = (orb_element)e};
                job j = {.run = run_plan, .element = (orb_element)e};

                d.n[axis] = sizes[i];
                d.kind[axis] = kind;
                if (orb_plan_create(&j.plan, device, &d))
                    exit(1);
                seconds += fastest(&j);
                orb_plan_destroy(j.plan);
            }
            printf("%s,%s,%zu,%.3e\n", work, names[e], sizes[i], 3.0 * 32.0 * 32.0 * (double)sizes[i] / seconds);
            fflush(stdout);
        }
}

static void measure_rest(void)
{
    const orb_plan_desc d = {.n = {400, 400, 400}, .kind = {ORB_DCT, ORB_DFT, ORB_DCT}};
    orb_entries dct, dft;

    if (orb_entries_init(&dct, &d, 0) || orb_entries_init(&dft, &d, 1))
        exit(1);
    for (int e = ORB_F32; e <= ORB_C128; e++) {
        const orb_element element = (orb_element)e;
        const job entries = {
            .run = run_entries, .element = element, .n = 100, .entries = orb_is_complex(element) ? &dft : &dct};
        const job add = {.run = run_add, .element = element, .n = 1000000};
        const job copy = {.run = run_copy, .element = element, .n = 16000000};

        print("entries", &entries, 1.0, 1e4);
        print("add", &add, 1.0, 1e6);
        print("copy", &copy, 1.0, 16e6);
    }
    orb_entries_free(&dct);
    orb_entries_free(&dft);
}

int main(void)
{
    orb_device *device = NULL;

    x = malloc(MEMORY);
    y = malloc(MEMORY);
    c = malloc(MEMORY);
    if (!x || !y || !c || orb_open(&device, "cpu:threads=1"))
        return 1;
    orb_blas_enter(1);
    puts("work,element,size,rate");
    measure_products();
    fill(ORB_F32);
    measure_transforms(device, ORB_DCT, "dct");
    measure_transforms(device, ORB_DFT, "dft");
    measure_rest();
    orb_close(device);
    free(x);
    free(y);
    free(c);
    return 0;
}
