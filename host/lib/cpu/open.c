/* The engine "cpu", opened: threads, and the code for this processor.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fftw.h"

#include "checked.h"
#include "error.h"
#include "text.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024 };

/* Reads a number of threads; false if it is none. */
static bool read_threads(const char *text, unsigned *threads)
{
    *threads = orb_number_take(&text, 4);
    return !*text && *threads >= 1 && *threads <= THREADS_MAX;
}

static bool read_choice(const char *text, cpu_choice *choice)
{
    static const char *const names[] = {"auto", "no", "yes"};

    for (int i = 0; i < 3; i++)
        if (!strcmp(text, names[i])) {
            *choice = (cpu_choice)i;
            return true;
        }
    return false;
}

static const char *const ffts[] = {"own", "fftw", "auto"};

static bool read_fft(const char *text, cpu_fft_choice *fft)
{
    for (int i = 0; i < 3; i++)
        if (!strcmp(text, ffts[i])) {
            *fft = (cpu_fft_choice)i;
            return true;
        }
    return false;
}

/* What has been read of an engine's name. */
typedef struct request {
    orb_backend *to;
    bool fast, fft, format; /* these items were given */
} request;

/* Reads an item. None may be given twice. */
static bool read_item(void *user, const char *key, const char *value)
{
    request *r = user;
    orb_backend *to = r->to;
    bool legal = false;

    if (value && !strcmp(key, "threads")) {
        legal = !to->threads && read_threads(value, &to->threads);
    } else if (value && !strcmp(key, "simd")) {
        legal = !to->only && (to->only = orb_cpu_instructions(value, strlen(value)));
    } else if (value && !strcmp(key, "fast")) {
        legal = !r->fast && read_choice(value, &to->fast);
        r->fast = true;
    } else if (value && !strcmp(key, "fft")) {
        legal = !r->fft && read_fft(value, &to->fft);
        r->fft = true;
    } else if (!value && (!strcmp(key, "float32") || !strcmp(key, "float64"))) {
        legal = !r->format;
        r->format = true;
        to->single = !strcmp(key, "float32");
    }
    return legal;
}

/* Defaults: the threads of ORB_NUM_THREADS in the environment, else as many as OpenMP takes; the best instructions that
 * the processor has; the engine's own Fourier transforms; float64. */
static orb_status parse(const char *name, orb_backend *to)
{
    const char *const variable = getenv("ORB_NUM_THREADS");
    request r = {.to = to};
    orb_status status;

    *to = (orb_backend){.threads = 0};
    status = orb_items_read(name, read_item, &r,
                            "does not name this processor, or is given twice: use threads=1 to 1024, "
                            "simd=avx512|avx2|plain if it has them, fast=auto|no|yes, fft=own|fftw|auto, "
                            "and float64 or float32");
    if (!status && !to->threads && variable && *variable) {
        if (!read_threads(variable, &to->threads))
            status = orb_refuse(ORB_INVALID, "ORB_NUM_THREADS is \"%.64s\": set it to 1 to 1024", variable);
    } else if (!status && !to->threads) {
        to->threads = (unsigned)smaller((size_t)omp_get_max_threads(), THREADS_MAX);
    }
    return status;
}

/* Where a plan may need both precisions, both have to be there. */
static orb_status check_fftw(const orb_backend *b)
{
    const bool lacks_single = !orb_cpu_fftw_load(true);

    if (!lacks_single && (b->single || orb_cpu_fftw_load(false)))
        return ORB_OK;
    return orb_refuse(ORB_NO_DEVICE,
                      "fft=fftw needs FFTW 3, but %s cannot be loaded: install it (Debian: apt install "
                      "libfftw3-single3 libfftw3-double3), or use fft=own",
                      orb_cpu_fftw_name(lacks_single));
}

static void close_cpu(orb_backend *backend)
{
    free(backend);
}

static orb_status open_cpu(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    static const char *const fast[] = {"", ",fast=no", ",fast=yes"};
    orb_backend *b = malloc(sizeof *b);
    orb_status status = b ? parse(name, b) : ORB_NO_MEMORY;

    if (!status && b->fft == CPU_FFT_FFTW)
        status = check_fftw(b);
    if (!status) {
        const unsigned bits = b->single ? 32 : 64;

        *info = (orb_device_info){.node = ORB_CELL_NONE,
                                  .exponent_bits = b->single ? 8 : 11,
                                  .w = bits,
                                  .cw = bits,
                                  .aw = bits,
                                  .instances = b->threads};
        snprintf(info->format, sizeof info->format, "float%u", bits);
        snprintf(info->engine, sizeof info->engine, "%s:threads=%u%s%s%s%s%s%s", prefix, b->threads,
                 b->only ? ",simd=" : "", b->only ? b->only : "", fast[b->fast], b->fft ? ",fft=" : "",
                 b->fft ? ffts[b->fft] : "", b->single ? ",float32" : "");
    } else {
        free(b);
        b = NULL;
    }
    *backend = b;
    return status;
}

static orb_status list_cpu(const char *prefix, orb_name_visitor visit, void *user)
{
    return visit(user, prefix);
}

const orb_engine orb_engine_cpu = {
    .list = list_cpu,
    .open = open_cpu,
    .close = close_cpu,
    .needs_no_matrix = orb_cpu_needs_no_matrix,
    .half_spectra = true,
    .prepare = orb_cpu_prepare,
    .discard = orb_cpu_discard,
    .execute = orb_cpu_execute,
};
