/* Options that the transforming commands share.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "progress.h"
#include "raw_options.h"
#include "report_options.h"
#include "spec.h"

#include <argp.h>

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

/** What the commands' own parsers take in as a child; its input is an options. */
extern const struct argp options_argp;

/** Of these all but where to compute; its input is an options, too. */
extern const struct argp options_files_argp;

/** Parser and children of a command that has no options besides. */
error_t options_parse_alone(int key, char *text, struct argp_state *state);
extern const struct argp_child options_alone[2];

/** Of the memory, for commands that take volumes through it in pieces; its input is an options, too. */
extern const struct argp options_memory_argp;

/** As options_parse_alone and options_alone, with that. */
error_t options_parse_pieces(int key, char *text, struct argp_state *state);
extern const struct argp_child options_pieces[3];

/** Parses a command line. What it gave is in o, which options_release frees.
 *  \return EXIT_DONE or EXIT_USAGE; wrong use is reported, and --help ends the process */
int options_parse(options *o, const struct argp *argp, int argc, char **argv);

void options_release(options *o);

#endif
