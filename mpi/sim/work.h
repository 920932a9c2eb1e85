/* What the simulation does in place of the library's local work and of its calls of MPI: work is charged in simulated
 * seconds, in real mode it is done, too, and messages are counted.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_WORK_H
#define SIM_WORK_H

#include <stdbool.h>
#include <stdint.h>

/* All ranks of a simulation are in one process, and share these settings. */
typedef struct sim_mode {
    bool model; /* nothing is computed, and no message has contents */
    bool free;  /* nothing is charged: what remains is communication */
} sim_mode;

extern sim_mode sim;

/* This rank works for so long. */
void sim_charge(double seconds);

/* The rank that asks, by a way that costs less than MPI's. */
int sim_self(void);

/* What a rank did. */
typedef struct sim_deeds {
    uint64_t messages, bytes; /* sent */
    double work;              /* seconds charged */
} sim_deeds;

/* Of this rank; to be added to. */
sim_deeds *sim_deeds_of_mine(void);

/* Counters for so many ranks, once a process; false if there is no memory. */
bool sim_deeds_open(int ranks);

#endif
