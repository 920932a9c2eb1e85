/* `orbital devices`: lists the arrays that can be opened.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine_choice.h"
#include "message.h"
#include "options.h"
#include "outfile.h"
#include "results.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct argp_child children[] = {{.argp = &report_options_argp}, {0}};

static const struct argp argp = {.children = children,
                                 .doc =
                                     "Lists the engines and boards that can be opened, by their names for --engine.\v"
                                     "Examples:\n"
                                     "  orbital devices\n"
                                     "  orbital devices --json -\n"
                                     "  orbital info --engine sim:float32\n"};

/* A list without boards does not show whether they were looked for. */
static void print_absent_boards(char *const *names)
{
    while (*names && strncmp(*names, "ftdi:", 5) && strncmp(*names, "udp:", 4))
        names++;
    if (!*names)
        printf("No FTDI chip is attached, and no board answers on the network, so no board can be opened.\n");
}

int command_devices(int argc, char **argv)
{
    report_options o = {0};
    char **names = NULL;
    json_t *list = NULL;
    outputs *set;
    outfile *file = NULL;
    bool good;
    size_t listed = 0;
    orb_status status;
    if (argp_parse(&argp, argc, argv, 0, NULL, &o))
        return EXIT_USAGE;
    list = o.json || o.quiet ? json_array() : NULL;
    set = outputs_create_new(NULL);
    good = set && (!o.json || (file = outputs_add(set, o.json)));
    status = good ? orb_engine_list(&names) : ORB_OK;
    if (status)
        good = fail("devices", NULL, "%s", orb_last_error());
    for (size_t i = 0; good && names[i]; i++) {
        listed += engine_summarize(names[i], list);
        if (list && report_options_text(&o))
            engine_summarize(names[i], NULL);
    }
    if (good && !listed)
        good = engine_fail("devices", ORB_NO_DEVICE);
    else if (good && report_options_text(&o))
        print_absent_boards(names);
    if (good && file)
        good = report_write(file, json_pack("{s:O}", "devices", list));
    good = good && outputs_commit(set);
    outputs_discard(set);
    json_decref(list);
    orb_engine_list_free(names);
    return good ? EXIT_DONE : EXIT_FAILED;
}
