/* The transport to a core reached over the byte link.
 * SPDX-License-Identifier: Apache-2.0 */
#include "transport_link.h"

#include "link_registers.h"
#include "link_stream.h"

#include <stdlib.h>

typedef struct link_transport {
    orb_transport base;
    orb_link link;
} link_transport;

static orb_status link_read(orb_transport *transport, uint32_t address, uint32_t *values, size_t count)
{
    return orb_link_read(&((link_transport *)transport)->link, address, values, count);
}

static orb_status link_write(orb_transport *transport, uint32_t address, const uint32_t *values, size_t count)
{
    return orb_link_write(&((link_transport *)transport)->link, address, values, count);
}

static orb_status link_transfer(orb_transport *transport, const orb_transfer *transfer)
{
    return orb_link_stream(&((link_transport *)transport)->link, transfer);
}

static orb_status link_forget(orb_transport *transport)
{
    return orb_link_resume(&((link_transport *)transport)->link);
}

static void link_close(orb_transport *transport)
{
    orb_link_close(&((link_transport *)transport)->link);
    free(transport);
}

static const orb_transport_ops link_ops = {link_read, link_write, link_transfer, link_forget, link_close};

orb_status orb_link_open(orb_transport **transport, orb_pipe *pipe, unsigned baud)
{
    link_transport *t = calloc(1, sizeof *t);
    orb_status status = t ? ORB_OK : ORB_NO_MEMORY;

    if (t) {
        t->base.ops = &link_ops;
        orb_link_init(&t->link, pipe);
        status = orb_link_connect(&t->link, baud);
        if (status) {
            link_close(&t->base);
            t = NULL;
        }
    } else {
        pipe->ops->close(pipe);
    }
    *transport = (orb_transport *)t;
    return status;
}

const orb_link *orb_link_of(const orb_transport *transport)
{
    return &((const link_transport *)transport)->link;
}
