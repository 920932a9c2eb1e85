/* Orderly end on Ctrl-C and the like: work stops at the next check, temporary files go, then the signal acts.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/** Catches SIGINT, SIGTERM and SIGHUP; ignores SIGPIPE and SIGXFSZ, whose writes then fail with an error. The second
 *  signal ends the process where it is.
 *  \param words  printed on standard error at the first signal; NULL: none. Kept, not copied */
void interrupt_install(const char *words);

/** The signal that asks to stop, or 0. */
int interrupt_pending(void);

/** Whether the first signal ends the process where it is already: in a library that may never return. */
void interrupt_at_once(bool ends);

/** Whether a signal that would end the process waits, while files and the list of those to remove do not agree. */
void interrupt_hold(bool hold);

/** A file that a signal which ends the process removes first, until interrupt_keep. The name is kept, not copied. */
void interrupt_remove(const char *name);
void interrupt_keep(const char *name);

/** Ends the process by the pending signal, so that the caller's shell sees it; returns when there is none. */
void interrupt_deliver(void);

#endif
