/* Texts in parts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include "checked.h"
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

orb_status orb_items_read(const char *text, orb_item_reader read, void *to, const char *rule)
{
    bool good = true, more = text && *text;

    while (good && more) {
        const size_t length = strcspn(text, ",");
        char item[272]; /* the longest is a host's name with a port */

        good = length < sizeof item;
        if (good) {
            char *value;

            memcpy(item, text, length);
            item[length] = '\0';
            value = strchr(item, '=');
            if (value)
                *value++ = '\0';
            good = read(to, item, value);
        }
        if (!good)
            orb_refuse(ORB_INVALID, length ? "\"%.*s\" %s" : "an empty item%.*s %s", (int)smaller(length, 64), text,
                       rule);
        more = text[length] == ',';
        text += length + 1;
    }
    return good ? ORB_OK : ORB_INVALID;
}

unsigned orb_number_take(const char **text, size_t digits_max)
{
    const size_t digits = strspn(*text, "0123456789");
    unsigned value = 0;

    for (size_t i = 0; i < digits && digits <= digits_max; i++)
        value = 10 * value + (unsigned)((*text)[i] - '0');
    *text += digits;
    return value;
}

bool orb_append(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
    return (size_t)length < size - used; /* not if there is an error, which is a length below 0 */
}
