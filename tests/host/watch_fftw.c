/* What the engine "cpu" loads of FFTW, and calls.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* usleep */
#include "watch_fftw.h"

#include <dlfcn.h>
#include <omp.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

watched now;

void *__real_dlopen(const char *path, int flags);
void *__real_dlsym(void *library, const char *name);
int __real_dlclose(void *library);
void *__wrap_dlopen(const char *path, int flags);
void *__wrap_dlsym(void *library, const char *name);
int __wrap_dlclose(void *library);

void *__wrap_dlopen(const char *path, int flags)
{
    if (!path || strncmp(path, "libfftw3", 8) != 0)
        return __real_dlopen(path, flags);
    now.loads++;
    if (now.missing && !strncmp(path, now.missing, strlen(now.missing)))
        return NULL;
    return __real_dlopen(now.empty ? "libm.so.6" : path, flags);
}

int __wrap_dlclose(void *library)
{
    now.closed++;
    return __real_dlclose(library);
}

typedef void *(*planner)(int, const void *, int, const void *, void *, void *, int, unsigned);
typedef void *(*real_planner)(int, const void *, int, const void *, void *, void *, unsigned);
typedef void (*executor)(const void *plan, void *in, void *out);

/* FFTW's own functions, for double and for float. */
typedef struct functions {
    planner plan;
    real_planner plan_real;
    executor execute, execute_real;
    void (*threads)(int);
} functions;

static functions real[2];

static void planning_begins(void)
{
    const int crowd = __atomic_add_fetch(&now.planning, 1, __ATOMIC_RELAXED);

    now.crowd = crowd > now.crowd ? crowd : now.crowd;
    if (now.slow)
        usleep(3000);
}

static void *planning_ends(void *plan)
{
    __atomic_sub_fetch(&now.planning, 1, __ATOMIC_RELAXED);
    return plan;
}

static void executing(void)
{
    __atomic_add_fetch(&now.executed, 1, __ATOMIC_RELAXED);
    now.team = omp_get_max_threads();
}

static void threads_set(int single, int threads)
{
    now.last = threads;
    now.most = threads > now.most ? threads : now.most;
    real[single].threads(threads);
}

/* What the engine finds in their place. */
#define FUNCTIONS(single)                                                                                              \
    static void *plan_##single(int rank, const void *axes, int loops, const void *loop, void *in, void *out, int sign, \
                               unsigned flags)                                                                         \
    {                                                                                                                  \
        planning_begins();                                                                                             \
        return planning_ends(real[single].plan(rank, axes, loops, loop, in, out, sign, flags));                        \
    }                                                                                                                  \
    static void *plan_real_##single(int rank, const void *axes, int loops, const void *loop, void *in, void *out,      \
                                    unsigned flags)                                                                    \
    {                                                                                                                  \
        planning_begins();                                                                                             \
        return planning_ends(real[single].plan_real(rank, axes, loops, loop, in, out, flags));                         \
    }                                                                                                                  \
    static void execute_##single(const void *plan, void *in, void *out)                                                \
    {                                                                                                                  \
        executing();                                                                                                   \
        real[single].execute(plan, in, out);                                                                           \
    }                                                                                                                  \
    static void execute_real_##single(const void *plan, void *in, void *out)                                           \
    {                                                                                                                  \
        executing();                                                                                                   \
        real[single].execute_real(plan, in, out);                                                                      \
    }                                                                                                                  \
    static void threads_##single(int threads)                                                                          \
    {                                                                                                                  \
        threads_set(single, threads);                                                                                  \
    }
FUNCTIONS(0)
FUNCTIONS(1)

void *__wrap_dlsym(void *library, const char *name)
{
    static const functions ours[2] = {{plan_0, plan_real_0, execute_0, execute_real_0, threads_0},
                                      {plan_1, plan_real_1, execute_1, execute_real_1, threads_1}};
    void *symbol = __real_dlsym(library, name);
    const bool single = !strncmp(name, "fftwf_", 6);
    const struct {
        const char *name;
        void *theirs;
        const void *ours;
    } wrapped[] = {{"_plan_guru64_dft", &real[single].plan, &ours[single].plan},
                   {"_plan_guru64_dft_r2c", &real[single].plan_real, &ours[single].plan_real},
                   {"_execute_dft", &real[single].execute, &ours[single].execute},
                   {"_execute_dft_r2c", &real[single].execute_real, &ours[single].execute_real},
                   {"_plan_with_nthreads", &real[single].threads, &ours[single].threads}};

    for (size_t i = 0; symbol && i < sizeof wrapped / sizeof *wrapped; i++)
        if (!strncmp(name, "fftw", 4) && !strcmp(strchr(name, '_'), wrapped[i].name)) {
            memcpy(wrapped[i].theirs, &symbol, sizeof symbol);
            memcpy(&symbol, wrapped[i].ours, sizeof symbol);
            break;
        }
    return symbol;
}

void watch_set_threads(int threads)
{
    real[1].threads(threads);
}
