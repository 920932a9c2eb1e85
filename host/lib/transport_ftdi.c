/* The transport to a board behind an FTDI chip: the chip, its pipe, and the link over it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "transport_ftdi.h"

#include "ftdi_chip.h"
#include "ftdi_pipe.h"
#include "transport_link.h"

#include <stdio.h>

static void write_link(orb_board *board, const orb_chip *chip, const orb_link *link)
{
    static const char *const ports[] = {"UART", "asynchronous FIFO", "synchronous FIFO", "SPI"};
    const char *port = link->port < sizeof ports / sizeof *ports ? ports[link->port] : "port";
    const int used = snprintf(board->link, sizeof board->link, "%s, %s", chip->kind, port);

    if (link->port == ORB_LINK_PORT_UART && used > 0 && (size_t)used < sizeof board->link)
        snprintf(board->link + used, sizeof board->link - (size_t)used, " of %u baud", link->baud);
}

orb_status orb_board_connect(orb_transport **transport, const char *name, orb_board *board)
{
    orb_ftdi_request asked;
    orb_chip chip;
    struct ftdi_context *ftdi = NULL;
    orb_pipe *pipe = NULL;
    orb_status status = orb_ftdi_request_parse(&asked, name);

    *transport = NULL;
    if (!status)
        status = orb_chip_open(&ftdi, &asked, &chip);
    if (!status)
        status =
            asked.mode == ORB_FTDI_SPI ? orb_ftdi_spi_open(&pipe, ftdi) : orb_ftdi_pipe_open(&pipe, ftdi, asked.mode);
    if (!status)
        status = orb_link_open(transport, pipe, asked.baud);
    if (!status) {
        orb_chip_name(&chip, &asked, board->name, sizeof board->name);
        write_link(board, &chip, orb_link_of(*transport));
    }
    return status;
}
