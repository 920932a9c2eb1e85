/* Orderly end on Ctrl-C and the like: work stops at the next check, temporary files go, then the signal acts.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/** Catches SIGINT, SIGTERM and SIGHUP; ignores SIGPIPE and SIGXFSZ, whose writes then fail with an error. */
void interrupt_install(void);

/** The signal that asks to stop, or 0. */
int interrupt_pending(void);

/** Whether signals end the process where it is, in a library that may never return, and nothing is tidied up but by
 *  what interrupt_tidy was given. */
void interrupt_at_once(bool ends);

/** What is done then, in the signal's handler: set ahead of interrupt_install. */
void interrupt_tidy(void (*last)(void));

/** Ends the process by the pending signal, so that the caller's shell sees it; returns when there is none. */
void interrupt_deliver(void);

#endif
