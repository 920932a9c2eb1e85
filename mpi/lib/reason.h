/* Why the last call of this thread failed, as a text for messages.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REASON_H
#define ORB_REASON_H

#include <orbital/orbital_mpi.h>

/* Forgets the reason; at the beginning of a function of the interface. */
void orb_reason_clear(void);

/* Keeps the reason, which orb_mpi_last_error returns. Returns the status. */
orb_status orb_refuse_because(orb_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
