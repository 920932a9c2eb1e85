/* The progress bar on standard error.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include "interrupt.h"
#include "message.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define WIDTH 40
#define ESTIMATE_AFTER 1.0 /* seconds from the start, by which the pace is known */
#define ESTIMATE_FROM 10.0 /* seconds that a work has to take at least */

void progress_begin(progress *bar, const char *label, progress_mode mode)
{
    bool terminal = isatty(STDERR_FILENO);
    *bar = (progress){.label = label,
                      .shown = mode == PROGRESS_ALWAYS || (mode == PROGRESS_ON_TERMINAL && terminal),
                      .silent = mode == PROGRESS_NEVER,
                      .terminal = terminal,
                      .last = -1,
                      .to = 1,
                      .begin = clock_seconds()};
}

/* A duration in words. */
static const char *in_words(double seconds, char text[32])
{
    if (seconds < 90)
        snprintf(text, 32, "%.0f seconds", seconds);
    else if (seconds < 5400)
        snprintf(text, 32, "%.0f minutes", seconds / 60);
    else
        snprintf(text, 32, "%.1f hours", seconds / 3600);
    return text;
}

/* Prints an estimate of the time once, soon after the start, if it is long. */
static void estimate(progress *bar, double share)
{
    const double passed = clock_seconds() - bar->begin;
    char text[32];

    if (!*bar->where || passed < ESTIMATE_AFTER || (share <= 0 && passed < ESTIMATE_FROM))
        return;
    if (share <= 0 || passed / share > ESTIMATE_FROM) {
        if (bar->shown && bar->terminal && bar->last >= 0)
            fputc('\n', stderr);
        warn(NULL, "%s will take %s %s %s", bar->label, share > 0 ? "about" : "more than",
             in_words(share > 0 ? passed / share : passed, text), bar->where);
    }
    *bar->where = '\0';
}

int progress_step(void *user, size_t done, size_t total)
{
    progress *bar = user;
    const double part = total ? (double)done / (double)total : 1, share = bar->from + (bar->to - bar->from) * part;
    int percent = (int)(100 * share), step = bar->terminal ? 1 : 10;

    estimate(bar, share);
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

/* ---- time that passes ---- */

double clock_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
