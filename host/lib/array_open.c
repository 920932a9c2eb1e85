/* Opening an array: a model's shared object, and as many instances of it as work side by side.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "ieee.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void close_array(orb_backend *backend)
{
    if (backend) {
        for (unsigned i = 0; i < backend->cores; i++)
            orb_core_close(&backend->core[i]);
        orb_model_library_close(backend->library);
        free(backend->core);
        free(backend);
    }
}

static unsigned processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);

    return online < 1 ? 1 : (unsigned)online;
}

static orb_status open_cores(orb_backend *backend, unsigned count)
{
    orb_status status = ORB_OK;

    backend->core = calloc(count, sizeof *backend->core);
    if (!backend->core)
        status = ORB_NO_MEMORY;
    while (!status && backend->cores < count) {
        orb_transport *transport = NULL;

        status = orb_model_connect(&transport, backend->library);
        if (!status)
            status = orb_core_open(&backend->core[backend->cores++], transport);
    }
    return status;
}

/* The core in the words of a request. */
static orb_request request_for(const orb_core_info *core)
{
    return (orb_request){
        .p = core->p,
        .bmax = core->bmax,
        .bfull = core->bfull,
        .w = core->format.w,
        .nbuf = core->nbuf,
        .lanes = core->lanes,
        .io = core->io_words,
        .exponent = core->format.exponent,
        .fixed = core->format.exponent == 0,
    };
}

static void describe(const orb_backend *backend, const char *prefix, orb_device_info *info)
{
    const orb_core_info *core = &backend->core->info;
    const orb_request name = request_for(core);
    int length;

    *info = (orb_device_info){
        .node = core->cell,
        .exponent_bits = core->format.exponent,
        .p = core->p,
        .bmax = core->bmax,
        .bfull = core->bfull,
        .nbuf = core->nbuf,
        .cbanks = core->cbanks,
        .w = core->format.w,
        .cw = core->format.cw,
        .aw = core->format.aw,
        .ps = core->format.ps,
        .longest = orb_products_max(&core->format),
        .lanes = core->lanes,
        .io_words = core->io_words,
        .instances = backend->cores,
        .clock_hz = core->clock_hz,
    };
    snprintf(info->format, sizeof info->format, "%s", orb_format_name(&core->format));
    length = snprintf(info->engine, sizeof info->engine, "%s:", prefix);
    orb_request_write(&name, info->engine + length, sizeof info->engine - (size_t)length);
}

static orb_status open_array(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    orb_request request, found, is;
    orb_backend *b = NULL;
    char *path = NULL;
    orb_status status = orb_request_parse(&request, name);

    if (!status)
        status = orb_model_find(prefix, &request, &path, &found);
    if (!status && !(b = calloc(1, sizeof *b)))
        status = ORB_NO_MEMORY;
    if (!status)
        status = orb_model_library_open(&b->library, path);
    if (!status)
        status = open_cores(b, request.jobs ? request.jobs : processors());
    if (!status) {
        describe(b, prefix, info);
        is = request_for(&b->core->info);
        if (!orb_request_fits(&found, &is))
            status = ORB_WRONG_DEVICE; /* the file is not what its name says */
    }
    if (status) {
        close_array(b);
        b = NULL;
    }
    free(path);
    *backend = b;
    return status;
}

const orb_engine orb_engine_array = {
    .open = open_array,
    .close = close_array,
    .prepare = orb_array_prepare,
    .discard = orb_array_discard,
    .job_new = orb_array_job_new,
    .job_free = orb_array_job_free,
    .pack = orb_array_pack,
    .run = orb_array_run,
    .unpack = orb_array_unpack,
};
