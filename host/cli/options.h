/* Options that the transforming commands share.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "dtype.h"
#include "progress.h"
#include "spec.h"
#include "volume.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

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

typedef struct report_options {
    const char *json; /* a file, or "-": standard output; NULL: none */
    bool quiet;
} report_options;

/** What other parsers take in as a child; its input is a report_options. */
extern const struct argp report_options_argp;

/** Whether a report for people goes to standard output: nobody asked for none, or for the JSON report there. */
bool report_options_text(const report_options *o);

/** What a command's own parser takes in as a child; its input is a transform_spec. */
extern const struct argp spec_options_argp;

/** Parses the name of an element type. \return false, after an error message, if no type has that name */
bool option_type(const char *option, const char *text, const dtype **type);

/** Parses one of two words. \return false if it is neither, which is reported */
bool option_choice(const char *option, const char *text, const char *const choice[2], bool *second);

/** Whether a name ends in this. \return false if not, which is reported */
bool option_ending(const char *path, const char *ending);

/** Takes the value of an option that may be given once. \return false if it has one already, which is reported */
bool option_once(const char *option, const char *text, const char **value);

/** Parses finite numbers of 0 or more, separated by commas: `least` to `most` of them.
 *  \return how many, or 0 if it is not that, which is reported */
size_t option_numbers(const char *option, const char *text, size_t least, size_t most, double *values);

typedef struct options {
    const char *input, *output;
    const char *format;                 /* of the output; NULL: that of its name */
    const char *engine;                 /* NULL: none was given */
    const char *threads;                /* of the engine cpu; NULL: likewise */
    const char *coefficients, *picture; /* of roundtrip */
    bool check;                         /* of roundtrip */
    transform_spec spec;
    orb_shift shift;
    const dtype *type; /* of the output; NULL: what its values need */
    raw_options raw;
    report_options report;
    size_t memory; /* MiB that volumes may take; 0: nothing was given */
    bool force;
    progress_mode progress;
} options;

/* What commands take in as a child, for each with an options as its input: the files and what to compute; where to
 * compute it besides; the memory besides, for commands that take volumes through it in pieces. */
extern const struct argp options_files_argp;
extern const struct argp options_argp;
extern const struct argp options_memory_argp;

/** Parses a command line. What it gave is in o, which options_release frees.
 *  \return EXIT_DONE or EXIT_USAGE; wrong use is reported, and --help ends the process */
int options_parse(options *o, const struct argp *argp, int argc, char **argv);

/** What options_parse does when argp has taken all options: what one of them means with the others. */
int options_complete(options *o);

/** Whether there is an output whose name has this ending, "" for any. \return false if not, which is reported */
bool options_need_output(const options *o, const char *ending);

void options_release(options *o);

#endif
