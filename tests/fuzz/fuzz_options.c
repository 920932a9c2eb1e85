/* Reads bytes of the fuzzer as the options of a command, and as names of engines, boards and models. What is read is
 * checked and written again; nothing is opened but the engine cpu, which computes nothing, and no file is written.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The first byte says which: options, each behind the one before it with a 0 between, or a name. */
#include "command.h"
#include "engine_choice.h"
#include "ftdi_name.h"
#include "message.h"
#include "model.h"
#include "options.h"
#include "udp_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MOST = 40, ROOM = 512, KINDS = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static size_t tried, good, settled;

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void finish(void)
{
    printf("%zu of %zu inputs were options or names, %zu settled or written again\n", good, tried, settled);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return atexit(finish);
}

/* As a command that takes all options does, but for what would end the program. */
static void read_options(char *text, size_t size)
{
    static const size_t shape[3] = {5, 4, 6};
    char *arguments[ARGUMENTS_MOST + 2] = {(char[]){"orbital forward"}};
    int count = 1;
    options o = {0};

    for (size_t at = 0; at < size && count <= ARGUMENTS_MOST; at += strlen(text + at) + 1)
        arguments[count++] = text + at;
    if (!argp_parse(&options_memory_argp, count, arguments, ARGP_NO_EXIT | ARGP_NO_HELP, NULL, &o) &&
        options_complete(&o) == EXIT_DONE) {
        const raw_layout *layout = raw_options_layout(&o.raw);

        good++;
        require(o.input && (!layout || !o.raw.given || (layout->type && layout->shape[0] && layout->shape[3])));
        settled += spec_settle(&o.spec, shape, 0);
    }
    options_release(&o);
}

/* A board's name that is written asks for the same as the one that was read. */
static void read_board(const char *text)
{
    orb_ftdi_request asked, again;
    char written[ROOM], twice[ROOM];

    if (orb_ftdi_request_parse(&asked, text))
        return;
    good++;
    if (orb_ftdi_request_write(&asked, written, sizeof written)) {
        require(!orb_ftdi_request_parse(&again, written) && orb_ftdi_request_write(&again, twice, sizeof twice));
        require(!strcmp(written, twice));
        settled++;
    }
}

/* A device that is what was asked for fits, and a request for just this device fits it too. */
static void read_model(const char *text)
{
    orb_request asked, again;
    char written[ROOM];

    if (orb_request_parse(&asked, text))
        return;
    good++;
    require(orb_request_usual(&asked) < 1000);
    if (asked.p && asked.bmax && asked.bfull && asked.w && asked.nbuf && asked.lanes && asked.io &&
        (asked.fixed || asked.exponent)) {
        orb_request_write(&asked, written, sizeof written);
        require(!orb_request_parse(&again, written) && orb_request_fits(&again, &asked));
        settled++;
    }
}

/* Reads a board on the network, which is written as the same again. */
static void read_remote(const char *text)
{
    orb_udp_request asked, again;
    char written[ROOM];

    if (orb_udp_request_parse(&asked, text))
        return;
    good++;
    require(asked.port > 0 && asked.port < 65536);
    orb_udp_name_write(asked.address, asked.port, written, sizeof written);
    require(!orb_udp_request_parse(&again, written + strlen("udp:")) && again.port == asked.port);
    settled++;
}

/* Any name, as it stands in a record; that of the engine cpu, or of none, is opened. */
static void read_engine(const char *text)
{
    char *name = engine_recorded_name(text);
    orb_request file;

    require(name && strlen(name) <= strlen(text));
    orb_request_of_file(&file, "sim", text);
    if (strncmp(name, "ftdi", 4) && strncmp(name, "sim", 3) && strncmp(name, "hls", 3) && strncmp(name, "udp", 3)) {
        orb_device *device;
        const orb_status status = orb_open(&device, name);

        require(!status == !!device && (!status || *orb_last_error()));
        good += !status;
        orb_close(device);
    }
    free(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text;

    tried++;
    if (!size)
        return 0;
    text = malloc(size);
    require(text != NULL);
    memcpy(text, bytes + 1, size - 1);
    text[size - 1] = '\0';
    switch (bytes[0] % KINDS) {
    case 0:
        read_options(text, size - 1);
        break;
    case 1:
        read_board(text);
        break;
    case 2:
        read_model(text);
        break;
    case 3:
        read_remote(text);
        break;
    default:
        read_engine(text);
    }
    free(text);
    return 0;
}
