/* Values of options that are words: one of a few, or the name of an element type.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPTION_VALUE_H
#define OPTION_VALUE_H

#include "dtype.h"

#include <stdbool.h>
#include <stddef.h>

/** Parses the name of an element type. \return false if there is none of that name, which is reported */
bool option_type(const char *option, const char *text, const dtype **type);

/** Parses one of two words. \return false if it is neither, which is reported */
bool option_choice(const char *option, const char *text, const char *const choice[2], bool *second);

/** Parses finite numbers of 0 or more: just count of them with commas between, or where one may stand for all, one.
 *  \return false if it is not that, which is reported */
bool option_numbers(const char *option, const char *text, size_t count, bool one_for_all, double *values);

#endif
