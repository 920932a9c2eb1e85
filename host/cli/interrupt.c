/* Orderly end on Ctrl-C and the like.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler can speak to the program through nothing else. */
static volatile sig_atomic_t pending, at_once;
static void (*tidy)(void);

static void note(int signal_number)
{
    pending = signal_number;
    if (!at_once)
        return;
    if (tidy)
        tidy();
    raise(signal_number); /* which has its usual effect again */
}

void interrupt_at_once(bool ends)
{
    at_once = ends;
}

void interrupt_tidy(void (*last)(void))
{
    tidy = last;
}

void interrupt_install(void)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND}; /* a second one ends all */
        struct sigaction before;
        sigemptyset(&action.sa_mask);
        /* What a parent has set to be ignored (nohup, a background job) stays ignored. */
        if (!sigaction(caught[i], NULL, &before) && before.sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

int interrupt_pending(void)
{
    return pending;
}

void interrupt_deliver(void)
{
    int signal_number = pending;
    if (signal_number) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
}
