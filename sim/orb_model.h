/* C interface of one array model: what a shared object in lib/orbital/ offers, Verilated or compiled from hls/.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_MODEL_H
#define ORB_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ORB_MODEL_ABI 2

typedef struct orb_model orb_model;

/* One call of `run`: words to send, room for words to receive, and how unwilling both ends are. A core with wide
 * streams (CAPS.io_words) moves so many words a beat, one of each part of the cube, so both counts are multiples of it;
 * of a beat of coefficients the first word counts. */
typedef struct orb_model_transfer {
    const int32_t *in;   /* words for the input stream, sign extended; not kept */
    size_t in_count;     /* how many */
    size_t in_done;      /* out: how many the core took */
    int32_t *out;        /* room for words of the output stream, sign extended */
    size_t out_count;    /* how many are wanted */
    size_t out_done;     /* out: how many came */
    uint64_t max_cycles; /* give up after so many clock cycles */
    uint32_t in_stall;   /* chance that no word is offered in a cycle, in 1/65536; 0 never */
    uint32_t out_stall;  /* chance that no word is accepted in a cycle, in 1/65536; 0 never */
    uint32_t seed;       /* of the stalls */
    uint64_t *last;      /* out, or NULL: the clock cycle in which the last word of each cube came; no clock: unused */
    size_t last_room;    /* entries of last */
    size_t lasts;        /* out: how many were filled */
} orb_model_transfer;

/* Functions of a model. An instance belongs to one thread at a time; instances are independent. */
typedef struct orb_model_api {
    int abi;                                                   /* ORB_MODEL_ABI */
    const char *name;                                          /* the engine and a configuration, "sim p4_b8_f4_w18" */
    orb_model *(*open)(const char *trace);                     /* trace: FST file or NULL; NULL when out of memory */
    void (*close)(orb_model *m);                               /* NULL is allowed */
    void (*reset)(orb_model *m);                               /* the core's reset input, a few cycles */
    uint32_t (*read)(orb_model *m, uint32_t address);          /* one AXI4-Lite read */
    void (*write)(orb_model *m, uint32_t address, uint32_t v); /* one AXI4-Lite write */
    /* Clocks the core until all of in is taken, all of out filled and the core idle (0), or max_cycles are over (1). */
    int (*run)(orb_model *m, orb_model_transfer *t);
    uint64_t (*cycles)(const orb_model *m); /* clock cycles since open; 0 where the model has no clock (hls/) */
} orb_model_api;

/* The one symbol of the shared object. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const orb_model_api *
orb_model_get(void);
#define ORB_MODEL_SYMBOL "orb_model_get"

#ifdef __cplusplus
}
#endif
#endif
