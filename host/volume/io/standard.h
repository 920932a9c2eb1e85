/* The standard streams of a command.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STANDARD_H
#define STANDARD_H

#include <stdbool.h>

/** Opens those that the parent has closed, lest a file gets their number and messages go into it. They stay useless for
 *  what they are meant for, which is an error as before. */
void standard_occupy(void);

/** Writes out what standard output holds so far. \return false where it cannot be written, which is reported */
bool standard_write(void);

/** Writes out what standard output still holds, at the end. \return code, or EXIT_FAILED where it cannot be written,
 *  which is reported */
int standard_flush(int code);

#endif
