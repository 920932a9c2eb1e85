/* The engine "array in fixed point": blocks of words with one exponent, run by orbital cores.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_ARRAY_H
#define ORB_ARRAY_H

#include "core.h"
#include "engine.h"
#include "model.h"
#include "shift.h"

struct orb_backend {
    orb_model_library *library;
    orb_core *core; /* one an instance, all alike */
    unsigned cores;
};

typedef struct array_setup {
    orb_setup base;
    orb_format format;
    orb_shift mode;
    size_t points; /* of a cube */
    orb_fixed_matrix matrix[3];
    orb_stages stages;
    orb_coefficients coefficients;
    orb_descriptor program[ORB_CUBE_DESCRIPTORS_MAX];
    unsigned descriptors;
} array_setup;

typedef struct array_job {
    orb_job base;
    int32_t *words;  /* what the core takes */
    int32_t *result; /* what it gave */
    int32_t *repeat; /* room for the result of a second pass */
    double *scratch; /* one number a line */
    int exponent;    /* of words, then of the result */
    int zero;        /* are all words 0? */
    unsigned shift[3];
} array_job;

/* What the engine does; see orb_engine. */
orb_status orb_array_open(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info);
void orb_array_close(orb_backend *backend);
orb_status orb_array_prepare(orb_backend *backend, const orb_axis axes[3], orb_direction direction, orb_shift shift,
                             orb_setup **setup);
void orb_array_discard(orb_setup *setup);
orb_status orb_array_job_new(const orb_setup *setup, orb_job **job);
void orb_array_job_free(orb_job *job);
void orb_array_pack(const orb_setup *setup, orb_job *job);
orb_status orb_array_run(orb_backend *backend, unsigned instance, const orb_setup *setup, orb_job *job);
void orb_array_unpack(const orb_setup *setup, orb_job *job);

#endif
