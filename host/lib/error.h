/* The line on what was wrong that orb_last_error returns, one for each thread.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_ERROR_H
#define ORB_ERROR_H

#include <orbital/orbital.h>

/* Bytes of the line, with its end. */
enum { ORB_LINE_SIZE = 256 };

/* A public function begins: no line yet. */
void orb_begin(void);

/* Sets the line of a failure, which names the argument, the reason and the cure. Returns the status. */
__attribute__((format(printf, 2, 3))) orb_status orb_refuse(orb_status status, const char *format, ...);

/* A public function ends: a failure without a line takes the one of its status. Returns the status. */
orb_status orb_end(orb_status status);

#endif
