/* Reads and writes the names of boards with an FTDI chip.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ftdi_name.h"

#include "checked.h"
#include "error.h"

#include <stdio.h>
#include <string.h>

static const char *const mode_names[] = {"", "uart", "fifo", "sync", "spi"};

enum { MODES = sizeof mode_names / sizeof *mode_names, DIGITS_MAX = 8 };

const char *orb_ftdi_mode_name(orb_ftdi_mode mode)
{
    return mode_names[mode];
}

/* Takes a number off the front of a text; 0 if there is none, or one that is too large. */
static unsigned take_number(const char **text)
{
    const size_t digits = strspn(*text, "0123456789");
    unsigned value = 0;

    for (size_t i = 0; i < digits && digits <= DIGITS_MAX; i++)
        value = 10 * value + (unsigned)((*text)[i] - '0');
    *text += digits;
    return value;
}

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

    request->bus = take_number(&value);
    if (*value++ != '/')
        return false;
    request->address = take_number(&value);
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

    request->baud = take_number(&value);
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

/* Reads "KEY=VALUE"; a key may be given once. */
static bool read_item(orb_ftdi_request *request, char *item)
{
    char *value = strchr(item, '=');

    if (!value)
        return false;
    *value++ = '\0';
    if (!strcmp(item, "serial"))
        return read_word(request->serial, sizeof request->serial, value);
    if (!strcmp(item, "desc"))
        return read_word(request->description, sizeof request->description, value);
    if (!strcmp(item, "at"))
        return read_place(request, value);
    if (!strcmp(item, "mode"))
        return read_mode(request, value);
    if (!strcmp(item, "baud"))
        return read_baud(request, value);
    if (!strcmp(item, "channel"))
        return read_channel(request, value);
    return !strcmp(item, "driver") && read_driver(request, value);
}

/* A rate is for a UART; the synchronous FIFO is on channel A only. */
static bool consistent(const orb_ftdi_request *r)
{
    return (!r->baud || r->mode == ORB_FTDI_AUTO || r->mode == ORB_FTDI_UART) &&
           (r->mode != ORB_FTDI_SYNC || r->channel <= 1);
}

orb_status orb_ftdi_request_parse(orb_ftdi_request *request, const char *text)
{
    const char *c = text ? text : "";
    bool good = true, more = *c != '\0';

    *request = (orb_ftdi_request){.bus = 0};
    while (good && more) {
        char item[128];
        const size_t length = strcspn(c, ",");

        good = length < sizeof item;
        if (good) {
            memcpy(item, c, length);
            item[length] = '\0';
            good = read_item(request, item);
        }
        if (!good)
            orb_refuse(ORB_INVALID,
                       "\"%.*s\" does not name a board, or is given twice: use serial, desc, at=BUS/ADDRESS, "
                       "mode=uart|fifo|sync|spi, baud, channel=A..D and driver=leave",
                       (int)smaller(length, 64), c);
        more = c[length] == ',';
        c += length + 1;
    }
    if (good && !consistent(request))
        return orb_refuse(ORB_INVALID,
                          "\"%.64s\" does not name a board: baud is for mode=uart, and mode=sync for "
                          "channel=A",
                          text);
    return good ? ORB_OK : ORB_INVALID;
}

/* Appends "KEY=VALUE" if there is room. */
static bool say(char *text, size_t size, const char *key, const char *value)
{
    const size_t used = strlen(text);
    const int length = snprintf(text + used, size - used, "%s%s=%s", used ? "," : "", key, value);

    return length > 0 && (size_t)length < size - used;
}

bool orb_ftdi_request_write(const orb_ftdi_request *request, char *text, size_t size)
{
    const char channel[2] = {(char)('A' + (request->channel ? request->channel - 1 : 0)), '\0'};
    char place[32], baud[16];
    bool good = size > 0;

    snprintf(place, sizeof place, "%u/%u", request->bus, request->address);
    snprintf(baud, sizeof baud, "%u", request->baud);
    if (good)
        *text = '\0';
    if (good && *request->serial)
        good = say(text, size, "serial", request->serial);
    if (good && *request->description)
        good = say(text, size, "desc", request->description);
    if (good && request->bus)
        good = say(text, size, "at", place);
    if (good && request->mode != ORB_FTDI_AUTO)
        good = say(text, size, "mode", mode_names[request->mode]);
    if (good && request->baud)
        good = say(text, size, "baud", baud);
    if (good && request->channel)
        good = say(text, size, "channel", channel);
    if (good && request->leave_driver)
        good = say(text, size, "driver", "leave");
    return good;
}
