/* The engines "sim" and "hls": a model's shared object, and as many instances of it as work side by side.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);

    return online < 1 ? 1 : (unsigned)online;
}

static void release(void *library)
{
    orb_model_library_close(library);
}

static orb_status open_cores(orb_backend *b, unsigned count)
{
    orb_status status = ORB_OK;

    for (unsigned i = 0; i < count && !status; i++) {
        orb_transport *transport = NULL;

        status = orb_model_connect(&transport, b->owned);
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

static orb_status open_model(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    orb_request request, found, is;
    orb_model_library *library = NULL;
    orb_backend *b = NULL;
    char *path = NULL;
    orb_status status = orb_request_parse(&request, name);
    const unsigned count = request.jobs ? request.jobs : processors();

    if (!status)
        status = orb_model_find(prefix, &request, &path, &found);
    if (!status)
        status = orb_array_new(&b, count);
    if (!status)
        status = orb_model_library_open(&library, path);
    if (!status) {
        b->owned = library;
        b->release = release;
        status = open_cores(b, count);
    }
    if (!status) {
        int length;

        orb_array_describe(b, info);
        length = snprintf(info->engine, sizeof info->engine, "%s:", prefix);

        is = request_for(&b->core->info);
        orb_request_write(&is, info->engine + length, sizeof info->engine - (size_t)length);
        if (!orb_request_fits(&found, &is))
            status = ORB_WRONG_DEVICE; /* the file does not match its name */
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
    char name[sizeof((orb_device_info *)0)->engine];
    orb_request is;
    int length;

    (void)folder;
    if (!orb_request_of_file(&is, l->prefix, file))
        return ORB_OK;
    length = snprintf(name, sizeof name, "%s:", l->prefix);
    orb_request_write(&is, name + length, sizeof name - (size_t)length);
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
