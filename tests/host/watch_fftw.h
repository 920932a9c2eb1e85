/* What the engine "cpu" loads of FFTW, and what it calls. The linker puts functions of this file before those of the
 * loader (--wrap), so that they see it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WATCH_FFTW_H
#define WATCH_FFTW_H

#include <stdbool.h>

typedef struct watched {
    const char *missing; /* libraries whose names begin like this cannot be loaded */
    bool empty;          /* another library, without these functions, is loaded in place of FFTW */
    int loads, closed;
    int executed;        /* atomic: transforms by FFTW */
    int most;            /* threads that were planned for, */
    int last;            /* ... and that are planned for now */
    int team;            /* threads that FFTW could have */
    int planning, crowd; /* atomic: planners at a time, now and the most */
    bool slow;           /* planning takes a while */
} watched;

extern watched now;

/* Sets the number of threads that FFTW plans for in float, as a program does. FFTW is loaded. */
void watch_set_threads(int threads);

#endif
