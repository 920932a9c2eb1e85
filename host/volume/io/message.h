/* One-line messages on standard error, and the exit codes of the command.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>

enum exit_code {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_LOSS = 3 /* done, but some results were clipped */
};

/** Whose messages they are, if not those of "orbital". Kept, not copied. */
void message_program(const char *name);

/** From now on fail() prints nothing: of several processes that fail together one shall. */
void message_hold(void);

/** Prints the first error since that was held back, or throws it away. */
void message_print_held(void);
void message_forget(void);

/** Prints "orbital: SUBJECT: what: cure" and returns false, so that a function can end with it.
 *  \param subject  the file or engine concerned, or NULL
 *  \param cure     what the user can do, or NULL
 *  \param format   what is wrong, as for printf */
bool fail(const char *subject, const char *cure, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** fail() for memory that ran out. */
bool fail_memory(const char *subject);

/** Prints "orbital: SUBJECT: what" as a warning. */
void warn(const char *subject, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
