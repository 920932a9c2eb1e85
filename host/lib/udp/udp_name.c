/* The items of the name of a board on a network.
 * SPDX-License-Identifier: Apache-2.0 */
#include "udp_name.h"

#include "text.h"

#include <arpa/inet.h>

#include <stdio.h>
#include <string.h>

enum { PORT_DIGITS = 5, PORT_MAX = 65535 };
enum { MULTICAST = 224 }; /* first byte of the addresses that are of no single computer, and of those after them */

static bool read_host(orb_udp_request *request, const char *text)
{
    const size_t length = strcspn(text, ":");
    bool good = !*request->host && length > 0 && length < sizeof request->host;

    if (good)
        memcpy(request->host, text, length);
    if (good && text[length]) {
        text += length + 1;
        request->port = orb_number_take(&text, PORT_DIGITS);
        good = !*text && request->port > 0 && request->port <= PORT_MAX;
    }
    return good;
}

bool orb_udp_is_address(uint32_t address)
{
    return address >> 24 != 0 && address >> 24 < MULTICAST;
}

static bool read_address(orb_udp_request *request, const char *value)
{
    struct in_addr address;
    const bool good = !request->address && inet_pton(AF_INET, value, &address) == 1;

    if (good)
        request->address = ntohl(address.s_addr);
    return good && orb_udp_is_address(request->address);
}

static bool read_item(void *to, const char *key, const char *value)
{
    orb_udp_request *request = to;

    if (!value)
        return read_host(request, key);
    if (!strcmp(key, "served")) {
        const bool good = !request->leave && !strcmp(value, "leave");

        request->leave = true;
        return good;
    }
    return !strcmp(key, "address") && read_address(request, value);
}

orb_status orb_udp_request_parse(orb_udp_request *request, const char *text)
{
    *request = (orb_udp_request){.port = ORB_UDP_PORT};
    return orb_items_read(text, read_item, request,
                          "does not name a board, or is given twice: use HOST or HOST:PORT, address=A.B.C.D to give "
                          "it another address, and served=leave");
}

void orb_udp_name_write(uint32_t address, unsigned port, char *name, size_t size)
{
    snprintf(name, size, "udp:%u.%u.%u.%u", address >> 24, address >> 16 & 255, address >> 8 & 255, address & 255);
    if (port != ORB_UDP_PORT)
        orb_append(name, size, ":%u", port);
}
