/* One-line messages on standard error.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "message.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the whole process, as standard error is. */
static const char *program = "orbital";
static bool held;
static char *kept; /* the first error that was held back, or NULL */

void message_program(const char *name)
{
    program = name;
}

void message_hold(void)
{
    held = true;
}

void message_print_held(void)
{
    if (kept)
        fputs(kept, stderr);
    message_forget();
}

void message_forget(void)
{
    free(kept);
    kept = NULL;
}

/* A message is one line. Names from files may hold line breaks, and what a terminal would take for commands. */
static void print_line(FILE *to, const char *subject, const char *cure, const char *format, va_list arguments)
{
    char *text = NULL;
    size_t size;
    FILE *line = open_memstream(&text, &size);

    if (!line)
        return;
    fprintf(line, "%s: ", program);
    if (subject) /* The name of an engine may end with a colon, as "ftdi:" does. */
        fprintf(line, "%s%s ", subject, *subject && subject[strlen(subject) - 1] == ':' ? "" : ":");
    vfprintf(line, format, arguments);
    if (cure)
        fprintf(line, ": %s", cure);
    if (fclose(line) == 0) {
        for (char *c = text; *c; c++)
            *c = (char)(iscntrl((unsigned char)*c) ? '?' : *c);
        fprintf(to, "%s\n", text);
    }
    free(text);
}

static void keep_line(const char *subject, const char *cure, const char *format, va_list arguments)
{
    size_t size;
    FILE *to = kept ? NULL : open_memstream(&kept, &size);
    if (!to)
        return;
    print_line(to, subject, cure, format, arguments);
    fclose(to);
}

bool fail(const char *subject, const char *cure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (held)
        keep_line(subject, cure, format, arguments);
    else
        print_line(stderr, subject, cure, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_memory(const char *subject)
{
    return fail(subject, "use a machine with more memory, or a smaller volume", "not enough memory");
}

void warn(const char *subject, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(stderr, subject, NULL, format, arguments);
    va_end(arguments);
}
