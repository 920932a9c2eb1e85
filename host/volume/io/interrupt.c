/* Orderly end on Ctrl-C and the like.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MAX = 16 };

/* A signal handler can speak to the program through nothing else. */
static volatile sig_atomic_t pending, at_once, held, due;
static const char *volatile temporary[FILES_MAX];
static const char *first_words;

static void print_words(void)
{
    const int error = errno; /* of the code that the signal interrupts */
    const ssize_t written = first_words ? write(STDERR_FILENO, first_words, strlen(first_words)) : 0;
    (void)written; /* there is nowhere to report a failure */
    errno = error;
}

static void end_here(int signal_number)
{
    for (int i = 0; i < FILES_MAX; i++)
        if (temporary[i])
            unlink(temporary[i]);
    signal(signal_number, SIG_DFL);
    raise(signal_number); /* it acts when the handler returns */
}

static void note(int signal_number)
{
    const bool again = pending != 0;
    pending = signal_number;
    if (!again)
        print_words();
    if (!again && !at_once)
        return;
    if (held)
        due = signal_number;
    else
        end_here(signal_number);
}

void interrupt_hold(bool hold)
{
    held = hold;
    if (!hold && due)
        end_here(due);
}

void interrupt_at_once(bool ends)
{
    at_once = ends;
    if (ends && pending)
        end_here(pending);
}

void interrupt_remove(const char *name)
{
    for (int i = 0; i < FILES_MAX; i++)
        if (!temporary[i]) {
            temporary[i] = name;
            return;
        }
}

void interrupt_keep(const char *name)
{
    for (int i = 0; i < FILES_MAX; i++)
        if (temporary[i] == name)
            temporary[i] = NULL;
}

void interrupt_install(const char *words)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    first_words = words;
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction action = {.sa_handler = note}, before;
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
