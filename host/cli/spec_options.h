/* Options that say what to compute, of all commands that transform.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SPEC_OPTIONS_H
#define SPEC_OPTIONS_H

#include <argp.h>

/** What a command's own parser takes in as a child; its input is a transform_spec. */
extern const struct argp spec_options_argp;

#endif
