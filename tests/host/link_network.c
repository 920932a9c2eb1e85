/* One direction of a network that spoils datagrams.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link_network.h"

#include <string.h>

static bool happens(link_network *network, unsigned chance)
{
    const bool strikes = random_below(10000) < chance;

    network->spoiled += strikes;
    return strikes;
}

static void push(link_network *network, const uint8_t *bytes, size_t length, uint64_t arrival)
{
    network_datagram *datagram = &network->datagram[network->count++];

    assert_true(network->count < NETWORK_DATAGRAMS && length <= sizeof datagram->bytes);
    memcpy(datagram->bytes, bytes, length);
    datagram->length = length;
    datagram->arrival = arrival;
}

void link_network_send(link_network *network, const network_faults *faults, uint64_t now, const uint8_t *bytes,
                       size_t length)
{
    uint8_t copy[ORB_LINK_BODY_MAX];

    memcpy(copy, bytes, length);
    network->sent++;
    now += faults->time;
    if (happens(network, faults->flipped))
        copy[random_below(length)] ^= (uint8_t)(1u << random_below(8));
    if (happens(network, faults->doubled))
        push(network, copy, length, now + random_below(1000000));
    if (happens(network, faults->delayed))
        now += random_below(3000000);
    if (happens(network, faults->lost) || (faults->longest && length > faults->longest))
        network->lost++;
    else
        push(network, copy, length, now);
}

size_t link_network_take(link_network *network, uint64_t now, uint8_t bytes[ORB_LINK_BODY_MAX])
{
    size_t first = 0, length = 0;

    for (size_t i = 1; i < network->count; i++)
        if (network->datagram[i].arrival < network->datagram[first].arrival)
            first = i;
    if (network->count && network->datagram[first].arrival <= now) {
        length = network->datagram[first].length;
        memcpy(bytes, network->datagram[first].bytes, length);
        memmove(&network->datagram[first], &network->datagram[first + 1],
                (--network->count - first) * sizeof *network->datagram);
    }
    return length;
}
