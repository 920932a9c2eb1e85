/* The progress bar on standard error.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include "clock.h"
#include "interrupt.h"

#include <stdio.h>
#include <unistd.h>

#define WIDTH 40

void progress_begin(progress *bar, const char *label, progress_mode mode)
{
    bool terminal = isatty(STDERR_FILENO);
    *bar = (progress){.label = label,
                      .shown = mode == PROGRESS_ALWAYS || (mode == PROGRESS_ON_TERMINAL && terminal),
                      .terminal = terminal,
                      .last = -1,
                      .to = 1,
                      .begin = clock_seconds()};
}

int progress_step(void *user, size_t done, size_t total)
{
    progress *bar = user;
    const double part = total ? (double)done / (double)total : 1, share = bar->from + (bar->to - bar->from) * part;
    int percent = (int)(100 * share), step = bar->terminal ? 1 : 10;

    if (bar->shown && percent / step > bar->last / step) {
        static const char full[] = "########################################",
                          none[] = "........................................";
        int filled = (int)(WIDTH * share);
        fprintf(stderr, "%s%-8s [%.*s%.*s] %3d %% %7.1f s%s", bar->terminal ? "\r" : "", bar->label, filled, full,
                WIDTH - filled, none, percent, clock_seconds() - bar->begin, bar->terminal ? "" : "\n");
        bar->last = percent;
    }
    return interrupt_pending();
}

void progress_end(progress *bar)
{
    if (bar->shown && bar->terminal && bar->last >= 0)
        fputc('\n', stderr);
}
