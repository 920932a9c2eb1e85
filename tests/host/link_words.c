/* Words through the core of a simulated device, over its link.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link_words.h"

#include <link.h>

#include <stdlib.h>

enum { GUARD = 64 };

orb_transport *link_connect(link_device *device)
{
    orb_transport *transport = NULL;

    assert_ok(orb_link_open(&transport, &device->base, 0));
    return transport;
}

orb_status link_pass_words(link_device *device, orb_transport *transport, size_t count, unsigned bytes,
                           unsigned beat_words)
{
    int32_t *in = malloc(count * sizeof *in), *out = malloc((count + GUARD) * sizeof *out);
    const orb_transfer transfer = {.in = in,
                                   .in_count = count,
                                   .out = out,
                                   .out_count = count,
                                   .in_bytes = bytes,
                                   .out_bytes = bytes,
                                   .beat_words = beat_words,
                                   .cycle_limit = 1000000};
    orb_status status;

    assert_true(in && out);
    for (size_t i = 0; i < count; i++)
        in[i] = (int32_t)(random_bits() << (32 - 8 * bytes)) >> (32 - 8 * bytes);
    for (size_t i = count; i < count + GUARD; i++)
        out[i] = INT32_MIN;
    device->due += count / beat_words;
    status = transport->ops->transfer(transport, &transfer);
    if (!status)
        assert_memory_equal(in, out, count * sizeof *in);
    for (size_t i = count; i < count + GUARD; i++)
        assert_int_equal(out[i], INT32_MIN);
    free(in);
    free(out);
    return status;
}

void link_end(link_device *device, orb_transport *transport)
{
    if (transport)
        transport->ops->close(transport);
    link_device_free(device);
}
