/* The transport to a model in this process.
 * SPDX-License-Identifier: Apache-2.0 */
#include "model.h"

#include <orb_model.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Clock cycles of a simulation between two looks at the request to stop: some milliseconds. */
enum { SLICE = 1024 };

struct orb_model_library {
    void *handle;
    const orb_model_api *api;
};

typedef struct model_transport {
    orb_transport base;
    const orb_model_api *api;
    orb_model *model;
} model_transport;

orb_status orb_model_library_open(orb_model_library **library, const char *path)
{
    orb_status status = ORB_OK;
    orb_model_library *lib = calloc(1, sizeof *lib);
    const orb_model_api *(*get)(void) = NULL;
    void *symbol = NULL;

    if (!lib)
        status = ORB_NO_MEMORY;
    if (!status && !(lib->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
        status = ORB_NO_DEVICE;
    if (!status && !(symbol = dlsym(lib->handle, ORB_MODEL_SYMBOL)))
        status = ORB_WRONG_DEVICE;
    if (!status) {
        memcpy(&get, &symbol, sizeof get); /* C has no conversion from an object's to a function's address */
        lib->api = get();
        if (!lib->api || lib->api->abi != ORB_MODEL_ABI)
            status = ORB_WRONG_DEVICE;
    }
    if (status) {
        orb_model_library_close(lib);
        lib = NULL;
    }
    *library = lib;
    return status;
}

void orb_model_library_close(orb_model_library *library)
{
    if (library && library->handle)
        dlclose(library->handle);
    free(library);
}

static orb_status model_read(orb_transport *transport, uint32_t address, uint32_t *values, size_t count)
{
    const model_transport *t = (const model_transport *)transport;

    for (size_t i = 0; i < count; i++)
        values[i] = t->api->read(t->model, address + 4 * (uint32_t)i);
    return ORB_OK;
}

static orb_status model_write(orb_transport *transport, uint32_t address, const uint32_t *values, size_t count)
{
    const model_transport *t = (const model_transport *)transport;

    for (size_t i = 0; i < count; i++)
        t->api->write(t->model, address + 4 * (uint32_t)i, values[i]);
    return ORB_OK;
}

static orb_status model_transfer(orb_transport *transport, const orb_transfer *transfer)
{
    const model_transport *t = (const model_transport *)transport;
    orb_model_transfer words = {
        .in = transfer->in,
        .in_count = transfer->in_count,
        .out = transfer->out,
        .out_count = transfer->out_count,
        .max_cycles = transfer->cycle_limit,
    };

    bool ended;

    while (words.max_cycles > 0 && !orb_transfer_stopped(transfer)) {
        const uint64_t left = words.max_cycles;

        words.max_cycles = left < SLICE ? left : SLICE;
        ended = t->api->run(t->model, &words) == 0;
        orb_transfer_moved(transfer, words.in_done + words.out_done);
        if (ended)
            return ORB_OK;
        words.max_cycles = left - words.max_cycles;
        words.in += words.in_done;
        words.in_count -= words.in_done;
        words.out += words.out_done;
        words.out_count -= words.out_done;
    }
    return words.max_cycles > 0 ? ORB_CANCELLED : ORB_DEVICE_FAILED;
}

/* Nothing is in transit if the caller's thread clocks the core. */
static orb_status model_forget(orb_transport *transport)
{
    (void)transport;
    return ORB_OK;
}

static void model_close(orb_transport *transport)
{
    model_transport *t = (model_transport *)transport;

    t->api->close(t->model);
    free(t);
}

static const orb_transport_ops model_ops = {model_read, model_write, model_transfer, model_forget, model_close};

orb_status orb_model_connect(orb_transport **transport, const orb_model_library *library)
{
    orb_status status = ORB_OK;
    model_transport *t = calloc(1, sizeof *t);

    if (!t) {
        status = ORB_NO_MEMORY;
    } else {
        t->base.ops = &model_ops;
        t->api = library->api;
        t->model = t->api->open(NULL);
        if (t->model) {
            t->api->reset(t->model);
        } else {
            free(t);
            t = NULL;
            status = ORB_NO_MEMORY;
        }
    }
    *transport = (orb_transport *)t;
    return status;
}
