/* One orbital core behind a transport: what it is, its coefficients, its programs.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CORE_H
#define ORB_CORE_H

#include "fixed.h"
#include "program.h"
#include "transport.h"

/* Words of the program memory that a core may have. */
enum { ORB_PROGRAM_WORDS = 64 };

/* What a core says of itself. */
typedef struct orb_core_info {
    unsigned p, bmax, bfull, nbuf, cbanks, lanes, io_words;
    orb_format format;
    double clock_hz;
} orb_core_info;

/* Matrices as a core takes them, one behind another in the order of the axes. */
typedef struct orb_coefficients {
    unsigned block[3]; /* block extents of a node */
    unsigned axes;     /* mask of the axes whose matrices follow */
    int32_t *words;
    size_t count;
} orb_coefficients;

typedef struct orb_core {
    orb_transport *transport;
    orb_core_info info;
    orb_coefficients loaded;             /* what it holds; a copy */
    uint32_t program[ORB_PROGRAM_WORDS]; /* what its program memory holds... */
    uint64_t program_known;              /* ...in the words of this mask */
} orb_core;

/* What one run of a program counted. */
typedef struct orb_counters {
    uint64_t compute, wait, coefficients, load, unload;
    uint64_t saturations;
} orb_counters;

/* A program and its words. */
typedef struct orb_core_run {
    const orb_descriptor *program;
    unsigned descriptors;
    const int32_t *in;
    size_t in_count;
    int32_t *out;
    size_t out_count;
} orb_core_run;

/* Learns what answers on the transport, and takes the transport over; on failure too.
 * ORB_OK, ORB_WRONG_DEVICE, ORB_DEVICE_FAILED */
orb_status orb_core_open(orb_core *core, orb_transport *transport);

/* Also after a failed orb_core_open. */
void orb_core_close(orb_core *core);

/* Loads coefficients and block extents unless the core holds just these. ORB_OK, ORB_NO_MEMORY, ORB_DEVICE_FAILED */
orb_status orb_core_load(orb_core *core, const orb_coefficients *coefficients, orb_counters *counters);

/* Runs a program and adds up what it counted. ORB_OK, ORB_DEVICE_FAILED */
orb_status orb_core_execute(orb_core *core, const orb_core_run *run, orb_counters *counters);

/* The bit length of the largest sum that a descriptor of the last program stored. ORB_OK, ORB_DEVICE_FAILED */
orb_status orb_core_magnitude(orb_core *core, unsigned descriptor, unsigned *bits);

#endif
