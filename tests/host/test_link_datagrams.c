/* The client of the byte link with a device behind a network: no word is wrong or lost, whatever the network does, how
 * far away the device is, and what becomes of it or of this process.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "link_words.h"

#include <error.h>
#include <link.h>
#include <orbital_regs.h>

#include <string.h>

#define ADDRESS(member) ((uint32_t)offsetof(orbital_t, member))
#define MILLISECOND UINT64_C(1000000)

static const uint64_t second = 1000 * MILLISECOND;

enum { CLOCK_HZ = 100000000 };

static uint64_t sent(const link_device *device)
{
    return device->net_to_device.sent;
}

static void write_program(orb_transport *transport, uint32_t first)
{
    enum { COUNT = 256 };
    uint32_t program[COUNT], back[COUNT];

    for (uint32_t i = 0; i < COUNT; i++)
        program[i] = first + i;
    assert_ok(transport->ops->write(transport, ADDRESS(PROGRAM), program, COUNT));
    assert_ok(transport->ops->read(transport, ADDRESS(PROGRAM), back, COUNT));
    assert_memory_equal(program, back, sizeof program);
}

/* A pipe whose next datagrams get lost, or whose process is stopped after each of them, or before a read. */
static struct {
    orb_pipe_ops ops;
    const orb_pipe_ops *real;
    uint64_t time; /* that it is stopped */
    bool loses;
    unsigned left, reads;
} disturbed;

static void send_disturbed(orb_pipe *pipe, orb_link_message *message)
{
    link_device *device = (link_device *)pipe;
    const uint64_t until = device->now + (disturbed.left ? disturbed.time : 0);

    device->network.lost = disturbed.left && disturbed.loses ? 10000 : 0;
    disturbed.real->send(pipe, message);
    while (device->now < until)
        link_device_step(device);
    device->network.lost = 0;
    disturbed.left -= disturbed.left > 0;
}

static void disturb(link_device *device, uint64_t time, bool loses, unsigned times)
{
    if (device->base.ops != &disturbed.ops)
        disturbed.real = device->base.ops;
    disturbed.ops = *disturbed.real;
    disturbed.ops.send = send_disturbed;
    disturbed.time = time;
    disturbed.loses = loses;
    disturbed.left = times;
    device->base.ops = &disturbed.ops;
}

static void words_pass(void **state)
{
    (void)state;
    for (unsigned beat = 1; beat <= 8; beat *= 2) {
        link_device *device = link_device_new_remote(CLOCK_HZ);
        orb_transport *transport = link_connect(device);

        device->beat = beat;
        write_program(transport, beat);
        assert_ok(link_pass_words(device, transport, 30000, beat > 4 ? 4 : beat, beat > 4 ? 2 : 1));
        assert_int_equal(orb_link_of(transport)->lost, 0);
        link_end(device, transport);
    }
}

static void every_fault_costs_time_but_no_word(void **state)
{
    static const network_faults each[] = {{.lost = 100, .flipped = 100, .doubled = 100, .delayed = 100},
                                          {.lost = 1000},
                                          {.flipped = 1000},
                                          {.doubled = 1000},
                                          {.delayed = 1000}};

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        link_device *device = link_device_new_remote(CLOCK_HZ);
        orb_transport *transport = link_connect(device);
        uint64_t starts = 0;

        device->network = each[i];
        while (sent(device) < 3000) {
            write_program(transport, random_bits());
            assert_ok(transport->ops->write(transport, ADDRESS(CONTROL), (const uint32_t[]){1}, 1));
            starts++;
            assert_ok(link_pass_words(device, transport, 1 + random_below(5000), 3, 1));
        }
        assert_int_equal(device->writes, starts); /* each was done once */
        assert_true(device->beats_in == device->beats_out);
        assert_true(device->net_to_device.spoiled > 50 && device->net_to_host.spoiled > 50);
        link_end(device, transport);
    }
}

/* Once it is known how long answers take, each access is one datagram, and takes one round trip. */
static void the_round_trip_is_learnt(void **state)
{
    static const unsigned milliseconds[] = {0, 5, 20, 50, 100, 200, 300, 450};
    enum { ACCESSES = 30 };

    (void)state;
    for (size_t i = 0; i < sizeof milliseconds / sizeof *milliseconds; i++) {
        link_device *device = link_device_new_remote(CLOCK_HZ);
        const uint64_t trip = milliseconds[i] * MILLISECOND;
        orb_transport *transport;
        uint64_t before, start;

        device->network.time = trip / 2;
        start = device->now;
        transport = link_connect(device); /* in two accesses, whose late answers count */
        assert_true(device->now - start < 2 * (trip + MILLISECOND));
        before = sent(device);
        start = device->now;
        for (uint32_t k = 0; k < ACCESSES / 2; k++)
            write_program(transport, k);
        assert_int_equal(sent(device) - before, ACCESSES);
        assert_true(device->now - start < ACCESSES * (trip + MILLISECOND));
        assert_ok(link_pass_words(device, transport, 5000, 3, 1));
        device->network.lost = 300;
        assert_ok(link_pass_words(device, transport, 5000, 3, 1));
        link_end(device, transport);
    }
}

/* A loss costs a time that depends on it, and does not make the device a silent one. */
static void a_far_device_may_lose_datagrams(void **state)
{
    link_device *device = link_device_new_remote(CLOCK_HZ);
    orb_transport *transport;

    (void)state;
    device->network.time = 225 * MILLISECOND;
    transport = link_connect(device);
    for (unsigned times = 1; times < 3; times++) {
        disturb(device, 0, true, times);
        write_program(transport, times);
    }
    link_end(device, transport);
}

/* And forgotten when the network is quick again, so that a loss costs little. */
static void a_quick_network_is_learnt_too(void **state)
{
    link_device *device = link_device_new_remote(CLOCK_HZ);
    orb_transport *transport;
    uint64_t start;

    (void)state;
    device->network.time = 100 * MILLISECOND;
    transport = link_connect(device);
    device->network.time = 0;
    for (uint32_t k = 0; k < 100; k++)
        write_program(transport, k);
    device->network.lost = 10000;
    start = device->now;
    assert_int_equal(transport->ops->write(transport, 0, (const uint32_t[]){0}, 1), ORB_UNPLUGGED);
    assert_true(device->now - start < second + second / 10);
    link_end(device, transport);
}

/* ---- what becomes of the device ---- */

static void a_device_that_does_not_know_this_host(void **state)
{
    (void)state;
    for (unsigned taken = 0; taken < 2; taken++)
        for (unsigned streams = 0; streams < 2; streams++) {
            link_device *device = link_device_new_remote(CLOCK_HZ);
            orb_transport *transport = link_connect(device);
            uint32_t value;
            orb_status status;

            assert_ok(link_pass_words(device, transport, 1000, 3, 1));
            device->reset = true;
            device->served_by_others = taken;
            orb_begin();
            status = streams ? link_pass_words(device, transport, 1000, 3, 1) : orb_link_read(transport, 0, &value, 1);
            assert_int_equal(status, taken ? ORB_BUSY : ORB_UNPLUGGED);
            assert_non_null(strstr(orb_last_error(), taken ? "serves another" : "was reset"));
            link_end(device, transport);
        }
}

static void silence_ends_a_transfer(void **state)
{
    (void)state;
    for (unsigned why = 0; why < 2; why++) {
        link_device *device = link_device_new_remote(CLOCK_HZ);
        orb_transport *transport = link_connect(device);
        uint64_t start;

        device->unanswered = why ? ORB_UNPLUGGED : ORB_DEVICE_FAILED;
        device->silent = true;
        start = device->now;
        assert_int_equal(link_pass_words(device, transport, 1000, 3, 1), device->unanswered);
        assert_true(device->now - start >= second && device->now - start < second + second / 10);
        link_end(device, transport);
    }
}

/* ---- what becomes of this process, or of the way ---- */

/* Its answers have come meanwhile, or got lost; the device is well. */
static void a_stopped_process_goes_on(void **state)
{
    (void)state;
    for (unsigned loses = 0; loses < 2; loses++)
        for (unsigned times = 1; times < 4; times++) {
            link_device *device = link_device_new_remote(CLOCK_HZ);
            orb_transport *transport = link_connect(device);
            uint32_t value = 0;

            disturb(device, 2 * second, loses, times);
            for (unsigned k = 0; k < 3; k++) {
                assert_ok(orb_link_read(transport, 0, &value, 1));
                assert_int_equal(value, ORBITAL__ID__VALUE_reset);
            }
            assert_int_equal(orb_link_of(transport)->lost, loses ? times : 0);
            assert_ok(link_pass_words(device, transport, 1000, 3, 1));
            link_end(device, transport);
        }
}

static orb_status read_disturbed(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    link_device *device = (link_device *)pipe;
    const uint64_t end = device->now + disturbed.time;

    if (disturbed.reads && !--disturbed.reads)
        while (device->now < end)
            link_device_step(device);
    return disturbed.real->read(pipe, bytes, room, until, count);
}

/* Over a slow network, where the next answer is not the one that moves a beat. */
static void a_process_stopped_in_a_transfer_goes_on(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        link_device *device = link_device_new_remote(CLOCK_HZ);
        orb_transport *transport = link_connect(device);

        device->network.time = random_below(20) * MILLISECOND;
        disturb(device, second * (3 + random_below(5)) / 2, false, 0);
        disturbed.ops.read = read_disturbed;
        disturbed.reads = 1 + (unsigned)random_below(40);
        assert_ok(link_pass_words(device, transport, 20000, 3, 1));
        link_end(device, transport);
    }
}

/* A way that takes only short datagrams, from the beginning or from some time on. */
static void datagrams_are_as_short_as_the_way_wants(void **state)
{
    static const size_t longest[] = {1400, 1000, 552, 300};

    (void)state;
    for (size_t i = 0; i < sizeof longest / sizeof *longest; i++)
        for (unsigned late = 0; late < 2; late++) {
            link_device *device = link_device_new_remote(CLOCK_HZ);
            orb_transport *transport;

            if (!late)
                device->base.datagram = device->network.longest = longest[i];
            device->registers[0xF04 / 4] += 3 << 8 | 2 << 16; /* room for datagrams of any length */
            device->beat = 8;
            transport = link_connect(device);
            device->network.longest = longest[i];
            assert_ok(link_pass_words(device, transport, 20000, 4, 2));
            assert_int_equal(device->net_to_device.lost > 0, late > 0);
            write_program(transport, 7);
            link_end(device, transport);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_pass),
        cmocka_unit_test(every_fault_costs_time_but_no_word),
        cmocka_unit_test(the_round_trip_is_learnt),
        cmocka_unit_test(a_far_device_may_lose_datagrams),
        cmocka_unit_test(a_quick_network_is_learnt_too),
        cmocka_unit_test(a_device_that_does_not_know_this_host),
        cmocka_unit_test(silence_ends_a_transfer),
        cmocka_unit_test(a_stopped_process_goes_on),
        cmocka_unit_test(a_process_stopped_in_a_transfer_goes_on),
        cmocka_unit_test(datagrams_are_as_short_as_the_way_wants),
    };

    support_start("link_datagrams");
    return cmocka_run_group_tests_name("link_datagrams", tests, NULL, NULL);
}
