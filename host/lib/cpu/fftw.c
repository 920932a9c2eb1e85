/* FFTW: the library loaded, its plans made and run.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The few functions of FFTW 3 that are used are declared here, so that no header of FFTW is needed. Both precisions
 * have the same functions, but for the prefix of their names and the types of the numbers that arguments point to. */
#include "fftw.h"

#include "checked.h"
#include "field.h"

#include <dlfcn.h>
#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORWARD = -1, BACKWARD = 1 }; /* signs of the exponent */
enum { MEASURE = 0, PRESERVE_INPUT = 1 << 4 };
enum { ALIGNMENT = 64 /* bytes: more than FFTW asks for */ };

/* An axis: points, and numbers or pairs from one to the next in the input and in the output. */
typedef struct fftw_axis {
    ptrdiff_t n, in, out;
} fftw_axis;

typedef struct fftw_plan fftw_plan;

typedef struct fftw_library {
    int (*init_threads)(void);
    void (*plan_with_nthreads)(int threads);
    int (*planner_nthreads)(void); /* NULL in releases before 3.3.9 */
    fftw_plan *(*plan_guru64_dft)(int rank, const fftw_axis *axes, int loops, const fftw_axis *loop, void *in,
                                  void *out, int sign, unsigned flags);
    fftw_plan *(*plan_guru64_dft_r2c)(int rank, const fftw_axis *axes, int loops, const fftw_axis *loop, void *in,
                                      void *out, unsigned flags);
    void (*execute_dft)(const fftw_plan *plan, void *in, void *out);
    void (*execute_dft_r2c)(const fftw_plan *plan, void *in, void *out);
    void (*destroy_plan)(fftw_plan *plan);
    int (*alignment_of)(void *number);
} fftw_library;

struct cpu_fftw {
    const fftw_library *library;
    unsigned threads;
    fftw_axis axis[3], loop[3]; /* Fourier axes, and those that stay */
    int axes, loops;
    int sign;
    bool half;
    size_t points[3], results[3]; /* of a whole block, in the order of the strides */
    double scale;                 /* of the results */
    fftw_plan *plan[2];           /* from one place to another, and in place, or NULL */
};

/* FFTW's planner, and what is loaded, are for one thread at a time. */
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;
static fftw_library library[2];
static bool is_loaded[2];

/* ---- the library ---- */

const char *orb_cpu_fftw_name(bool single)
{
    return single ? "libfftw3f_omp.so.3" : "libfftw3_omp.so.3";
}

/* Finds all functions. The library that is opened has the threads, and brings the one with the transforms along. */
static bool find(fftw_library *l, void *handle, bool single)
{
    const struct {
        const char *name;
        void *to;
        bool optional;
    } functions[] = {
        {"init_threads", &l->init_threads, false},
        {"plan_with_nthreads", &l->plan_with_nthreads, false},
        {"planner_nthreads", &l->planner_nthreads, true},
        {"plan_guru64_dft", &l->plan_guru64_dft, false},
        {"plan_guru64_dft_r2c", &l->plan_guru64_dft_r2c, false},
        {"execute_dft", &l->execute_dft, false},
        {"execute_dft_r2c", &l->execute_dft_r2c, false},
        {"destroy_plan", &l->destroy_plan, false},
        {"alignment_of", &l->alignment_of, false},
    };
    bool all = true;

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        char name[40];
        void *symbol;

        snprintf(name, sizeof name, "fftw%s_%s", single ? "f" : "", functions[i].name);
        symbol = dlsym(handle, name);
        memcpy(functions[i].to, &symbol, sizeof symbol); /* C has no conversion to a function's address */
        all = all && (symbol || functions[i].optional);
    }
    return all;
}

bool orb_cpu_fftw_load(bool single)
{
    bool loaded;

    pthread_mutex_lock(&planner);
    if (!is_loaded[single]) {
        void *handle = dlopen(orb_cpu_fftw_name(single), RTLD_NOW | RTLD_LOCAL);

        is_loaded[single] = handle && find(&library[single], handle, single) && library[single].init_threads();
        if (handle && !is_loaded[single])
            dlclose(handle);
    }
    loaded = is_loaded[single];
    pthread_mutex_unlock(&planner);
    return loaded;
}

/* ---- plans ---- */

/* Sorts the axes of a block. The one that has half a spectrum comes last, as FFTW wants it. */
static void describe(cpu_fftw *f, const orb_plan *plan)
{
    f->scale = 1.0;
    f->sign = plan->direction == ORB_FORWARD ? FORWARD : BACKWARD;
    for (int half = 0; half < 2; half++)
        for (int x = 0; x < 3; x++) {
            const unsigned a = plan->order[x];
            const orb_axis *const from = &plan->axis[a];
            const fftw_axis axis = {(ptrdiff_t)from->n, plan->stride_in[a], plan->stride_out[a]};

            if (from->half != half)
                continue;
            f->half = half;
            f->points[x] = from->n;
            f->results[x] = half ? from->n / 2 + 1 : from->n;
            if (from->kind == ORB_DFT) {
                f->axis[f->axes++] = axis;
                f->scale *= from->in[0] * from->out[0] / sqrt((double)from->n);
            } else {
                f->loop[f->loops++] = axis;
            }
        }
}

/* Memory for a block of `size` bytes an element that lies as those of a volume do. */
static void *new_block(const size_t points[3], const ptrdiff_t stride[3], const unsigned order[3], size_t size)
{
    size_t elements = 1;

    for (int x = 0; x < 3; x++)
        elements += (points[x] - 1) * (size_t)stride[order[x]];
    return aligned_alloc(ALIGNMENT, orb_parts(elements * size, ALIGNMENT) * ALIGNMENT);
}

/* Measuring writes into the arrays, and runs threads of OpenMP. The program's own plans with FFTW keep the number of
 * threads that it has set. */
static fftw_plan *measure(const cpu_fftw *f, void *in, void *out)
{
    const fftw_library *const l = f->library;
    const unsigned flags = MEASURE | (in == out ? 0 : PRESERVE_INPUT);
    const int team = omp_get_max_threads();
    fftw_plan *plan;
    int usual;

    pthread_mutex_lock(&planner);
    usual = l->planner_nthreads ? l->planner_nthreads() : 1;
    l->plan_with_nthreads((int)f->threads);
    omp_set_num_threads((int)f->threads);
    plan = f->half ? l->plan_guru64_dft_r2c(f->axes, f->axis, f->loops, f->loop, in, out, flags)
                   : l->plan_guru64_dft(f->axes, f->axis, f->loops, f->loop, in, out, f->sign, flags);
    omp_set_num_threads(team);
    l->plan_with_nthreads(usual);
    pthread_mutex_unlock(&planner);
    return plan;
}

orb_status orb_cpu_fftw_new(cpu_fftw **plans, const orb_plan *plan, bool single, unsigned threads)
{
    cpu_fftw *f = calloc(1, sizeof *f);
    void *in, *out;
    orb_status status = ORB_OK;

    *plans = NULL;
    if (!f)
        return ORB_NO_MEMORY;
    f->library = &library[single];
    f->threads = threads;
    describe(f, plan);
    in = new_block(f->points, plan->stride_in, plan->order, orb_element_size(plan->element_in));
    out = new_block(f->results, plan->stride_out, plan->order, orb_element_size(plan->element_out));
    if (!in || !out)
        status = ORB_NO_MEMORY;
    else if ((f->plan[0] = measure(f, in, out)) && plan->in_place)
        f->plan[1] = measure(f, out, out);
    free(in);
    free(out);
    if (status || !f->plan[0])
        orb_cpu_fftw_free(f);
    else
        *plans = f;
    return status;
}

void orb_cpu_fftw_free(cpu_fftw *plans)
{
    for (int i = 0; plans && i < 2; i++)
        if (plans->plan[i]) {
            pthread_mutex_lock(&planner);
            plans->library->destroy_plan(plans->plan[i]);
            pthread_mutex_unlock(&planner);
        }
    free(plans);
}

unsigned orb_cpu_fftw_threads(const cpu_fftw *plans)
{
    return plans->threads;
}

/* ---- blocks ---- */

/* Scales a row of complex numbers. Compilers vectorise only loops over neighbours. */
#define SCALE_ROW(type)                                                                                                \
    do {                                                                                                               \
        type *z = row;                                                                                                 \
        const type by = (type)f->scale;                                                                                \
        if (step == 1)                                                                                                 \
            for (size_t k = 0; k < 2 * pairs; k++)                                                                     \
                z[k] *= by;                                                                                            \
        else                                                                                                           \
            for (size_t k = 0; k < pairs; k++, z += 2 * step) {                                                        \
                z[0] *= by;                                                                                            \
                z[1] *= by;                                                                                            \
            }                                                                                                          \
    } while (0)

static void scale(const cpu_fftw *f, const cpu_view *to)
{
    const ptrdiff_t step = to->step;
    const size_t pairs = f->results[2];

#pragma omp parallel for collapse(2) num_threads(f->threads) if (f->threads > 1)
    for (size_t i = 0; i < f->results[0]; i++)
        for (size_t j = 0; j < f->results[1]; j++) {
            void *const row = orb_cpu_at(to, i, j, 0);

            if (to->element == ORB_C64)
                SCALE_ROW(float);
            else
                SCALE_ROW(double);
        }
}

bool orb_cpu_fftw_run(const cpu_fftw *f, const cpu_block *block)
{
    void *const in = block->from.first, *const out = block->to.first;
    const fftw_plan *const plan = f->plan[in == out];
    const int team = omp_get_max_threads();

    if (!plan || memcmp(block->have, f->points, sizeof f->points) ||
        memcmp(block->want, f->results, sizeof f->results) || f->library->alignment_of(in) ||
        f->library->alignment_of(out))
        return false;
    if (f->threads > 1)
        omp_set_num_threads((int)f->threads); /* FFTW asks for as many as are usual */
    (f->half ? f->library->execute_dft_r2c : f->library->execute_dft)(plan, in, out);
    if (f->threads > 1)
        omp_set_num_threads(team);
    if (fabs(f->scale - 1.0) > 1e-9) /* norms leave exactly 1, but for its rounding, or much less */
        scale(f, &block->to);
    return true;
}
