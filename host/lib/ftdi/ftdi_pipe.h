/* The bytes of a link through an FTDI chip: a UART or FIFO, or SPI.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_FTDI_PIPE_H
#define ORB_FTDI_PIPE_H

#include "byte_pipe.h"
#include "ftdi_name.h"

#include <ftdi.h>

/* Both take the opened chip over, on failure too. ORB_OK, ORB_NO_MEMORY, ORB_UNPLUGGED, ORB_SILENT (the chip is set up
 * for another mode), ORB_DEVICE_FAILED */
orb_status orb_ftdi_pipe_open(orb_pipe **pipe, struct ftdi_context *ftdi, orb_ftdi_mode mode);
orb_status orb_ftdi_spi_open(orb_pipe **pipe, struct ftdi_context *ftdi);

#endif
