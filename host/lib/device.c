/* Devices: which engine a name means.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *prefix;
    const orb_engine *engine;
} engines[] = {
    {"sim", &orb_engine_array},
    {"hls", &orb_engine_array},
    {"ftdi", &orb_engine_array},
    {"cpu", &orb_engine_cpu},
};

orb_status orb_open(orb_device **dev, const char *engine)
{
    orb_status status = ORB_OK;
    const size_t length = engine ? strcspn(engine, ":") : 0;
    const char *prefix = NULL;
    orb_device *d = NULL;

    if (!dev)
        return ORB_INVALID;
    if (!engine)
        status = ORB_INVALID;
    if (!status && !(d = calloc(1, sizeof *d)))
        status = ORB_NO_MEMORY;
    for (size_t i = 0; !status && i < sizeof engines / sizeof *engines; i++)
        if (strlen(engines[i].prefix) == length && !strncmp(engine, engines[i].prefix, length)) {
            prefix = engines[i].prefix;
            d->engine = engines[i].engine;
        }
    if (!status && !prefix)
        status = ORB_NO_ENGINE;
    if (!status)
        status = d->engine->open(&d->backend, prefix, engine[length] ? engine + length + 1 : "", &d->info);
    if (status) {
        free(d);
        d = NULL;
    }
    *dev = d;
    return status;
}

void orb_close(orb_device *dev)
{
    if (dev)
        dev->engine->close(dev->backend);
    free(dev);
}

orb_status orb_device_query(const orb_device *dev, orb_device_info *info)
{
    if (!dev || !info)
        return ORB_INVALID;
    *info = dev->info;
    return ORB_OK;
}
