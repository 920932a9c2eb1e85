/* Devices: the engines, which of them a name means, and the names of all devices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"
#include "error.h"
#include "workers.h"

#include <stdlib.h>
#include <string.h>

/* One line for each engine. */
/* clang-format off */
const orb_engine_entry orb_engines[] = {
    {"cpu", &orb_engine_cpu},
    {"ftdi", &orb_engine_ftdi},
    {"hls", &orb_engine_model},
    {"sim", &orb_engine_model},
    {"udp", &orb_engine_udp},
    {NULL, NULL},
};
/* clang-format on */

/* The engine of a name, or NULL. */
static const orb_engine_entry *entry_of(const char *name)
{
    const size_t length = strcspn(name, ":");

    for (const orb_engine_entry *e = orb_engines; e->prefix; e++)
        if (strlen(e->prefix) == length && !strncmp(name, e->prefix, length))
            return e;
    return NULL;
}

orb_status orb_open(orb_device **dev, const char *engine)
{
    const orb_engine_entry *entry = engine ? entry_of(engine) : NULL;
    orb_status status = ORB_OK;
    orb_device *d = NULL;

    orb_begin();
    if (!dev)
        return orb_refuse(ORB_INVALID, "dev is NULL");
    if (!engine)
        status = orb_refuse(ORB_INVALID, "engine is NULL: give a name, such as \"cpu\"");
    else if (!entry)
        status = ORB_NO_ENGINE;
    else if (!(d = calloc(1, sizeof *d)))
        status = ORB_NO_MEMORY;
    if (!status) {
        const char *items = engine + strlen(entry->prefix);

        d->engine = entry->engine;
        status = d->engine->open(&d->backend, entry->prefix, *items ? items + 1 : "", &d->info);
    }
    if (status) {
        free(d);
        d = NULL;
    }
    *dev = d;
    return orb_end(status);
}

void orb_close(orb_device *dev)
{
    if (dev) {
        orb_crew_free(dev->crew);
        dev->engine->close(dev->backend);
    }
    free(dev);
}

orb_status orb_device_query(const orb_device *dev, orb_device_info *info)
{
    orb_begin();
    if (!dev || !info)
        return orb_refuse(ORB_INVALID, dev ? "info is NULL" : "dev is NULL: open a device first");
    *info = dev->info;
    return ORB_OK;
}

/* ---- all devices ---- */

/* Sorted; ends with NULL. */
typedef struct name_list {
    char **name;
    size_t count;
} name_list;

static orb_status insert(void *user, const char *name)
{
    name_list *list = user;
    size_t at = 0;
    char **more, *copy;

    while (at < list->count && strcmp(list->name[at], name) < 0)
        at++;
    if (at < list->count && !strcmp(list->name[at], name))
        return ORB_OK; /* built, and installed too */
    more = realloc(list->name, (list->count + 2) * sizeof *list->name);
    if (!more)
        return ORB_NO_MEMORY;
    list->name = more;
    copy = malloc(strlen(name) + 1);
    if (!copy)
        return ORB_NO_MEMORY;
    memmove(list->name + at + 1, list->name + at, (list->count - at + 1) * sizeof *list->name);
    list->name[at] = strcpy(copy, name);
    list->count++;
    return ORB_OK;
}

orb_status orb_engine_list(char ***names)
{
    name_list list = {.name = calloc(1, sizeof *list.name)};
    orb_status status = !names ? ORB_INVALID : list.name ? ORB_OK : ORB_NO_MEMORY;

    orb_begin();
    for (const orb_engine_entry *e = orb_engines; e->prefix && !status; e++)
        status = e->engine->list(e->prefix, insert, &list);
    if (status) {
        orb_engine_list_free(list.name);
        list.name = NULL;
    }
    if (names)
        *names = list.name;
    return names ? orb_end(status) : orb_refuse(status, "names is NULL");
}

void orb_engine_list_free(char **names)
{
    for (size_t i = 0; names && names[i]; i++)
        free(names[i]);
    free(names);
}

orb_status orb_engine_about(const char *name, char *text, size_t size)
{
    const orb_engine_entry *entry = name ? entry_of(name) : NULL;

    orb_begin();
    if (!name || !text || !size)
        return orb_refuse(ORB_INVALID, "%s", !name ? "name is NULL" : !text ? "text is NULL" : "size is 0");
    *text = '\0';
    return orb_end(entry && entry->engine->about ? entry->engine->about(name, text, size) : ORB_NO_DEVICE);
}
