/* Opening an array: a model's shared object, and as many instances of it as work side by side.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void orb_array_close(orb_backend *backend)
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

static void describe(const orb_backend *backend, const char *prefix, orb_device_info *info)
{
    const orb_core_info *core = &backend->core->info;

    *info = (orb_device_info){
        .node = ORB_CELL_BLOCK,
        .format = "fixed",
        .p = core->p,
        .bmax = core->bmax,
        .bfull = core->bfull,
        .nbuf = core->nbuf,
        .w = core->format.w,
        .cw = core->format.cw,
        .aw = core->format.aw,
        .ps = core->format.ps,
        .cbanks = core->cbanks,
        .lanes = core->lanes,
        .io_words = core->io_words,
        .instances = backend->cores,
        .clock_hz = core->clock_hz,
    };
    snprintf(info->engine, sizeof info->engine, "%s:p=%u,b=%u,full=%u,w=%u", prefix, info->p, info->bmax, info->bfull,
             info->w);
}

orb_status orb_array_open(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    orb_request request, found;
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
        if (info->p != found.p || info->bmax != found.bmax || info->bfull != found.bfull || info->w != found.w)
            status = ORB_WRONG_DEVICE; /* the file is not what its name says */
    }
    if (status) {
        orb_array_close(b);
        b = NULL;
    }
    free(path);
    *backend = b;
    return status;
}

const orb_engine orb_engine_array = {
    .open = orb_array_open,
    .close = orb_array_close,
    .prepare = orb_array_prepare,
    .discard = orb_array_discard,
    .job_new = orb_array_job_new,
    .job_free = orb_array_job_free,
    .pack = orb_array_pack,
    .run = orb_array_run,
    .unpack = orb_array_unpack,
};
