/* The engine "udp": an array on a board on the network.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* getaddrinfo */
#include "array.h"
#include "error.h"
#include "link.h"
#include "udp_find.h"
#include "udp_name.h"
#include "udp_pipe.h"

#include <arpa/inet.h>
#include <netdb.h>

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { NAME_SIZE = sizeof((orb_device_info *)0)->engine };

/* The address of a name. The resolver may take its time; it is not asked for an address, nor for a part of one. */
static orb_status resolve(const char *host, uint32_t *address)
{
    const struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM};
    struct addrinfo *found = NULL;
    struct sockaddr_in place;

    if (inet_pton(AF_INET, host, &place.sin_addr) != 1) {
        const bool is_name = host[strspn(host, "0123456789.")];
        const int failed = is_name ? getaddrinfo(host, NULL, &hints, &found) : EAI_NONAME;

        if (failed)
            return orb_refuse(ORB_NO_DEVICE,
                              "no board is found by the name \"%s\" (%s): give its address, as in udp:192.168.1.50",
                              host, gai_strerror(failed));
        memcpy(&place, found->ai_addr, sizeof place);
        freeaddrinfo(found);
    }
    *address = ntohl(place.sin_addr.s_addr);
    return orb_udp_is_address(*address)
               ? ORB_OK
               : orb_refuse(ORB_INVALID, "%s is no address of a board: give one such as udp:192.168.1.50", host);
}

/* The only board on the network. */
static orb_status only_board(uint32_t *address, unsigned *port)
{
    orb_udp_board boards[ORB_UDP_BOARDS_MAX];
    orb_udp_search search;
    const unsigned count = orb_udp_find(boards, &search);

    if (search.wrong)
        return orb_refuse(ORB_INVALID,
                          "item %u of ORB_UDP_FIND, addresses with commas between, is not ADDRESS or ADDRESS:PORT: "
                          "correct or unset it",
                          search.wrong);
    if (!count && search.given)
        return orb_refuse(ORB_NO_DEVICE,
                          "no board answers at the %u addresses in ORB_UDP_FIND, which are ADDRESS or "
                          "ADDRESS:PORT with commas between: correct or unset it",
                          search.asked);
    if (!count && !search.asked)
        return orb_refuse(ORB_NO_DEVICE, "this computer has no network to look for boards on: give its network card an "
                                         "address, such as 192.168.1.2/24");
    if (!count)
        return orb_refuse(ORB_NO_DEVICE, "no board answers a broadcast: check its power and cable and this computer's "
                                         "firewall, or give its address, as in udp:192.168.1.50");
    for (unsigned i = 1; i < count; i++)
        if (boards[i].address == boards[0].address && boards[i].port == boards[0].port)
            return orb_refuse(ORB_AMBIGUOUS, "two boards have one address: switch one off, and give the other one "
                                             "another, as in udp:192.168.1.50,address=192.168.1.51");
    if (count > 1)
        return orb_refuse(ORB_AMBIGUOUS, "%u boards answer: choose one; `orbital devices` lists them", count);
    *address = boards[0].address;
    *port = boards[0].port;
    return ORB_OK;
}

/* The line of a failure to open a board, unless there is one. */
static orb_status explain(orb_status status, const char *name, uint32_t address)
{
    const bool far = (status == ORB_SILENT || status == ORB_UNPLUGGED) && !orb_udp_is_near(address);

    if (far)
        return orb_refuse(status,
                          "%s does not answer, and this computer has no address in its network: give it one, as "
                          "in 192.168.1.2/24 for a board at 192.168.1.50",
                          name);
    switch (status) {
    case ORB_BUSY:
        return orb_refuse(status, "%s serves another host: wait until that is done", name);
    case ORB_SILENT:
        return orb_refuse(status, "%s does not answer: check the board's power, cable and address", name);
    case ORB_NO_DEVICE:
        return orb_refuse(status,
                          "%s refuses datagrams, so it is no orbital board, or a firewall is in between: `orbital "
                          "devices` lists the boards",
                          name);
    default:
        return status;
    }
}

/* The answer to the write may get lost, as the board moves soon after it. So what is at the new address decides. */
static orb_status change_address(orb_transport *transport, uint32_t from, uint32_t to)
{
    orb_link *link = orb_link_of(transport);
    uint32_t there = 0;
    const bool possible = orb_udp_pipe_move(link->pipe, to) && orb_udp_is_near(to);
    orb_status status;

    orb_udp_pipe_move(link->pipe, from);
    if (!possible)
        return orb_refuse(ORB_INVALID, "this computer would not find the board at its new address: give one in a "
                                       "network of this computer, and not that network's broadcast address");
    (void)orb_link_write(transport, ORB_LINK_IP, &to, 1);
    orb_link_forget(link);
    status = orb_udp_pipe_move(link->pipe, to) ? orb_link_read(transport, ORB_LINK_IP, &there, 1) : ORB_UNPLUGGED;
    if (!status && there == to)
        return ORB_OK;
    orb_udp_pipe_move(link->pipe, from); /* so that the board there hears that it is closed */
    return orb_refuse(status ? status : ORB_DEVICE_FAILED,
                      "the board does not answer at its new address: open it there, or reset it");
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
            status = explain(ORB_BUSY, full, address);
    }
    if (!status)
        status = explain(orb_udp_pipe_open(&pipe, address, asked.port, &board), full, address);
    if (!status)
        status = orb_link_open(&transport, pipe, 0);
    if (!status && asked.address) {
        status = change_address(transport, address, asked.address);
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
    const unsigned count = orb_udp_find(boards, NULL);
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
             board.mac[3], board.mac[4], board.mac[5],
             !board.served   ? ""
             : board.expired ? ", serves a host that has been silent for long"
                             : ", serves a host");
    return ORB_OK;
}

const orb_engine orb_engine_udp = {.list = list_udp, .about = about_udp, .open = open_udp, ORB_ARRAY_OPERATIONS};
