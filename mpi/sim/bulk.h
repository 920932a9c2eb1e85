/* Copies of the library between its places: some of its units are compiled with these in front of memcpy (scale.mk).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_BULK_H
#define SIM_BULK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* In model mode nothing is copied. */
void *sim_memcpy(void *to, const void *from, size_t bytes);

/* Copies are often short: they are charged together, before whatever else takes time. */
void sim_bulk_charge(void);

/* For so many ranks, once a process; false if there is no memory. */
bool sim_bulk_open(int ranks);

#ifdef SIM_BULK
#define memcpy sim_memcpy
#endif

#endif
