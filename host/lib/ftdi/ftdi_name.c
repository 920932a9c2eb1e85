/* Reads and writes the names of boards with an FTDI chip.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ftdi_name.h"

#include "error.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

static const char *const mode_names[] = {"", "uart", "fifo", "sync", "spi"};

enum { MODES = sizeof mode_names / sizeof *mode_names, DIGITS_MAX = 8 };

static bool read_word(char *to, size_t size, const char *value)
{
    const bool good = !*to && *value && strlen(value) < size;

    if (good)
        strcpy(to, value);
    return good;
}

static bool read_place(orb_ftdi_request *request, const char *value)
{
    const bool first = !request->bus;

    request->bus = orb_number_take(&value, DIGITS_MAX);
    if (*value++ != '/')
        return false;
    request->address = orb_number_take(&value, DIGITS_MAX);
    return first && !*value && request->bus && request->address;
}

static bool read_mode(orb_ftdi_request *request, const char *value)
{
    const bool first = request->mode == ORB_FTDI_AUTO;

    for (unsigned m = ORB_FTDI_UART; m < MODES && first; m++)
        if (!strcmp(value, mode_names[m]))
            request->mode = (orb_ftdi_mode)m;
    return first && request->mode != ORB_FTDI_AUTO;
}

static bool read_baud(orb_ftdi_request *request, const char *value)
{
    const bool first = !request->baud;

    request->baud = orb_number_take(&value, DIGITS_MAX);
    return first && request->baud && !*value;
}

static bool read_channel(orb_ftdi_request *request, const char *value)
{
    const bool good = !request->channel && value[0] >= 'A' && value[0] <= 'D' && !value[1];

    if (good)
        request->channel = (unsigned)(value[0] - 'A') + 1;
    return good;
}

static bool read_driver(orb_ftdi_request *request, const char *value)
{
    const bool good = !request->leave_driver && !strcmp(value, "leave");

    request->leave_driver = true;
    return good;
}

/* Each key may be given once. */
static bool read_item(void *to, const char *key, const char *value)
{
    orb_ftdi_request *request = to;

    if (!value)
        return false;
    if (!strcmp(key, "serial"))
        return read_word(request->serial, sizeof request->serial, value);
    if (!strcmp(key, "desc"))
        return read_word(request->description, sizeof request->description, value);
    if (!strcmp(key, "at"))
        return read_place(request, value);
    if (!strcmp(key, "mode"))
        return read_mode(request, value);
    if (!strcmp(key, "baud"))
        return read_baud(request, value);
    if (!strcmp(key, "channel"))
        return read_channel(request, value);
    return !strcmp(key, "driver") && read_driver(request, value);
}

/* A rate is for a UART; the synchronous FIFO is on channel A only. */
static bool consistent(const orb_ftdi_request *r)
{
    return (!r->baud || r->mode == ORB_FTDI_AUTO || r->mode == ORB_FTDI_UART) &&
           (r->mode != ORB_FTDI_SYNC || r->channel <= 1);
}

orb_status orb_ftdi_request_parse(orb_ftdi_request *request, const char *text)
{
    orb_status status;

    *request = (orb_ftdi_request){.bus = 0};
    status = orb_items_read(text, read_item, request,
                            "does not name a board, or is given twice: use serial, desc, at=BUS/ADDRESS, "
                            "mode=uart|fifo|sync|spi, baud, channel=A..D and driver=leave");
    if (!status && !consistent(request))
        status = orb_refuse(
            ORB_INVALID, "\"%.64s\" does not name a board: baud is for mode=uart, and mode=sync for channel=A", text);
    return status;
}

bool orb_ftdi_request_write(const orb_ftdi_request *request, char *text, size_t size)
{
    const char channel[2] = {(char)('A' + (request->channel ? request->channel - 1 : 0)), '\0'};
    char place[32], baud[16];
    const struct {
        bool there;
        const char *key, *value;
    } items[] = {
        {*request->serial, "serial", request->serial},
        {*request->description, "desc", request->description},
        {request->bus, "at", place},
        {request->mode != ORB_FTDI_AUTO, "mode", mode_names[request->mode]},
        {request->baud, "baud", baud},
        {request->channel, "channel", channel},
        {request->leave_driver, "driver", "leave"},
    };
    bool good = size > 0;

    snprintf(place, sizeof place, "%u/%u", request->bus, request->address);
    snprintf(baud, sizeof baud, "%u", request->baud);
    if (good)
        *text = '\0';
    for (size_t i = 0; i < sizeof items / sizeof *items && good; i++)
        if (items[i].there)
            good = orb_append(text, size, "%s%s=%s", *text ? "," : "", items[i].key, items[i].value);
    return good;
}
