/* Replacements for the library's local work and for its calls of MPI: work is charged in simulated seconds, and with
 * real data also done; messages are counted.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_WORK_H
#define SIM_WORK_H

#include <stdbool.h>
#include <stdint.h>

/* Settings of all ranks, which are in one process. */
typedef struct sim_mode {
    bool model; /* nothing is computed, and no message has contents */
    bool free;  /* work costs nothing, so that only communication takes time */
} sim_mode;

extern sim_mode sim;

/* Lets this rank work for so many simulated seconds. */
void sim_charge(double seconds);

/* The rank of the caller. Faster than MPI_Comm_rank. */
int sim_self(void);

/* The messages and the work of a rank. */
typedef struct sim_account {
    uint64_t messages, bytes; /* sent */
    double work;              /* seconds charged */
} sim_account;

/* The account of this rank, to which the caller may add. */
sim_account *sim_my_account(void);

/* Call once per process, with the number of ranks. Returns false if there is no memory. */
bool sim_accounts_open(int ranks);

#endif
