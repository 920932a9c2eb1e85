/* Values of options that are words: one of a few, or the name of an element type.
 * SPDX-License-Identifier: Apache-2.0 */
#include "option_value.h"

#include "message.h"

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
