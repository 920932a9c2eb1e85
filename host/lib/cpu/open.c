/* The engine "cpu", opened: threads, and the code for this processor.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cpu.h"

#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024 };

/* Reads a number of threads; false if it is none. */
static bool read_threads(const char *text, unsigned *threads)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);

    if (*text < '0' || *text > '9' || *end || n < 1 || n > THREADS_MAX)
        return false;
    *threads = (unsigned)n;
    return true;
}

/* "" or "threads=N"; unsaid, ORB_NUM_THREADS of the environment, or what OpenMP takes. */
static orb_status parse(const char *name, unsigned *threads)
{
    static const char key[] = "threads=";
    const char *variable = getenv("ORB_NUM_THREADS");
    bool legal = true;

    *threads = (unsigned)omp_get_max_threads();
    if (name && *name)
        legal = !strncmp(name, key, strlen(key)) && read_threads(name + strlen(key), threads);
    else if (variable && *variable)
        legal = read_threads(variable, threads);
    return legal ? ORB_OK : ORB_INVALID;
}

static void close_cpu(orb_backend *backend)
{
    free(backend);
}

static orb_status open_cpu(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    unsigned threads;
    orb_status status = parse(name, &threads);
    orb_backend *b = NULL;

    if (!status && !(b = malloc(sizeof *b)))
        status = ORB_NO_MEMORY;
    if (!status) {
        *b = (orb_backend){threads, orb_cpu_code(false), orb_cpu_code(true)};
        *info = (orb_device_info){.node = ORB_CELL_NONE, .format = "float64",
                                  .exponent_bits = 11, .w = 64, .cw = 64, .aw = 64, .instances = threads};
        snprintf(info->engine, sizeof info->engine, "%s:threads=%u", prefix, threads);
    }
    *backend = b;
    return status;
}

const orb_engine orb_engine_cpu = {
    .open = open_cpu,
    .close = close_cpu,
    .prepare = orb_cpu_prepare,
    .discard = orb_cpu_discard,
    .execute = orb_cpu_execute,
};
