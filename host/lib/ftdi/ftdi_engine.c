/* The engine "ftdi": an array on a board with an FTDI chip, reached through the chip's pipe and the link over it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "ftdi_chip.h"
#include "ftdi_pipe.h"
#include "link.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

static const char prefix_text[] = "ftdi:";

enum { NAME_SIZE = sizeof((orb_device_info *)0)->engine };

/* The name of a device with this chip. */
static void name_board(const orb_chip *chip, const orb_ftdi_request *asked, char name[NAME_SIZE])
{
    memcpy(name, prefix_text, sizeof prefix_text);
    orb_chip_name(chip, asked, name + strlen(prefix_text), NAME_SIZE - strlen(prefix_text));
}

static void write_link(orb_device_info *info, const orb_chip *chip, const orb_link *link)
{
    static const char *const ports[] = {"UART", "asynchronous FIFO", "synchronous FIFO", "SPI"};
    const char *port = link->port < sizeof ports / sizeof *ports ? ports[link->port] : "port";

    snprintf(info->link, sizeof info->link, "%s, %s", chip->kind, port);
    if (link->port == ORB_LINK_PORT_UART)
        orb_append(info->link, sizeof info->link, " of %u baud", link->baud);
}

static orb_status open_ftdi(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    orb_ftdi_request asked;
    orb_chip chip;
    struct ftdi_context *ftdi = NULL;
    orb_pipe *pipe = NULL;
    orb_transport *transport = NULL;
    orb_backend *b = NULL;
    orb_status status = orb_ftdi_request_parse(&asked, name);

    (void)prefix;
    if (!status)
        status = orb_array_new(&b, 1);
    if (!status)
        status = orb_chip_open(&ftdi, &asked, &chip);
    if (!status)
        status =
            asked.mode == ORB_FTDI_SPI ? orb_ftdi_spi_open(&pipe, ftdi) : orb_ftdi_pipe_open(&pipe, ftdi, asked.mode);
    if (!status)
        status = orb_link_open(&transport, pipe, asked.baud);
    if (!status)
        status = orb_array_add(b, transport);
    if (!status) {
        orb_array_describe(b, info);
        name_board(&chip, &asked, info->engine);
        write_link(info, &chip, orb_link_of(transport));
    } else {
        orb_array_close(b);
        b = NULL;
    }
    *backend = b;
    return status;
}

/* Who wants to know the names of all chips. */
typedef struct listing {
    orb_name_visitor visit;
    void *user;
} listing;

static orb_status list_chip(void *user, const orb_chip *chip)
{
    const listing *l = user;
    char name[NAME_SIZE];

    name_board(chip, &(orb_ftdi_request){.bus = 0}, name);
    return l->visit(l->user, name);
}

static orb_status list_ftdi(const char *prefix, orb_name_visitor visit, void *user)
{
    (void)prefix;
    return orb_chip_visit(list_chip, &(listing){visit, user});
}

/* A name, and the text about it. */
typedef struct inquiry {
    const char *name;
    char *text;
    size_t size;
    bool found;
} inquiry;

static orb_status describe_chip(void *user, const orb_chip *chip)
{
    inquiry *asked = user;
    char name[NAME_SIZE];

    name_board(chip, &(orb_ftdi_request){.bus = 0}, name);
    if (!strcmp(name, asked->name)) {
        snprintf(asked->text, asked->size, "%s%s%s", chip->kind, *chip->description ? ", " : "", chip->description);
        asked->found = true;
    }
    return ORB_OK;
}

static orb_status about_ftdi(const char *name, char *text, size_t size)
{
    inquiry asked = {name, text, size, false};

    orb_chip_visit(describe_chip, &asked); /* which never ends it */
    return asked.found ? ORB_OK : ORB_NO_DEVICE;
}

const orb_engine orb_engine_ftdi = {.list = list_ftdi, .about = about_ftdi, .open = open_ftdi, ORB_ARRAY_OPERATIONS};
