/* Options that tell the layout of a raw input.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RAW_OPTIONS_H
#define RAW_OPTIONS_H

#include "volume.h"

#include <argp.h>

typedef struct raw_options {
    bool given; /* the input is raw */
    raw_layout layout;
} raw_options;

/** What other parsers take in as a child; its input is a raw_options. */
extern const struct argp raw_options_argp;

/** Whether a raw input's shape and type are both known. \return false when not, which is reported */
bool raw_options_complete(const raw_options *o, const char *path);

/** The layout, NULL if none was given. */
const raw_layout *raw_options_layout(const raw_options *o);

#endif
