/* The client of the byte link with a device at the end of a bad line: no word is wrong or lost, and time is bounded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "link_words.h"

#include <link.h>
#include <orbital_regs.h>

#include <string.h>

#define ADDRESS(member) ((uint32_t)offsetof(orbital_t, member))

static const uint64_t second = 1000000000;

static void words_pass(void **state)
{
    (void)state;
    for (unsigned beat = 1; beat <= 8; beat *= 2)
        for (unsigned uart = 0; uart < 2; uart++) {
            link_device *device = link_device_new(uart ? 12000000 : 0, 100000000);
            orb_transport *transport = link_connect(device);

            device->beat = beat;
            assert_ok(link_pass_words(device, transport, 30000, beat > 4 ? 4 : beat, beat > 4 ? 2 : 1));
            assert_ok(link_pass_words(device, transport, 2, beat > 4 ? 4 : beat, beat > 4 ? 2 : 1));
            assert_int_equal(orb_link_of(transport)->lost, 0);
            transport->ops->close(transport);
            link_device_free(device);
        }
}

/* Streams and registers until so many frames have gone over the line, of which the faults spoil some. */
static void run_on_a_bad_line(unsigned base_baud, unsigned frames, const link_faults *faults)
{
    link_device *device = link_device_new(base_baud, 100000000);
    orb_transport *transport = link_connect(device);
    const uint64_t start = device->now;
    uint64_t bytes = 0, starts = 0, seconds;

    device->faults = *faults;
    while (device->to_device.frames + device->to_host.frames < frames) {
        const size_t count = 1 + random_below(5000);
        uint32_t program[64], back[64];

        for (size_t i = 0; i < 64; i++)
            program[i] = random_bits();
        assert_ok(transport->ops->write(transport, ADDRESS(PROGRAM), program, 64));
        assert_ok(transport->ops->write(transport, ADDRESS(CONTROL), (const uint32_t[]){1}, 1));
        starts++;
        assert_ok(link_pass_words(device, transport, count, 3, 1));
        assert_ok(transport->ops->read(transport, ADDRESS(PROGRAM), back, 64));
        assert_memory_equal(program, back, sizeof program);
        bytes += 6 * count + sizeof program + sizeof back;
    }
    seconds = (device->now - start) / second;
    print_message("%u frames, %u faults, %u words in %u virtual seconds\n",
                  (unsigned)(device->to_device.frames + device->to_host.frames),
                  (unsigned)(device->to_device.spoiled + device->to_host.spoiled), (unsigned)(device->beats_in),
                  (unsigned)seconds);
    assert_int_equal(device->writes, starts); /* each was done once */
    assert_true(device->beats_in == device->beats_out);
    assert_true(device->to_device.spoiled + device->to_host.spoiled > frames / 50);
    /* A spoiled frame costs 60 ms at most; the rest goes at a twentieth of the rate at least. */
    assert_true(seconds < 1 + 0.06 * frames + (double)bytes / (device->base.bytes_per_second / 20));
    transport->ops->close(transport);
    link_device_free(device);
}

static void ten_thousand_frames_with_every_fault(void **state)
{
    const link_faults faults = {100, 100, 100, 100, 100};

    (void)state;
    run_on_a_bad_line(12000000, 10000, &faults);
    run_on_a_bad_line(0, 10000, &faults);
}

static void worse_lines_work_too(void **state)
{
    const link_faults each[] = {
        {1000, 0, 0, 0, 0}, {0, 1000, 0, 0, 0}, {0, 0, 1000, 0, 0}, {0, 0, 0, 1000, 0}, {0, 0, 0, 0, 1000}};

    (void)state;
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++)
        run_on_a_bad_line(3000000, 1500, &each[i]);
}

static void the_fastest_rate_is_taken(void **state)
{
    const struct {
        unsigned base, clock, most, requested, baud;
    } cases[] = {
        {12000000, 100000000, UINT32_MAX, 0, 12000000},   {12000000, 25000000, UINT32_MAX, 0, 6000000},
        {12000000, 12000000, UINT32_MAX, 0, 3000000},     {3000000, 100000000, UINT32_MAX, 0, 3000000},
        {12000000, 100000000, 4000000, 0, 3000000}, /* what the line spoils is not taken */
        {12000000, 100000000, 1000000, 0, 1000000},       {12000000, 100000000, UINT32_MAX, 115200, 115246},
        {3000000, 100000000, UINT32_MAX, 921600, 923077},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        link_device *device = link_device_new(cases[i].base, cases[i].clock);
        orb_transport *transport = NULL;

        device->baud_most = cases[i].most;
        assert_ok(orb_link_open(&transport, &device->base, cases[i].requested));
        assert_int_equal(orb_link_of(transport)->baud, cases[i].baud);
        assert_int_equal(device->host_baud, cases[i].baud);
        assert_ok(link_pass_words(device, transport, 100, 3, 1));
        transport->ops->close(transport);
        link_device_free(device);
    }
}

static void a_rate_that_nobody_makes_is_refused(void **state)
{
    const unsigned requested[] = {10000000, 20000000, 100};

    (void)state;
    for (unsigned i = 0; i < sizeof requested / sizeof *requested; i++) {
        link_device *device = link_device_new(12000000, 100000000);
        orb_transport *transport = NULL;

        assert_int_equal(orb_link_open(&transport, &device->base, requested[i]), ORB_INVALID);
        assert_null(transport);
        link_device_free(device);
    }
}

/* Nor one of a device that does not know its clock. */
static void a_rate_needs_a_clock(void **state)
{
    link_device *device = link_device_new(12000000, 0);
    orb_transport *transport = NULL;

    (void)state;
    assert_int_equal(orb_link_open(&transport, &device->base, 3000000), ORB_INVALID);
    assert_null(transport);
    assert_non_null(strstr(orb_last_error(), "\"baud=3000000\""));
    link_device_free(device);
}

/* A chip that is a FIFO has no rate, whatever the device says that its port is. */
static void a_fifo_has_no_rate(void **state)
{
    link_device *device = link_device_new(0, 100000000);
    orb_transport *transport;

    (void)state;
    device->registers[0xF04 / 4] &= 0xf0ffffff; /* a UART */
    transport = link_connect(device);
    assert_int_equal(orb_link_of(transport)->port, ORB_LINK_PORT_UART);
    assert_int_equal(orb_link_of(transport)->baud, 0);
    assert_true(device->base.bytes_per_second == 1e6);
    assert_ok(link_pass_words(device, transport, 100, 3, 1));
    transport->ops->close(transport);
    link_device_free(device);
}

static void strangers_are_known(void **state)
{
    const struct {
        uint32_t address, value;
        bool silent;
        orb_status status;
    } cases[] = {
        {ADDRESS(ID), 0x12345678, false, ORB_WRONG_DEVICE},
        {0xF00, 0, false, ORB_WRONG_DEVICE},
        {0xF04, 2 | 11 << 8, false, ORB_WRONG_DEVICE},
        {0xF00, 0, true, ORB_SILENT},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        link_device *device = link_device_new(12000000, 100000000);
        orb_transport *transport = NULL;

        device->registers[cases[i].address / 4] = cases[i].value;
        device->silent = cases[i].silent;
        assert_int_equal(orb_link_open(&transport, &device->base, 0), cases[i].status);
        assert_null(transport);
        assert_true(device->now < second + second / 10);
        link_device_free(device);
    }
}

/* What becomes of a transfer when something happens to the device in the midst of it. */
typedef struct accident {
    const char *what;
    uint64_t stops_after;
    bool silent, unplugged;
    orb_status status;
} accident;

static void accidents_end_a_transfer(void **state)
{
    const accident accidents[] = {
        {"silence", UINT64_MAX, true, false, ORB_DEVICE_FAILED},
        {"unplugging", UINT64_MAX, false, true, ORB_UNPLUGGED},
        {"a core that stops", 1000, false, false, ORB_DEVICE_FAILED},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof accidents / sizeof *accidents; i++) {
        const accident *a = &accidents[i];
        link_device *device = link_device_new(12000000, 100000000);
        orb_transport *transport = link_connect(device);
        uint64_t start;

        assert_ok(link_pass_words(device, transport, 100, 3, 1));
        device->silent = a->silent;
        device->unplugged = a->unplugged;
        device->stops_after = a->stops_after;
        start = device->now;
        assert_int_equal(link_pass_words(device, transport, 3000, 3, 1), a->status);
        assert_true(device->now - start < second + second / 10);
        transport->ops->close(transport);
        link_device_free(device);
    }
}

/* Nobody reads what a process before this one asked for, and its last frame may have been cut. */
static void a_second_host_takes_over(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        link_device *device = link_device_new(i % 2 ? 12000000 : 0, 100000000);
        orb_transport *transport = link_connect(device);
        uint8_t noise[40];
        size_t taken;

        assert_ok(link_pass_words(device, transport, 1 + random_below(3000), 3, 1));
        transport->ops->close(transport);
        for (unsigned k = 0; k < sizeof noise; k++)
            noise[k] = (uint8_t)(1 + random_below(255));
        assert_ok(device->base.ops->write(&device->base, noise, sizeof noise, &taken));
        transport = link_connect(device);
        assert_ok(transport->ops->write(transport, ADDRESS(CONTROL), (const uint32_t[]){1}, 1));
        assert_int_equal(device->writes, 1);
        assert_ok(link_pass_words(device, transport, 500, 3, 1));
        transport->ops->close(transport);
        link_device_free(device);
    }
}

/* A pipe that sets a flag at its n-th read, as another thread would. */
static struct {
    orb_pipe_ops ops;
    const orb_pipe_ops *real;
    unsigned left;
    int stop;
} stopping;

static orb_status read_and_stop(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    stopping.stop = stopping.stop || stopping.left-- == 0;
    return stopping.real->read(pipe, bytes, room, until, count);
}

/* At any time: what was in transit is forgotten, and the next program gets its words. */
static void a_transfer_can_be_stopped(void **state)
{
    enum { WORDS = 20000 };
    static int32_t in[WORDS], out[WORDS];

    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        link_device *device = link_device_new(i % 2 ? 12000000 : 0, 100000000);
        orb_transport *transport = link_connect(device);
        const orb_transfer transfer = {.in = in,
                                       .in_count = WORDS,
                                       .out = out,
                                       .out_count = WORDS,
                                       .in_bytes = 3,
                                       .out_bytes = 3,
                                       .beat_words = 1,
                                       .cycle_limit = 1000000,
                                       .stop = &stopping.stop};

        stopping.real = device->base.ops;
        stopping.ops = *stopping.real;
        stopping.ops.read = read_and_stop;
        stopping.left = (unsigned)random_below(20);
        stopping.stop = i == 0; /* before it begins */
        device->base.ops = &stopping.ops;
        device->due += WORDS;
        assert_int_equal(transport->ops->transfer(transport, &transfer), ORB_CANCELLED);
        device->base.ops = stopping.real;
        assert_ok(transport->ops->write(transport, ADDRESS(CONTROL), (const uint32_t[]){0}, 1));
        device->fifo_count = 0; /* as if this had been an abort */
        device->due = device->beats_out;
        assert_ok(transport->ops->forget(transport));
        assert_ok(link_pass_words(device, transport, 1 + random_below(1000), 3, 1));
        transport->ops->close(transport);
        link_device_free(device);
    }
}

/* A beat has to fit into a request to the smallest ring, and into an answer. */
static void beats_that_are_too_long_are_refused(void **state)
{
    static const struct {
        unsigned in_bytes, out_bytes, words;
        orb_status status;
    } cases[] = {{4, 4, 13, ORB_OK}, {4, 4, 14, ORB_WRONG_DEVICE}, {0, 4, 257, ORB_WRONG_DEVICE}};
    static int32_t words[257];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        link_device *device = link_device_new(0, 100000000);
        orb_transfer transfer = {.in = words,
                                 .out = words,
                                 .in_bytes = cases[i].in_bytes,
                                 .out_bytes = cases[i].out_bytes,
                                 .beat_words = cases[i].words,
                                 .cycle_limit = 1000000};
        orb_transport *transport;

        device->registers[0xF04 / 4] = 1 | 6 << 8 | 9 << 16 | 1u << 24; /* 64 bytes, ten of which are not payload */
        transport = link_connect(device);
        assert_int_equal(transport->ops->transfer(transport, &transfer), cases[i].status);
        transport->ops->close(transport);
        link_device_free(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_pass),
        cmocka_unit_test(ten_thousand_frames_with_every_fault),
        cmocka_unit_test(worse_lines_work_too),
        cmocka_unit_test(the_fastest_rate_is_taken),
        cmocka_unit_test(a_rate_that_nobody_makes_is_refused),
        cmocka_unit_test(a_rate_needs_a_clock),
        cmocka_unit_test(a_fifo_has_no_rate),
        cmocka_unit_test(strangers_are_known),
        cmocka_unit_test(accidents_end_a_transfer),
        cmocka_unit_test(a_second_host_takes_over),
        cmocka_unit_test(a_transfer_can_be_stopped),
        cmocka_unit_test(beats_that_are_too_long_are_refused),
    };

    support_start("link");
    return cmocka_run_group_tests_name("link", tests, NULL, NULL);
}
