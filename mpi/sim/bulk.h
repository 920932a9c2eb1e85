/* Copies of the library between its places: some of its units are compiled with these in front of memcpy (scale.mk).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_BULK_H
#define SIM_BULK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* In model mode nothing is copied. */
void *sim_memcpy(void *to, const void *from, size_t bytes);

/* Charges all copies since the last charge. Copies are often short, so they are charged together, before anything else
 * that takes time. */
void sim_bulk_charge(void);

/* Call once per process, with the number of ranks. Returns false if there is no memory. */
bool sim_bulk_open(int ranks);

#ifdef SIM_BULK
#define memcpy sim_memcpy
#endif

#endif
