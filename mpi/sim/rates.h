/* How fast a simulated rank works, from a table in rates/.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_RATES_H
#define SIM_RATES_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* The kinds of work that are charged: the unit, and the size on which the rate depends. */
typedef enum sim_work {
    SIM_PRODUCT = 0, /* block times coefficients, multiply-adds; size: points along the axis */
    SIM_GEMM,        /* matrix times matrix, multiply-adds; size: the least of rows, columns and depth */
    SIM_GEMV,        /* matrix times vector, multiply-adds; size: the lesser of rows and columns */
    SIM_GER,         /* outer product of two vectors, likewise */
    SIM_DCT,         /* transform of a whole axis by the engine cpu, points; size: points along the axis */
    SIM_DFT,         /* likewise */
    SIM_ENTRIES,     /* look-up of coefficients, numbers */
    SIM_ADD,         /* sum of two blocks, numbers */
    SIM_COPY,        /* copies, bytes; size: bytes of a contiguous piece */
    SIM_WORKS
} sim_work;

/* Reads a table, once per process for all of its ranks. Returns false after a message on stderr. */
bool sim_rates_load(const char *path);

/* Is there a rate for this work? Work without a rate costs nothing. */
bool sim_rates_has(sim_work work, orb_element element);

/* The time for so much work. Between two sizes of the table, the rate is interpolated on logarithmic scales; beyond
 * them, it is that of the nearest size. */
double sim_rates_seconds(sim_work work, orb_element element, double size, double amount);

#endif
