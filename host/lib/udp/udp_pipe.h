/* The datagrams of a link through a socket.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_UDP_PIPE_H
#define ORB_UDP_PIPE_H

#include "byte_pipe.h"
#include "udp_talk.h"

/* Asks the board at an address to serve this host, which it then does until the pipe is closed, however long nothing is
 * sent. Waits for the end of a host before that has died. ORB_OK, ORB_NO_MEMORY, ORB_NO_DEVICE (nothing
 * listens there), ORB_SILENT, ORB_BUSY, ORB_UNPLUGGED (the network refuses, with a line) */
orb_status orb_udp_pipe_open(orb_pipe **pipe, uint32_t address, unsigned port, orb_udp_board *board);

/* The board has another address from now on. False if the network does not reach it. */
bool orb_udp_pipe_move(orb_pipe *pipe, uint32_t address);

#endif
