/* Measures how fast one thread of this machine does the local work of a rank, and prints a table for rates/.
 * SPDX-License-Identifier: Apache-2.0
 *
 * All work is measured in several rounds, and the fastest repetition of all rounds counts. Other load on the machine
 * can only slow it down, and load that lasts for one round does not change the ratios of the rates. */
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
enum { JOBS = 256, ROUNDS = 5, WIDE = 32 };

static const char *const names[] = {"f32", "f64", "c64", "c128"};

static char *x, *y, *c;

/* The linker puts this in front of the library's own function, because there are no messages here. */
void __wrap_orb_post_poll(orb_post *post);
void __wrap_orb_post_poll(orb_post *post)
{
    (void)post;
}

/* Processor time, which other programs on the machine disturb less than the time of a clock. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A piece of work, its data, and the shortest time so far. */
typedef struct job {
    const char *work;
    double size, amount; /* of the line in the table */
    void (*run)(const struct job *job);
    orb_element element;
    size_t n;
    const orb_entries *entries;
    orb_kind kind;     /* of transforms; else identity */
    orb_plan *plan[3]; /* a transform along each axis */
    double least;      /* 0 before the first round */
} job;

static job jobs[JOBS];
static int job_count;

static void add_job(const char *work, double size, double amount, const job *of)
{
    job *j = &jobs[job_count++];

    if (job_count > JOBS)
        exit(1);
    *j = *of;
    j->work = work;
    j->size = size;
    j->amount = amount;
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

/* Packs pieces of n bytes, which are COPY_STEP times as far apart, as in a message of one chunk. */
enum { COPY_STEP = 8, COPY_BYTES = 1 << 20 };

static void run_copy(const job *j)
{
    for (size_t at = 0; at < COPY_BYTES / j->n; at++)
        memcpy(y + at * j->n, x + at * j->n * COPY_STEP, j->n);
}

static void run_entries(const job *j)
{
    const orb_tile tile = {.first = {0, 0}, .count = {j->n, j->n}, .shape = {j->n, j->n}};

    orb_entries_block(j->entries, &tile, j->element, c);
}

static void run_plan(const job *j)
{
    for (int axis = 0; axis < 3; axis++)
        if (orb_execute(j->plan[axis], x, y, NULL))
            exit(1);
}

/* A transform along each axis in turn, of a volume with WIDE points along the other two. */
static void make_plans(job *j, orb_device *device)
{
    for (int axis = 0; axis < 3; axis++) {
        orb_plan_desc d = {.n = {WIDE, WIDE, WIDE},
                           .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY},
                           .element_in = j->element,
                           .element_out = j->element};

        d.n[axis] = j->n;
        d.kind[axis] = j->kind;
        if (orb_plan_create(&j->plan[axis], device, &d))
            exit(1);
    }
}

static void add_products(orb_element element)
{
    static const size_t sizes[] = {4, 8, 12, 16, 25, 32, 50, 64, 100, 128, 200};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double n = (double)sizes[i];

        if (sizes[i] * sizes[i] * sizes[i] * orb_element_size(element) <= MEMORY)
            add_job("product", n, 3.0 * n * n * n * n,
                    &(job){.run = run_product, .element = element, .n = sizes[i], .kind = ORB_IDENTITY});
    }
}

static void add_gemm(orb_element element)
{
    for (size_t n = 4; n <= 1024; n *= 2)
        add_job("gemm", (double)n, (double)n * (double)n * (double)n,
                &(job){.run = run_gemm, .element = element, .n = n, .kind = ORB_IDENTITY});
}

static void add_transforms(const char *work, orb_kind kind, orb_element element)
{
    static const size_t sizes[] = {16, 32, 64, 100, 128, 200, 256, 400, 512, 800, 1024, 1600, 3200};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_job(work, (double)sizes[i], 3.0 * WIDE * WIDE * (double)sizes[i],
                &(job){.run = run_plan, .element = element, .n = sizes[i], .kind = kind});
}

static void add_rest(orb_element element, const orb_entries *entries)
{
    add_job("entries", 1.0, 1e4,
            &(job){.run = run_entries, .element = element, .n = 100, .entries = entries, .kind = ORB_IDENTITY});
    add_job("add", 1.0, 1e6, &(job){.run = run_add, .element = element, .n = 1000000, .kind = ORB_IDENTITY});
    for (size_t n = orb_element_size(element); n <= COPY_BYTES; n *= 4)
        add_job("copy", (double)n, COPY_BYTES,
                &(job){.run = run_copy, .element = element, .n = n, .kind = ORB_IDENTITY});
}

/* At least two repetitions, and at least 10 ms. */
static void measure(job *j, orb_device *device)
{
    double begin;

    if (j->kind != ORB_IDENTITY)
        make_plans(j, device);
    begin = now();
    for (int i = 0; i < 2 || now() - begin < 0.01; i++) {
        const double start = now();
        double seconds;

        j->run(j);
        seconds = now() - start;
        j->least = j->least > 0.0 && j->least < seconds ? j->least : seconds;
    }
    for (int axis = 0; axis < 3; axis++) {
        orb_plan_destroy(j->plan[axis]);
        j->plan[axis] = NULL;
    }
}

static void measure_all(orb_device *device)
{
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < job_count; i++) {
            if (i == 0 || jobs[i].element != jobs[i - 1].element)
                fill(jobs[i].element);
            measure(&jobs[i], device);
        }
}

/* Jobs are in the order of elements, so that data are filled in rarely. A table may have this order, too. */
static void print_all(void)
{
    puts("work,element,size,rate");
    for (int i = 0; i < job_count; i++)
        printf("%s,%s,%.0f,%.3e\n", jobs[i].work, names[jobs[i].element], jobs[i].size, jobs[i].amount / jobs[i].least);
}

int main(void)
{
    const orb_plan_desc d = {.n = {400, 400, 400}, .kind = {ORB_DCT, ORB_DFT, ORB_DCT}};
    orb_device *device = NULL;
    orb_entries dct, dft;

    x = malloc(MEMORY);
    y = malloc(MEMORY);
    c = malloc(MEMORY);
    if (!x || !y || !c || orb_open(&device, "cpu:threads=1") || orb_entries_init(&dct, &d, 0) ||
        orb_entries_init(&dft, &d, 1))
        return 1;
    orb_blas_enter(1);
    for (int e = ORB_F32; e <= ORB_C128; e++) {
        const orb_element element = (orb_element)e;
        const bool is_complex = orb_is_complex(element);

        add_products(element);
        add_gemm(element);
        add_transforms(is_complex ? "dft" : "dct", is_complex ? ORB_DFT : ORB_DCT, element);
        add_rest(element, is_complex ? &dft : &dct);
    }
    measure_all(device);
    print_all();
    orb_entries_free(&dct);
    orb_entries_free(&dft);
    orb_close(device);
    free(x);
    free(y);
    free(c);
    return 0;
}
