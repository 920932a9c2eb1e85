/* Files that must not outlive the processes. Whichever rank a signal finds, while another hangs in a message, removes
 * them: mpirun ends the others by SIGTERM where one was killed.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "leftovers.h"

#include "interrupt.h"

#include <limits.h>
#include <stdio.h>

enum { MOST = 4 };

static char names[MOST][PATH_MAX];
static int count;

void leftovers_add(const ranks *r, const char *name)
{
    if (count == MOST)
        return;
    snprintf(names[count], PATH_MAX, "%s", name ? name : "");
    ranks_share(r, names[count], PATH_MAX);
    if (*names[count])
        interrupt_remove(names[count++]);
}

void leftovers_watch(void)
{
    interrupt_at_once(true); /* a rank that waits for a message would never come to look */
    interrupt_install(NULL);
}
