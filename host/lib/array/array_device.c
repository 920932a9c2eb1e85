/* The common part of the engines of arrays: an open array of some cores, and the operations on its plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "ieee.h"

#include <stdio.h>
#include <stdlib.h>

orb_status orb_array_new(orb_backend **backend, unsigned cores)
{
    orb_backend *b = calloc(1, sizeof *b);

    if (b && !(b->core = calloc(cores, sizeof *b->core))) {
        free(b);
        b = NULL;
    }
    *backend = b;
    return b ? ORB_OK : ORB_NO_MEMORY;
}

orb_status orb_array_add(orb_backend *backend, orb_transport *transport)
{
    return orb_core_open(&backend->core[backend->cores++], transport);
}

void orb_array_close(orb_backend *backend)
{
    if (backend) {
        for (unsigned i = 0; i < backend->cores; i++)
            orb_core_close(&backend->core[i]);
        if (backend->release)
            backend->release(backend->owned);
        free(backend->core);
        free(backend);
    }
}

void orb_array_describe(const orb_backend *backend, orb_device_info *info)
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

const orb_items orb_array_items = {
    .job_new = orb_array_job_new,
    .job_free = orb_array_job_free,
    .pack = orb_array_pack,
    .run = orb_array_run,
    .unpack = orb_array_unpack,
};
