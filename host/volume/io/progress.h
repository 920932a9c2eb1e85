/* The progress bar on standard error.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum progress_mode {
    PROGRESS_ON_TERMINAL, /* when standard error is one */
    PROGRESS_ALWAYS,
    PROGRESS_NEVER
} progress_mode;

typedef struct progress {
    const char *label;
    bool shown, silent; /* silent: whatever happens, it prints nothing */
    bool announced;     /* an estimate was asked for, and may have been printed */
    bool terminal;      /* one line that is rewritten; else a line every tenth */
    int last;           /* what was shown, in percent */
    double begin;       /* seconds */
    char where[128];    /* where a work that may take long is done, and what is faster; "": no estimate is printed */
    double from, to;    /* shares of the whole between which the work under way takes it, 0 to 1 unless set */
} progress;

/** Begins a bar. */
void progress_begin(progress *bar, const char *label, progress_mode mode);

/** An orb_progress function for a progress: shows the state; nonzero once a signal asks to stop. */
int progress_step(void *bar, size_t done, size_t total);

/** Ends a bar. */
void progress_end(progress *bar);

/** Seconds since a moment that stays the same while the program runs. */
double clock_seconds(void);

#endif
