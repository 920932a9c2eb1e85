/* Options that all commands have for what they report.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_OPTIONS_H
#define REPORT_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

typedef struct report_options {
    const char *json; /* a file, or "-": standard output; NULL: none */
    bool quiet;
} report_options;

/** What other parsers take in as a child; its input is a report_options. */
extern const struct argp report_options_argp;

/** Whether a report for people goes to standard output: nobody asked for none, or for the JSON report there. */
bool report_options_text(const report_options *o);

#endif
