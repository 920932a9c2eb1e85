/* The line on what was wrong.
 * SPDX-License-Identifier: Apache-2.0 */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char line[256];

void orb_begin(void)
{
    line[0] = '\0';
}

orb_status orb_refuse(orb_status status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return status;
}

orb_status orb_end(orb_status status)
{
    return status > ORB_SATURATED && !line[0] ? orb_refuse(status, "%s", orb_strerror(status)) : status;
}

const char *orb_last_error(void)
{
    return line;
}
