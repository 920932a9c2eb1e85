/* The engine "cpu", opened: threads, and the code for this processor.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cpu.h"

#include "checked.h"
#include "error.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024 };

/* Reads a number of threads; false if it is none. */
static bool read_threads(const char *text, size_t length, unsigned *threads)
{
    unsigned n = 0;

    if (!length || length > 4)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        n = 10 * n + (unsigned)(text[i] - '0');
    }
    *threads = n;
    return n >= 1 && n <= THREADS_MAX;
}

/* If an item is KEY=VALUE with this key, its value. */
static const char *value_of(const char *item, size_t length, const char *key)
{
    const size_t size = strlen(key);

    return length > size && !strncmp(item, key, size) && item[size] == '=' ? item + size + 1 : NULL;
}

static bool read_choice(const char *text, size_t length, cpu_choice *choice)
{
    static const char *const names[] = {"auto", "no", "yes"};

    for (int i = 0; i < 3; i++)
        if (strlen(names[i]) == length && !strncmp(text, names[i], length)) {
            *choice = (cpu_choice)i;
            return true;
        }
    return false;
}

/* Reads the numbers to compute with. */
static bool read_format(const char *text, size_t length, bool *single)
{
    *single = length == strlen("float32") && !strncmp(text, "float32", length);
    return *single || (length == strlen("float64") && !strncmp(text, "float64", length));
}

/* "", or "threads=N", "simd=NAME", "fast=auto|no|yes" and "float32" or "float64", none of them twice. Unsaid, the
 * threads are those of ORB_NUM_THREADS in the environment, or as many as OpenMP takes, the instructions the best that
 * there are, and the numbers float64. */
static orb_status parse(const char *name, orb_backend *to)
{
    const char *const variable = getenv("ORB_NUM_THREADS");
    bool legal = true, chosen = false, told = false, single;

    *to = (orb_backend){.threads = 0};
    while (legal && name && *name) {
        const size_t length = strcspn(name, ",");
        const char *const threads = value_of(name, length, "threads"), *const simd = value_of(name, length, "simd");
        const char *const fast = value_of(name, length, "fast");

        if (threads)
            legal = !to->threads && read_threads(threads, length - (size_t)(threads - name), &to->threads);
        else if (fast)
            legal = !chosen && (chosen = read_choice(fast, length - (size_t)(fast - name), &to->fast));
        else if (read_format(name, length, &single)) {
            legal = !told;
            told = true;
            to->single = single;
        } else
            legal = simd && !to->only && (to->only = orb_cpu_instructions(simd, length - (size_t)(simd - name)));
        if (!legal)
            orb_refuse(ORB_INVALID,
                       "\"%.*s\" does not name this processor, or is given twice: use threads=1 to 1024, "
                       "simd=avx512|avx2|plain if it has them, fast=auto|no|yes, and float64 or float32",
                       (int)smaller(length, 64), name);
        name += length;
        if (*name == ',')
            legal = legal && *++name;
    }
    if (legal && !to->threads) {
        to->threads = (unsigned)omp_get_max_threads();
        if (variable && *variable)
            legal = read_threads(variable, strlen(variable), &to->threads);
        if (!legal)
            orb_refuse(ORB_INVALID, "ORB_NUM_THREADS is \"%.64s\": set it to 1 to 1024", variable);
    }
    return legal ? ORB_OK : ORB_INVALID;
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

    if (!status) {
        const unsigned bits = b->single ? 32 : 64;

        *info = (orb_device_info){.node = ORB_CELL_NONE,
                                  .exponent_bits = b->single ? 8 : 11,
                                  .w = bits,
                                  .cw = bits,
                                  .aw = bits,
                                  .instances = b->threads};
        snprintf(info->format, sizeof info->format, "float%u", bits);
        snprintf(info->engine, sizeof info->engine, "%s:threads=%u%s%s%s%s", prefix, b->threads,
                 b->only ? ",simd=" : "", b->only ? b->only : "", fast[b->fast], b->single ? ",float32" : "");
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
    .prepare = orb_cpu_prepare,
    .discard = orb_cpu_discard,
    .execute = orb_cpu_execute,
};
