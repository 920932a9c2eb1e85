/* The one interface of engines: what transforms the cubes that a plan cuts out of volumes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An engine takes and returns cubes of doubles; how it represents numbers is its own affair. A cube is worked on in
 * three steps, of which only `run` needs one of the device's instances, so that another cube can use it meanwhile. */
#ifndef ORB_ENGINE_H
#define ORB_ENGINE_H

#include "matrix.h"

#include <stdbool.h>

/* What working on cubes cost; added up over cubes. */
typedef struct orb_cost {
    uint64_t compute_cycles, wait_cycles, io_cycles, coef_cycles;
    uint64_t saturations;
    uint64_t passes;
    double last_place;             /* the largest of any cube */
    double send, compute, receive; /* seconds */
} orb_cost;

/* A transform, prepared for a device. An engine's own structure begins with it. */
typedef struct orb_setup {
    size_t cube[3]; /* points of the cubes that the engine takes: those of the block, filled up with zeros */
    bool runs[3];   /* is this axis worked on? An identity may cost nothing. */
} orb_setup;

/* One cube on its way. An engine's own structure begins with it. */
typedef struct orb_job {
    double *cube; /* points in, results out, in C order */
    orb_cost cost;
} orb_job;

/* An opened device's own structure. */
typedef struct orb_backend orb_backend;

typedef struct orb_engine {
    /* Opens what `name` means behind "PREFIX:" (NULL or "": anything), and tells what it is. */
    orb_status (*open)(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info);
    void (*close)(orb_backend *backend);
    /* Prepares a transform of blocks with these axes. ORB_OK, ORB_NO_MEMORY, ORB_TOO_LARGE, ORB_TOO_LONG */
    orb_status (*prepare)(orb_backend *backend, const orb_axis axes[3], orb_direction direction, orb_shift shift,
                          orb_setup **setup);
    void (*discard)(orb_setup *setup);
    orb_status (*job_new)(const orb_setup *setup, orb_job **job);
    void (*job_free)(orb_job *job);
    void (*pack)(const orb_setup *setup, orb_job *job); /* from the cube to what the device takes */
    orb_status (*run)(orb_backend *backend, unsigned instance, const orb_setup *setup, orb_job *job);
    void (*unpack)(const orb_setup *setup, orb_job *job); /* from what the device gave to the cube */
} orb_engine;

/* The array in fixed point, simulated in this process. */
extern const orb_engine orb_engine_array;

struct orb_device {
    const orb_engine *engine;
    orb_backend *backend;
    orb_device_info info;
};

#endif
