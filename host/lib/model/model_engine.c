/* The engines "sim" and "hls": a model's shared object, and as many instances of it as work side by side.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "error.h"
#include "model.h"

#include <orb_model.h>

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the transport to an instance ---- */

/* Clock cycles of a simulation between two looks at the request to stop: some milliseconds. */
enum { SLICE = 1024 };

typedef struct model_transport {
    orb_transport base;
    const orb_model_api *api;
    orb_model *model;
} model_transport;

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

static void model_close(orb_transport *transport)
{
    model_transport *t = (model_transport *)transport;

    t->api->close(t->model);
    free(t);
}

static const orb_transport_ops model_ops = {
    .read = model_read, .write = model_write, .transfer = model_transfer, .close = model_close};

/* A fresh instance of the model. ORB_OK, ORB_NO_MEMORY */
static orb_status connect_model(orb_transport **transport, const orb_model_api *api)
{
    model_transport *t = malloc(sizeof *t);

    if (t) {
        *t = (model_transport){{&model_ops}, api, api->open(NULL)};
        if (t->model) {
            api->reset(t->model);
        } else {
            free(t);
            t = NULL;
        }
    }
    *transport = (orb_transport *)t;
    return t ? ORB_OK : ORB_NO_MEMORY;
}

/* ---- the engine ---- */

/* Refuses a model, with the line on what is wrong with it. Returns the status. */
__attribute__((format(printf, 3, 4))) static orb_status refuse(orb_status status, const char *path, const char *format,
                                                               ...)
{
    const char *slash = strrchr(path, '/');
    char reason[128];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return orb_refuse(status, "the model %s %s: build it again, or remove it from %.*s", slash + 1, reason,
                      (int)(slash - path), path);
}

/* Why the last dlopen failed, without the path that it begins with. */
static const char *reason_of_loader(void)
{
    const char *reason = dlerror(), *colon = reason ? strstr(reason, ": ") : NULL;

    return colon ? colon + 2 : reason ? reason : "unknown";
}

/* Loads a shared object. ORB_OK, ORB_NO_DEVICE (cannot be loaded), ORB_WRONG_DEVICE (no model of this version, or one
 * for another engine) */
static orb_status load(void **library, const orb_model_api **api, const char *path, const char *engine)
{
    const orb_model_api *(*get)(void) = NULL;
    const size_t length = strlen(engine);
    void *symbol;

    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*library)
        return refuse(ORB_NO_DEVICE, path, "cannot be loaded (%s)", reason_of_loader());
    symbol = dlsym(*library, ORB_MODEL_SYMBOL);
    if (symbol)
        memcpy(&get, &symbol, sizeof get); /* C has no conversion from an object's to a function's address */
    *api = get ? get() : NULL;
    if (!*api)
        return refuse(ORB_WRONG_DEVICE, path, "is not a model of an array");
    if ((*api)->abi != ORB_MODEL_ABI)
        return refuse(ORB_WRONG_DEVICE, path, "has interface version %d, and this library version %d", (*api)->abi,
                      ORB_MODEL_ABI);
    if (strncmp((*api)->name, engine, length) != 0 || (*api)->name[length] != ' ')
        return refuse(ORB_WRONG_DEVICE, path, "is a model for another engine (%s)", (*api)->name);
    return ORB_OK;
}

static void release(void *library)
{
    if (library)
        dlclose(library);
}

static unsigned processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);

    return online < 1 ? 1 : (unsigned)online;
}

static orb_status open_cores(orb_backend *b, const orb_model_api *api, unsigned count)
{
    orb_status status = ORB_OK;

    for (unsigned i = 0; i < count && !status; i++) {
        orb_transport *transport = NULL;

        status = connect_model(&transport, api);
        if (!status)
            status = orb_array_add(b, transport);
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

enum { NAME_SIZE = sizeof((orb_device_info *)0)->engine };

/* The name of a device like this. */
static void name_model(const char *prefix, const orb_request *is, char name[NAME_SIZE])
{
    const int length = snprintf(name, NAME_SIZE, "%s:", prefix);

    orb_request_write(is, name + length, NAME_SIZE - (size_t)length);
}

static orb_status open_model(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    orb_request request, found, is;
    const orb_model_api *api = NULL;
    orb_backend *b = NULL;
    char *path = NULL;
    orb_status status = orb_request_parse(&request, name);
    const unsigned count = request.jobs ? request.jobs : processors();

    if (!status)
        status = orb_model_find(prefix, &request, &path, &found);
    if (!status)
        status = orb_array_new(&b, count);
    if (!status) {
        b->release = release;
        status = load(&b->owned, &api, path, prefix);
    }
    if (!status)
        status = open_cores(b, api, count);
    if (!status) {
        orb_array_describe(b, info);
        is = request_for(&b->core->info);
        name_model(prefix, &is, info->engine);
        if (!orb_request_fits(&found, &is))
            status = refuse(ORB_WRONG_DEVICE, path, "is not the array of its name, but %s",
                            info->engine + strlen(prefix) + 1);
    }
    free(path);
    if (status) {
        orb_array_close(b);
        b = NULL;
    }
    *backend = b;
    return status;
}

/* Who wants to know the names of an engine's models. */
typedef struct listing {
    const char *prefix;
    orb_name_visitor visit;
    void *user;
} listing;

static orb_status list_file(void *user, const char *folder, const char *file)
{
    const listing *l = user;
    char name[NAME_SIZE];
    orb_request is;

    (void)folder;
    if (!orb_request_of_file(&is, l->prefix, file))
        return ORB_OK;
    name_model(l->prefix, &is, name);
    return l->visit(l->user, name);
}

static orb_status list_models(const char *prefix, orb_name_visitor visit, void *user)
{
    listing l = {prefix, visit, user};
    orb_status status = ORB_OK;

    for (unsigned place = 0; place < ORB_MODEL_PLACES && !status; place++)
        status = orb_model_visit(place, list_file, &l);
    return status;
}

const orb_engine orb_engine_model = {.list = list_models, .open = open_model, ORB_ARRAY_OPERATIONS};
