/* The client of the byte link with a device that lies without end, is silent, or sends garbage: a status comes before
 * two seconds are over, and memory is bounded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "link_words.h"

#include <link.h>

#include <string.h>
#include <sys/resource.h>

static const uint64_t second = 1000000000, limit = 2 * second;

enum { UART = 12000000, FIFO = 0, CLOCK_HZ = 100000000, BYTES = 3, WORDS = 300, GUARD = 64 };

static orb_status pass(link_device *device, orb_transport *transport, size_t count)
{
    return link_pass_words(device, transport, count, BYTES, 1);
}

/* Every lie about every operation, without end: a status before two seconds are over, and no word behind the end. */
static void every_lie_ends(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        link_device *device = link_device_new(i % 2 ? UART : FIFO, CLOCK_HZ);
        orb_transport *transport = NULL;
        orb_status status;
        uint64_t start;

        device->lie = (link_lie){.on = true,
                                 .operation = (orb_link_operation)random_below(4),
                                 .skip = (unsigned)random_below(30),
                                 .sequence = random_below(4) ? 0 : (int)random_below(256),
                                 .as = random_below(4) ? 0 : (int)random_below(16),
                                 .status = random_below(4) ? 0 : (int)random_below(16),
                                 .count = random_below(2) ? 0 : (int)random_below(40) - 20,
                                 .address = random_below(2) ? 0 : (int)random_below(2000) - 1000,
                                 .length = (int)random_below(2)};
        status = orb_link_open(&transport, &device->base, 0);
        assert_true(device->now < limit);
        start = device->now;
        for (unsigned k = 0; k < 3 && !status; k++) {
            int32_t in[WORDS] = {0}, out[WORDS + GUARD];
            const orb_transfer transfer = {.in = in,
                                           .in_count = WORDS,
                                           .out = out,
                                           .out_count = WORDS,
                                           .in_bytes = BYTES,
                                           .out_bytes = BYTES,
                                           .beat_words = 1,
                                           .cycle_limit = 1000000};

            memset(out, 0x5a, sizeof out);
            device->due += WORDS;
            start = device->now;
            status = transport->ops->transfer(transport, &transfer);
            for (size_t w = WORDS; w < WORDS + GUARD; w++)
                assert_int_equal(out[w], 0x5a5a5a5a);
        }
        assert_true(device->now - start < limit);
        link_end(device, transport);
    }
}

static void a_core_that_is_busy_for_ever(void **state)
{
    (void)state;
    for (unsigned holds = 0; holds < 2; holds++) {
        link_device *device = link_device_new(FIFO, CLOCK_HZ);
        orb_transport *transport = link_connect(device);
        uint64_t start = device->now;

        device->holds = holds;
        device->due = 1000; /* more than the words that it gets */
        assert_int_equal(pass(device, transport, 100), ORB_DEVICE_FAILED);
        assert_true(device->now - start > second && device->now - start < limit);
        link_end(device, transport);
    }
}

/* Silent after each of its answers, while it is opened and while words pass; it waits for as long as it can say. */
static void silence_at_any_time(void **state)
{
    (void)state;
    for (unsigned after = 1; after < 70; after++)
        for (unsigned slow = 0; slow < 2; slow++) {
            link_device *device = link_device_new(UART, slow ? 4000000 : CLOCK_HZ);
            orb_transport *transport = NULL;
            uint64_t start = 0;
            orb_status status;

            device->registers[0xF04 / 4] = 1 | 16 << 8 | 14 << 16 | (slow ? 15u << 28 : 0);
            device->silent_after = after;
            status = orb_link_open(&transport, &device->base, 0);
            if (!status) {
                start = device->now;
                status = pass(device, transport, 20000);
            }
            assert_true(status == ORB_SILENT || status == ORB_DEVICE_FAILED);
            assert_true(device->now - start < limit);
            link_end(device, transport);
        }
}

/* By the clock and the link's own word, a beat may keep it for two seconds. */
static void silence_of_a_slow_device(void **state)
{
    link_device *device = link_device_new(UART, 4000000);
    orb_transport *transport;
    uint64_t start;
    uint32_t value;

    (void)state;
    device->registers[0xF04 / 4] = 1 | 11 << 8 | 9 << 16 | 15u << 28;
    transport = link_connect(device);
    device->silent = true;
    start = device->now;
    assert_int_equal(orb_link_read(transport, 0, &value, 1), ORB_DEVICE_FAILED);
    assert_true(device->now - start < limit);
    link_end(device, transport);
}

static long resident_most(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* From the first byte on, and in the midst of a transfer. */
static void meet_garbage(link_device *device, link_garbage kind)
{
    orb_transport *transport = NULL;

    for (unsigned late = 0; late < 2; late++) {
        uint64_t start;

        if (late)
            transport = link_connect(device);
        start = device->now;
        device->garbage = kind;
        if (late)
            assert_int_equal(pass(device, transport, 3000), ORB_DEVICE_FAILED);
        else
            assert_int_equal(orb_link_open(&transport, &device->base, 0), ORB_SILENT);
        assert_true(device->now - start < limit);
        device->garbage = GARBAGE_NONE;
        device->to_host.count = 0;
    }
    transport->ops->close(transport);
}

/* Of each kind megabytes, which are kept nowhere. In the first round the device itself touches its memory. */
static void garbage_at_full_speed(void **state)
{
    enum { KIB_MOST = 512 };

    (void)state;
    for (link_garbage kind = GARBAGE_BYTES; kind < GARBAGE_KINDS; kind++)
        for (unsigned uart = 0; uart < 2; uart++) {
            link_device *device = link_device_new(uart ? UART : FIFO, CLOCK_HZ);
            long before;

            meet_garbage(device, kind);
            before = resident_most();
            meet_garbage(device, kind);
            assert_true(resident_most() - before < KIB_MOST);
            link_device_free(device);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(garbage_at_full_speed), /* first: it looks at the most memory of the process */
        cmocka_unit_test(every_lie_ends),        cmocka_unit_test(a_core_that_is_busy_for_ever),
        cmocka_unit_test(silence_at_any_time),   cmocka_unit_test(silence_of_a_slow_device),
    };

    support_start("link_limits");
    return cmocka_run_group_tests_name("link_limits", tests, NULL, NULL);
}
