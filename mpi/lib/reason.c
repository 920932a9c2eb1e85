/* Why the last call of this thread failed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "reason.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char text[240];

void orb_reason_clear(void)
{
    text[0] = '\0';
}

orb_status orb_refuse_because(orb_status status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return status;
}

const char *orb_mpi_last_error(void)
{
    return text;
}
