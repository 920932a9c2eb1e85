/* Bytes to and from an FTDI chip. Writing is asynchronous: the bytes go while reads wait, so that both directions are
 * under way at once, and the chip's small buffer is emptied all the time.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_FTDI_IO_H
#define ORB_FTDI_IO_H

#include <orbital/orbital.h>

#include <ftdi.h>

#include <stdbool.h>

enum { ORB_FTDI_SEND_BYTES = 4096 }; /* of a transfer: what the largest chip has room for */

typedef struct orb_ftdi_io {
    struct ftdi_context *ftdi;
    struct ftdi_transfer_control *sending; /* NULL: nothing is */
    uint8_t send[ORB_FTDI_SEND_BYTES];
} orb_ftdi_io;

/* Nanoseconds of the monotonic clock. */
uint64_t orb_ftdi_now(void);

/* What libftdi's result below 0 means: ORB_OK (nothing came in time), ORB_UNPLUGGED or ORB_DEVICE_FAILED. */
orb_status orb_ftdi_failure(orb_ftdi_io *io, int result);

/* Makes a channel quick to answer, and drops what the program before left. ORB_OK, ORB_UNPLUGGED, ORB_DEVICE_FAILED */
orb_status orb_ftdi_set_up(orb_ftdi_io *io);

/* Takes bytes if those before have gone, and begins to send them. As orb_ftdi_set_up */
orb_status orb_ftdi_send(orb_ftdi_io *io, const uint8_t *bytes, size_t count, size_t *taken);

/* Takes what one packet brings, perhaps nothing. As orb_ftdi_set_up */
orb_status orb_ftdi_receive(orb_ftdi_io *io, uint8_t *bytes, size_t room, size_t *count);

/* Gives up what is being sent. */
void orb_ftdi_stop(orb_ftdi_io *io);

bool orb_ftdi_is_high_speed(const orb_ftdi_io *io);

#endif
