/* One-line messages on standard error.
 * SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>

static void print_line(const char *subject, const char *cure, const char *format, va_list arguments)
{
    fputs("orbital: ", stderr);
    if (subject)
        fprintf(stderr, "%s: ", subject);
    vfprintf(stderr, format, arguments);
    if (cure)
        fprintf(stderr, ": %s", cure);
    fputc('\n', stderr);
}

bool fail(const char *subject, const char *cure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(subject, cure, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_memory(const char *subject)
{
    return fail(subject, "use a machine with more of it, or a smaller volume", "not enough memory");
}

void warn(const char *subject, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(subject, NULL, format, arguments);
    va_end(arguments);
}
