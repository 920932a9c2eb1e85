/* The device's side of the byte link behind a network, and the host's end of it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link_device.h"

#include <link.h>

/* ---- the device ---- */

/* What a device says to a host that it does not serve. */
static void turn_away(link_device *d, const orb_link_message *request)
{
    const uint8_t payload[] = {'O', 'R', 'B', 'E', 2, 0, 0, 0, 0, 1, d->served_by_others, 0};
    orb_link_message answer = {.sequence = request->sequence,
                               .operation = request->operation,
                               .status = ORB_LINK_BUSY,
                               .number = request->number,
                               .payload = payload,
                               .length = sizeof payload};
    uint8_t body[ORB_LINK_BODY_MAX];

    link_network_send(&d->net_to_host, &d->network, d->now, body, orb_link_encode_datagram(&answer, body));
}

/* Datagrams are acted on in the order of their numbers. */
void link_device_hear_datagrams(link_device *d)
{
    uint8_t body[ORB_LINK_BODY_MAX];
    orb_link_message message;
    size_t length;

    while ((length = link_network_take(&d->net_to_device, d->now, body)) > 0) {
        if (!orb_link_parse_datagram(body, length, &message))
            continue;
        if (d->reset || d->served_by_others) {
            turn_away(d, &message);
        } else if ((int32_t)(message.number - d->newest) > 0) {
            d->newest = message.number;
            link_device_hear(d, &message);
        }
    }
}

/* ---- the host's end ---- */

static uint64_t remote_now(orb_pipe *pipe)
{
    return ((link_device *)pipe)->now;
}

static orb_status remote_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    link_device *d = (link_device *)pipe;

    assert_true(room >= ORB_PIPE_ROOM);
    *count = link_network_take(&d->net_to_host, d->now, bytes);
    while (!*count && d->now < until) {
        link_device_step(d);
        *count = link_network_take(&d->net_to_host, d->now, bytes);
    }
    return ORB_OK;
}

static void remote_send(orb_pipe *pipe, orb_link_message *message)
{
    link_device *d = (link_device *)pipe;
    uint8_t body[ORB_LINK_BODY_MAX];
    size_t length;

    message->number = ++d->number;
    length = orb_link_encode_datagram(message, body);
    if (d->network.longest && length > d->network.longest) /* as a router says it */
        pipe->datagram = d->network.longest;
    link_network_send(&d->net_to_device, &d->network, d->now, body, length);
}

static orb_status remote_silent(orb_pipe *pipe, bool connected)
{
    (void)connected;
    return ((link_device *)pipe)->unanswered;
}

static void remote_close(orb_pipe *pipe)
{
    (void)pipe;
}

static const orb_pipe_ops remote_ops = {
    .now = remote_now, .read = remote_read, .close = remote_close, .send = remote_send, .silent = remote_silent};

link_device *link_device_new_remote(uint32_t clock_hz)
{
    link_device *d = link_device_new(0, clock_hz);

    d->base =
        (orb_pipe){.ops = &remote_ops, .bytes_per_second = 100e6, .patience = 4000000, .datagram = ORB_LINK_BODY_MAX};
    d->newest = random_bits();
    d->number = d->newest + (uint32_t)random_below(1u << 31);
    d->unanswered = ORB_UNPLUGGED;
    d->registers[0xF04 / 4] ^= (ORB_LINK_PORT_ASYNC_FIFO ^ ORB_LINK_PORT_ETHERNET) << 24;
    return d;
}
