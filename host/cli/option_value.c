/* Values of options that are words: one of a few, or the name of an element type.
 * SPDX-License-Identifier: Apache-2.0 */
#include "option_value.h"

#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool option_type(const char *option, const char *text, const dtype **type)
{
    *type = dtype_named(text);
    return *type ? true : fail(option, dtype_names(), "there is no element type '%s'", text);
}

bool option_choice(const char *option, const char *text, const char *const choice[2], bool *second)
{
    *second = !strcmp(text, choice[1]);
    if (*second || !strcmp(text, choice[0]))
        return true;
    return fail(option, NULL, "'%s' is neither %s nor %s", text, choice[0], choice[1]);
}

bool option_numbers(const char *option, const char *text, size_t count, bool one_for_all, double *values)
{
    const char *at = text;
    size_t found = 0;
    bool good = true;
    for (bool more = true; good && more; found++) {
        char *end;
        const double value = strtod(at, &end);
        good = end > at && isfinite(value) && value >= 0 && found < count && (*end == ',' || !*end);
        if (good)
            values[found] = value;
        more = *end == ',';
        at = end + 1;
    }
    if (good && found == 1 && one_for_all)
        for (; found < count; found++)
            values[found] = values[0];
    if (good && found == count)
        return true;
    if (count == 1)
        return fail(option, "a number of 0 or more", "'%s' is none", text);
    return fail(option, "numbers of 0 or more with commas between", "'%s' is not %s%zu of them", text,
                one_for_all ? "one or " : "", count);
}
