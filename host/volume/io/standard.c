/* The standard streams of a command.
 * SPDX-License-Identifier: Apache-2.0 */
#include "standard.h"

#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void standard_occupy(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

bool standard_write(void)
{
    errno = 0;
    return !(fflush(stdout) || ferror(stdout)) || fail("standard output", "free some space, or redirect it elsewhere",
                                                       "cannot be written (%s)", strerror(errno ? errno : EIO));
}

int standard_flush(int code)
{
    return code == EXIT_FAILED || code == EXIT_USAGE || standard_write() ? code : EXIT_FAILED;
}
