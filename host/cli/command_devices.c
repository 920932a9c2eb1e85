/* `orbital devices`: lists the arrays that can be opened.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine.h"
#include "message.h"

#include <argp.h>
#include <stdlib.h>

static error_t parse(int key, char *text, struct argp_state *state)
{
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    argp_error(state, "%s: takes no arguments", text);
    return EINVAL;
}

static const struct argp argp = {.parser = parse,
                                 .doc = "Lists the arrays that can be opened: names for --engine, and what each is.\v"
                                        "Examples:\n"
                                        "  orbital devices\n"
                                        "  orbital info --engine sim:float32\n"};

int command_devices(int argc, char **argv)
{
    char **names = NULL;
    bool good = true;
    size_t listed = 0;
    orb_status status;
    if (argp_parse(&argp, argc, argv, 0, NULL, NULL))
        return EXIT_USAGE;
    status = orb_engine_list(&names);
    if (status)
        good = engine_fail("devices", status);
    else if (!names[0])
        good = engine_fail("devices", ORB_NO_DEVICE);
    for (size_t i = 0; good && names[i]; i++)
        listed += engine_summarize(names[i]);
    if (good && !listed)
        good = engine_fail("devices", ORB_NO_DEVICE);
    orb_engine_list_free(names);
    return good ? EXIT_DONE : EXIT_FAILED;
}
