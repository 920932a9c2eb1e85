/* The bytes of a link through an FTDI chip: a UART or FIFO, or SPI.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Writing is asynchronous: the bytes go while reads wait, so that both directions are under way at once, and the chip's
 * small buffer is emptied all the time. */
#ifndef ORB_FTDI_PIPE_H
#define ORB_FTDI_PIPE_H

#include "byte_pipe.h"
#include "ftdi_name.h"

#include <ftdi.h>

/* Each takes the opened chip over, on failure too. ORB_OK, ORB_NO_MEMORY, ORB_UNPLUGGED, ORB_SILENT (the chip is set up
 * for another mode), ORB_DEVICE_FAILED */
orb_status orb_ftdi_pipe_open(orb_pipe **pipe, struct ftdi_context *ftdi, orb_ftdi_mode mode);
orb_status orb_ftdi_sync_open(orb_pipe **pipe, struct ftdi_context *ftdi);
orb_status orb_ftdi_spi_open(orb_pipe **pipe, struct ftdi_context *ftdi);

/* ---- what they are made of ---- */

enum { ORB_FTDI_SEND_BYTES = 4096 }; /* of a transfer: what the largest chip has room for */

/* The structure of a pipe begins with it. */
typedef struct orb_ftdi_io {
    orb_pipe base;
    struct ftdi_context *ftdi;
    struct ftdi_transfer_control *sending; /* NULL: nothing is */
    uint8_t send[ORB_FTDI_SEND_BYTES];
} orb_ftdi_io;

/* A pipe of so many bytes with a channel that is quick to answer, without what the program before left. Takes the chip
 * over, on failure too. ORB_OK, ORB_NO_MEMORY, ORB_UNPLUGGED, ORB_DEVICE_FAILED */
orb_status orb_ftdi_new(orb_ftdi_io **io, size_t size, const orb_pipe_ops *ops, struct ftdi_context *ftdi);

/* Ends what is being sent, and the pipe. */
void orb_ftdi_close(orb_pipe *pipe);

/* Nanoseconds of the monotonic clock, the same for all pipes. */
uint64_t orb_ftdi_now(orb_pipe *pipe);

/* What libftdi's result below 0 means: ORB_OK (nothing came in time), ORB_UNPLUGGED or ORB_DEVICE_FAILED. */
orb_status orb_ftdi_failure(orb_ftdi_io *io, int result);

/* Takes bytes if those before have gone, and begins to send them. ORB_OK, ORB_UNPLUGGED, ORB_DEVICE_FAILED */
orb_status orb_ftdi_send(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken);

/* Takes what one packet brings, perhaps nothing. As orb_ftdi_send */
orb_status orb_ftdi_receive(orb_ftdi_io *io, uint8_t *bytes, size_t room, size_t *count);

/* Gives up what is being sent. */
void orb_ftdi_stop(orb_ftdi_io *io);

bool orb_ftdi_is_high_speed(const orb_ftdi_io *io);

#endif
