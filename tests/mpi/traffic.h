/* Counts what MPI is asked for, whatever the library says of it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <stdint.h>

/* Of this rank, since the last time. */
typedef struct traffic {
    uint64_t messages, bytes;
    uint64_t collectives;
} traffic;

/* What it was, and begins again. */
traffic traffic_take(void);

#endif
