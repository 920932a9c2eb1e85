/* Options that all commands have for what they report.
 * SPDX-License-Identifier: Apache-2.0 */
#include "report_options.h"

#include "names.h"

enum { KEY_JSON = 0x400 };

static const struct argp_option table[] = {
    {NULL, 0, NULL, 0, "Reports:", 4},
    {"json", KEY_JSON, "FILE", 0, "write the report as JSON; -: to standard output, in place of that for people", 4},
    {"quiet", 'q', NULL, 0, "print nothing but warnings and errors", 4},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    report_options *o = state->input;
    switch (key) {
    case KEY_JSON:
        o->json = text;
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp report_options_argp = {.options = table, .parser = parse};

bool report_options_text(const report_options *o)
{
    return !o->quiet && !(o->json && name_is_standard(o->json));
}
