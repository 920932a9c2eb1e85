/* How fast a simulated rank works: read from a table, see rates/.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_RATES_H
#define SIM_RATES_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* What is charged for, and in which unit of work. */
typedef enum sim_work {
    SIM_PRODUCT = 0, /* of a block with coefficients, multiply-adds; the size is its points along the axis */
    SIM_GEMM,        /* of matrices, multiply-adds; the size is the least of rows, columns and depth */
    SIM_GEMV,        /* of a matrix with a vector, multiply-adds; the size is the lesser of rows and columns */
    SIM_GER,         /* of two vectors, likewise */
    SIM_DCT,         /* a whole axis by the engine cpu, points; the size is those along the axis */
    SIM_DFT,         /* likewise */
    SIM_ENTRIES,     /* coefficients looked up, numbers */
    SIM_ADD,         /* sums of two blocks, numbers */
    SIM_COPY,        /* of one place to another, bytes */
    SIM_WORKS
} sim_work;

/* Reads a table; false with a message on stderr. One table a process, for all of its ranks. */
bool sim_rates_load(const char *path);

/* Is there a rate for it? What has none costs nothing. */
bool sim_rates_has(sim_work work, orb_element element);

/* Seconds for so much work: the rate between two sizes of the table is interpolated on logarithmic scales, and that of
 * the nearest size beyond them. */
double sim_rates_seconds(sim_work work, orb_element element, double size, double amount);

#endif
