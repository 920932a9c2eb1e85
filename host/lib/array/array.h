/* The common part of the engines of arrays: rounds of cubes of words, in fixed point or float, run by orbital cores.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_ARRAY_H
#define ORB_ARRAY_H

#include "accuracy.h"
#include "aside.h"
#include "choose.h"
#include "likely.h"
#include "rounds.h"
#include "shift.h"

struct orb_backend {
    orb_core *core; /* one an instance, all alike */
    unsigned cores;
    void *owned;                  /* what the engine keeps besides, */
    void (*release)(void *owned); /* and how it ends; NULL: nothing */
};

/* An array without cores, with room for so many. ORB_OK, ORB_NO_MEMORY */
orb_status orb_array_new(orb_backend **backend, unsigned cores);

/* Opens one more core reached through a transport, which is taken over. As orb_core_open */
orb_status orb_array_add(orb_backend *backend, orb_transport *transport);

/* Also of an array that was not opened to its end. NULL is allowed. */
void orb_array_close(orb_backend *backend);

/* Says what the array is: all but the name and the link. */
void orb_array_describe(const orb_backend *backend, orb_device_info *info);

/* A round, and what its stages need. */
typedef struct array_round {
    orb_round shape;
    orb_recipe recipe;
    orb_ahead ahead;
    const orb_axis *axis[3];    /* of each stage, as the plan has it */
    orb_fixed_matrix matrix[3]; /* ... in words */
    orb_likely likely;
    int32_t *tile[3];  /* all tiles of each stage's matrix, one after the other */
    size_t item_units; /* units that make an item */
} array_round;

typedef struct array_setup {
    orb_setup base;
    orb_core_info info;
    orb_shift mode;
    array_round round[ORB_ROUNDS_MAX];
} array_setup;

/* The shifts of one result cube, or what its stages measured. */
typedef struct array_shifts {
    unsigned stage[3];
} array_shifts;

/* Points of a strand that are in the volume, along the array's axes. */
typedef struct array_points {
    size_t along[3];
} array_points;

/* Words in transit to or from a core. */
typedef struct array_stream {
    int32_t *words;
    size_t count, room;
} array_stream;

/* Cubes of words are those of a unit: one cube for each torus, in C order over the array. */
typedef struct array_job {
    orb_job base;
    size_t first, units;      /* of this item */
    double *line;             /* the operands of a strand, or one result of it */
    int32_t *packed;          /* the same in words */
    double *scratch;          /* one number a line */
    int32_t *words;           /* the operands of each unit */
    int32_t *result;          /* the results of each unit */
    int32_t *repeat;          /* room for results of a second pass with ORB_SHIFT_MEASURED */
    float *guess;             /* room for an estimate of the sums */
    double *factor;           /* the transform of what is set aside */
    orb_sums (*sums)[2];      /* room for orb_aside_take */
    int *exponent;            /* of the operands of each strand of each unit */
    orb_amount *amount;       /* ... what they amount to; in float all 0 */
    orb_aside *aside;         /* what was set aside of them: one for each group */
    array_points *points;     /* of each strand of each unit */
    array_shifts *shift;      /* of each result of each unit */
    array_shifts *again;      /* those of a second pass */
    array_shifts *bits;       /* what the last pass measured, */
    array_shifts *first_bits; /* and the one before, in case the last one is not used */
    bool *clipped;            /* of each unit: a sum of it may have been clipped */
    size_t offset;            /* the unit of the item that the script's first unit is */
    orb_script script;
    array_stream in, out;
} array_job;

/* What the engine does with a transform; see orb_engine. */
orb_status orb_array_prepare(orb_backend *backend, const orb_problem *problem, orb_setup **setup);
void orb_array_discard(orb_setup *setup);
orb_status orb_array_job_new(const orb_setup *setup, orb_job **job);
void orb_array_job_free(orb_job *job);
orb_status orb_array_pack(const orb_setup *setup, orb_job *job, const orb_field *from);
orb_status orb_array_run(orb_backend *backend, unsigned instance, const orb_setup *setup, orb_job *job);
void orb_array_unpack(const orb_setup *setup, orb_job *job, const orb_field *to);

extern const orb_items orb_array_items;

/* The operations that all engines of arrays have, for their tables. */
#define ORB_ARRAY_OPERATIONS                                                                                           \
    .close = orb_array_close, .prepare = orb_array_prepare, .discard = orb_array_discard,                              \
    .execute = orb_rounds_execute, .items = &orb_array_items

/* Adds the errors of one part of a result to those of the item: those that are to be expected, and the largest that are
 * possible.
 * \param count  how many of its points reach the next round, or the output */
void orb_array_note_errors(const array_setup *s, array_job *j, size_t strand, size_t cut, double count);

/* What coefficients a step loads: words of a tile, and how many. */
const int32_t *orb_array_tile(const array_round *round, const orb_step *step, size_t *count);

/* Runs the job's script once with these shifts, and adds to the job's cost. The job receives what each result's stages
 * measured, and which units may have been clipped. alone: the saturations of each unit are counted apart, if that
 * costs no time: by samples in the middle of a program, or by programs that hold one unit each. */
orb_status orb_array_run_script(orb_core *core, const array_round *round, array_job *job, const array_shifts *shift,
                                int32_t *result, bool alone);

#endif
