/* The engine "udp": an array on a board on the network.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* getaddrinfo */
#include "array.h"
#include "error.h"
#include "link.h"
#include "udp_find.h"
#include "udp_name.h"
#include "udp_pipe.h"

#include <netdb.h>

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { NAME_SIZE = sizeof((orb_device_info *)0)->engine };

/* The address of a name. */
static orb_status resolve(const char *host, uint32_t *address)
{
    const struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM};
    struct addrinfo *found = NULL;
    struct sockaddr_in place;

    if (getaddrinfo(host, NULL, &hints, &found) || !found)
        return orb_refuse(ORB_NO_DEVICE,
                          "no computer or board is called \"%s\": give its address, as in udp:192.168.1.50", host);
    memcpy(&place, found->ai_addr, sizeof place);
    freeaddrinfo(found);
    *address = ntohl(place.sin_addr.s_addr);
    return ORB_OK;
}

/* The only board on the network. */
static orb_status only_board(uint32_t *address, unsigned *port)
{
    orb_udp_board boards[ORB_UDP_BOARDS_MAX];
    const unsigned count = orb_udp_find(boards);

    if (!count)
        return orb_refuse(ORB_NO_DEVICE, "no board answers a broadcast: check its cable, or give its address, as in "
                                         "udp:192.168.1.50");
    if (count > 1)
        return orb_refuse(ORB_AMBIGUOUS, "%u boards answer: choose one; `orbital devices` lists them", count);
    *address = boards[0].address;
    *port = boards[0].port;
    return ORB_OK;
}

/* The line of a failure to open a board. */
static orb_status explain(orb_status status, const char *name)
{
    switch (status) {
    case ORB_BUSY:
        return orb_refuse(status, "%s serves another host: wait until that is done", name);
    case ORB_SILENT:
        return orb_refuse(status, "%s does not answer: check the board's power, cable and address", name);
    case ORB_NO_DEVICE:
        return orb_refuse(status, "what is at %s is no orbital board: `orbital devices` lists the boards", name);
    case ORB_UNPLUGGED:
        return orb_refuse(status, "the network does not reach %s: check the address and this computer's network", name);
    default:
        return status;
    }
}

static orb_status change_address(orb_transport *transport, uint32_t address)
{
    orb_link *link = orb_link_of(transport);
    orb_status status = orb_link_write(transport, ORB_LINK_IP, &address, 1);

    if (!status && !orb_udp_pipe_move(link->pipe, address))
        status = ORB_UNPLUGGED;
    if (!status)
        status = orb_link_read(transport, ORB_LINK_IP, &address, 1);
    return status ? orb_refuse(status, "the board does not answer at its new address: open it there, or reset it")
                  : ORB_OK;
}

static orb_status open_udp(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    orb_udp_request asked;
    orb_udp_board board = {.port = 0};
    uint32_t address = 0;
    orb_pipe *pipe = NULL;
    orb_transport *transport = NULL;
    orb_backend *b = NULL;
    char full[NAME_SIZE] = "";
    orb_status status = orb_udp_request_parse(&asked, name);

    (void)prefix;
    if (!status)
        status = *asked.host ? resolve(asked.host, &address) : only_board(&address, &asked.port);
    if (!status)
        status = orb_array_new(&b, 1);
    if (!status) {
        orb_udp_name_write(address, asked.port, full, sizeof full);
        if (asked.leave && orb_udp_find_at(address, asked.port, &board) && board.served)
            status = explain(ORB_BUSY, full);
    }
    if (!status) {
        status = explain(orb_udp_pipe_open(&pipe, address, asked.port, &board), full);
    }
    if (!status)
        status = orb_link_open(&transport, pipe, 0);
    if (!status && asked.address) {
        status = change_address(transport, asked.address);
        orb_udp_name_write(asked.address, asked.port, full, sizeof full);
        if (status)
            transport->ops->close(transport);
    }
    if (!status)
        status = orb_array_add(b, transport);
    if (!status) {
        orb_array_describe(b, info);
        snprintf(info->engine, sizeof info->engine, "%s", full);
        snprintf(info->link, sizeof info->link, "Ethernet");
    } else {
        orb_array_close(b);
        b = NULL;
    }
    *backend = b;
    return status;
}

static orb_status list_udp(const char *prefix, orb_name_visitor visit, void *user)
{
    orb_udp_board boards[ORB_UDP_BOARDS_MAX];
    const unsigned count = orb_udp_find(boards);
    orb_status status = ORB_OK;

    (void)prefix;
    for (unsigned i = 0; i < count && !status; i++) {
        char name[NAME_SIZE];

        orb_udp_name_write(boards[i].address, boards[i].port, name, sizeof name);
        status = visit(user, name);
    }
    return status;
}

static orb_status about_udp(const char *name, char *text, size_t size)
{
    orb_udp_request asked;
    orb_udp_board board;
    uint32_t address;

    if (strncmp(name, "udp:", 4) != 0 || orb_udp_request_parse(&asked, name + 4) || resolve(asked.host, &address) ||
        !orb_udp_find_at(address, asked.port, &board))
        return ORB_NO_DEVICE;
    snprintf(text, size, "Ethernet, %02x:%02x:%02x:%02x:%02x:%02x%s", board.mac[0], board.mac[1], board.mac[2],
             board.mac[3], board.mac[4], board.mac[5], board.served ? ", serves a host" : "");
    return ORB_OK;
}

const orb_engine orb_engine_udp = {.list = list_udp, .about = about_udp, .open = open_udp, ORB_ARRAY_OPERATIONS};
