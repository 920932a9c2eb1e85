/* The items of the name of a board on a network, as in "udp:192.168.1.50".
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_UDP_NAME_H
#define ORB_UDP_NAME_H

#include <orbital/orbital.h>

#include <stdbool.h>

enum { ORB_UDP_PORT = 18514 }; /* of all boards */

/* Zero where nothing is asked. */
typedef struct orb_udp_request {
    char host[256];   /* a name, of up to 253 characters (RFC 1035), or an address */
    unsigned port;    /* ORB_UDP_PORT if none is given */
    bool leave;       /* fails if the board serves a host, although that may have been silent for long */
    uint32_t address; /* that the board gets once it is open, 192.168.1.50 being 0xC0A80132; 0: it keeps its own */
} orb_udp_request;

/* Reads "HOST[:PORT][,address=ADDRESS][,served=leave]" (NULL: nothing asked). ORB_OK or ORB_INVALID */
orb_status orb_udp_request_parse(orb_udp_request *request, const char *text);

/* Can a board have this address? No network, no group of computers, and not this computer without a number. */
bool orb_udp_is_address(uint32_t address);

/* Writes the name of the board at an address, "udp:" included. */
void orb_udp_name_write(uint32_t address, unsigned port, char *name, size_t size);

#endif
