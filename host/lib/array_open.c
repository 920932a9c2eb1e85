/* Opening an array: a model's shared object, and as many instances of it as work side by side; or a board.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "ieee.h"
#include "rounds.h"
#include "transport_ftdi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* All but the name and the link. */
static void describe(const orb_backend *backend, orb_device_info *info)
{
    const orb_core_info *core = &backend->core->info;

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
}

static orb_status open_model(orb_backend *b, const char *prefix, const char *name, orb_device_info *info)
{
    orb_request request, found, is;
    char *path = NULL;
    orb_status status = orb_request_parse(&request, name);

    if (!status)
        status = orb_model_find(prefix, &request, &path, &found);
    if (!status)
        status = orb_model_library_open(&b->library, path);
    if (!status)
        status = open_cores(b, request.jobs ? request.jobs : processors());
    if (!status) {
        int length;

        describe(b, info);
        length = snprintf(info->engine, sizeof info->engine, "%s:", prefix);

        is = request_for(&b->core->info);
        orb_request_write(&is, info->engine + length, sizeof info->engine - (size_t)length);
        if (!orb_request_fits(&found, &is))
            status = ORB_WRONG_DEVICE; /* the file is not what its name says */
    }
    free(path);
    return status;
}

static orb_status open_board(orb_backend *b, const char *name, orb_device_info *info)
{
    orb_transport *transport = NULL;
    orb_board board;
    orb_status status = (b->core = calloc(1, sizeof *b->core)) ? ORB_OK : ORB_NO_MEMORY;

    if (!status)
        status = orb_board_connect(&transport, name, &board);
    if (!status) {
        status = orb_core_open(b->core, transport);
        b->cores = 1;
    }
    if (!status) {
        describe(b, info);
        snprintf(info->engine, sizeof info->engine, "ftdi:%s", board.name);
        snprintf(info->link, sizeof info->link, "%s", board.link);
    }
    return status;
}

static orb_status open_array(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    orb_backend *b = calloc(1, sizeof *b);
    orb_status status = b ? ORB_OK : ORB_NO_MEMORY;

    if (!status)
        status = strcmp(prefix, "ftdi") ? open_model(b, prefix, name, info) : open_board(b, name, info);
    if (status) {
        close_array(b);
        b = NULL;
    }
    *backend = b;
    return status;
}

static const orb_items items = {
    .job_new = orb_array_job_new,
    .job_free = orb_array_job_free,
    .pack = orb_array_pack,
    .run = orb_array_run,
    .unpack = orb_array_unpack,
};

const orb_engine orb_engine_array = {
    .open = open_array,
    .close = close_array,
    .prepare = orb_array_prepare,
    .discard = orb_array_discard,
    .execute = orb_rounds_execute,
    .items = &items,
};
