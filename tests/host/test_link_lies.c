/* The client of the byte link with a device that lies, with a right CRC-32: each lie is seen by one check.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "link_words.h"

#include <error.h>
#include <link.h>
#include <orbital_regs.h>

#include <string.h>

#define ADDRESS(member) ((uint32_t)offsetof(orbital_t, member))

static const uint64_t second = 1000000000, limit = 2 * second;

enum { UART = 12000000, FIFO = 0, CLOCK_HZ = 100000000 };

/* ---- registers ---- */

enum { REGISTERS = 4, NUMBER = 0x1234567 };

/* Reads or writes registers of a device that has lied once. lost: requests that count as lost by it */
static void access_registers(const char *what, bool write, link_lie lie, orb_status expected, unsigned lost)
{
    link_device *device = link_device_new(FIFO, CLOCK_HZ);
    orb_transport *transport = link_connect(device);
    uint32_t values[REGISTERS] = {NUMBER, NUMBER + 1, NUMBER + 2, NUMBER + 3}, back[REGISTERS] = {0};
    orb_status status;

    assert_ok(orb_link_write(transport, ADDRESS(PROGRAM), values, REGISTERS));
    lie.on = true;
    lie.times = 1;
    device->lie = lie;
    status = write ? orb_link_write(transport, ADDRESS(PROGRAM), values, REGISTERS)
                   : orb_link_read(transport, ADDRESS(PROGRAM), back, REGISTERS);
    print_message("%s: %s\n", what, orb_strerror(status));
    assert_int_equal(device->lie.told, 1);
    assert_int_equal(status, expected);
    assert_int_equal(orb_link_of(transport)->lost, lost);
    if (!status && !write)
        assert_memory_equal(values, back, sizeof values);
    link_end(device, transport);
}

static void registers_of_another_address(void **state)
{
    (void)state;
    access_registers("another address", false, (link_lie){.operation = ORB_LINK_READ, .address = 4}, ORB_DEVICE_FAILED,
                     0);
}

static void registers_with_too_few_bytes(void **state)
{
    (void)state;
    access_registers("short", false, (link_lie){.operation = ORB_LINK_READ, .length = -4}, ORB_DEVICE_FAILED, 0);
}

static void registers_with_too_many_bytes(void **state)
{
    (void)state;
    access_registers("long", false, (link_lie){.operation = ORB_LINK_READ, .length = 4}, ORB_OK, 1);
}

static void registers_that_are_refused(void **state)
{
    (void)state;
    for (int status = ORB_LINK_REFUSED; status < 16; status++) {
        access_registers("status", false, (link_lie){.operation = ORB_LINK_READ, .status = status}, ORB_DEVICE_FAILED,
                         0);
        access_registers("status", true, (link_lie){.operation = ORB_LINK_WRITE, .status = status}, ORB_DEVICE_FAILED,
                         0);
    }
}

static void fewer_registers_than_asked(void **state)
{
    (void)state;
    access_registers("fewer", false, (link_lie){.operation = ORB_LINK_READ, .count = -1}, ORB_DEVICE_FAILED, 0);
    access_registers("fewer", true, (link_lie){.operation = ORB_LINK_WRITE, .count = -1}, ORB_DEVICE_FAILED, 0);
}

static void more_registers_than_asked(void **state)
{
    (void)state;
    access_registers("more", false, (link_lie){.operation = ORB_LINK_READ, .count = 1}, ORB_OK, 1);
}

static void an_answer_of_another_sequence(void **state)
{
    (void)state;
    access_registers("sequence", false, (link_lie){.operation = ORB_LINK_READ, .sequence = 1}, ORB_OK, 1);
}

static void an_answer_of_another_operation(void **state)
{
    (void)state;
    access_registers("operation", false, (link_lie){.operation = ORB_LINK_READ, .as = 1}, ORB_OK, 1);
    access_registers("operation", false, (link_lie){.operation = ORB_LINK_READ, .as = 9}, ORB_OK, 1);
}

/* ---- what the device says of itself ---- */

/* Opens a device of which one register has another value, as a core too. */
static orb_status open_with(unsigned base_baud, uint32_t address, uint32_t value, uint64_t *took)
{
    link_device *device = link_device_new(base_baud, CLOCK_HZ);
    orb_transport *transport = NULL;
    orb_status status;

    device->registers[address / 4] = value;
    orb_begin();
    status = orb_link_open(&transport, &device->base, 0);
    orb_end(status);
    *took = device->now;
    link_end(device, transport);
    return status;
}

static void a_ring_that_holds_no_request(void **state)
{
    uint64_t took;

    (void)state;
    assert_int_equal(open_with(FIFO, 0xF04, 1 | 5 << 8 | 9 << 16 | 1 << 24, &took), ORB_WRONG_DEVICE);
    assert_ok(open_with(FIFO, 0xF04, 1 | 6 << 8 | 9 << 16 | 1 << 24, &took));
}

static void a_clock_that_no_link_has(void **state)
{
    static const uint32_t wrong[] = {1, 2, 5, 6, 1000, 1000000, 3999999}, right[] = {0, 4000000, UINT32_MAX};
    static const unsigned ports[] = {0, 1, 2, 3};
    uint64_t took;

    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(open_with(UART, ADDRESS(CLOCK), wrong[i], &took), ORB_WRONG_DEVICE);
        assert_non_null(strstr(orb_last_error(), "CLOCK="));
        assert_int_equal(open_with(FIFO, ADDRESS(CLOCK), wrong[i], &took), ORB_WRONG_DEVICE);
        assert_true(took < second / 10);
    }
    for (unsigned i = 0; i < sizeof right / sizeof *right; i++)
        for (unsigned p = 0; p < sizeof ports / sizeof *ports; p++) {
            link_device *device = link_device_new(ports[p] ? FIFO : UART, right[i]);
            orb_transport *transport = NULL;

            device->registers[0xF04 / 4] = (device->registers[0xF04 / 4] & 0xf0ffffff) | ports[p] << 24;
            assert_ok(orb_link_open(&transport, &device->base, 0));
            assert_true(device->now < limit);
            link_end(device, transport);
        }
}

/* ---- streams ---- */

enum { BYTES = 3 };

static orb_status pass(link_device *device, orb_transport *transport, size_t count)
{
    return link_pass_words(device, transport, count, BYTES, 1);
}

/* A device that lies once about a stream: the words arrive all the same, before anything runs out. */
static void stream_past(const char *what, link_lie lie, size_t words)
{
    link_device *device = link_device_new(FIFO, CLOCK_HZ);
    orb_transport *transport = link_connect(device);
    uint64_t start;

    assert_ok(pass(device, transport, 100));
    lie.on = true;
    lie.times = 1;
    device->lie = lie;
    start = device->now;
    print_message("%s\n", what);
    assert_ok(pass(device, transport, words));
    assert_int_equal(device->lie.told, 1);
    assert_true(device->now - start < second / 2);
    device->lie.on = false;
    assert_ok(pass(device, transport, 100));
    assert_true(device->beats_in == 200 + words && device->beats_out == device->beats_in);
    link_end(device, transport);
}

static void beats_that_were_not_asked_for(void **state)
{
    (void)state;
    stream_past("more beats out", (link_lie){.operation = ORB_LINK_OUT, .count = 1, .length = BYTES}, 1);
    stream_past("more beats in", (link_lie){.operation = ORB_LINK_IN, .address = 1}, 1);
    stream_past("far more beats in", (link_lie){.operation = ORB_LINK_IN, .address = 30000}, 1);
}

static void beats_with_too_few_bytes(void **state)
{
    (void)state;
    stream_past("a byte fewer", (link_lie){.operation = ORB_LINK_OUT, .length = -1}, 500);
    stream_past("a beat fewer", (link_lie){.operation = ORB_LINK_OUT, .length = -BYTES}, 1);
}

static void beats_behind_a_gap(void **state)
{
    (void)state;
    stream_past("a gap", (link_lie){.operation = ORB_LINK_OUT, .address = 1, .count = -1, .length = -BYTES}, 100);
}

static void beats_of_a_malformed_request(void **state)
{
    (void)state;
    stream_past("malformed", (link_lie){.operation = ORB_LINK_OUT, .status = ORB_LINK_MALFORMED, .zero = true}, 100);
}

static void beats_that_were_not_taken(void **state)
{
    (void)state;
    stream_past("a position before", (link_lie){.operation = ORB_LINK_IN, .address = -20}, 20);
    stream_past("elsewhere", (link_lie){.operation = ORB_LINK_OUT, .status = ORB_LINK_ELSEWHERE, .address = 7}, 300);
}

/* The core pauses for longer than one that has stopped may; what looks like an answer that it has is none. */
static void state_of_another_register(const link_lie *lie)
{
    link_device *device = link_device_new(FIFO, CLOCK_HZ);
    orb_transport *transport = link_connect(device);

    device->lie = *lie;
    device->lie.on = true;
    device->pause_out = device->now + 7 * (second / 10);
    assert_ok(pass(device, transport, 100));
    assert_true(device->lie.told > 5);
    link_end(device, transport);
}

static void a_state_from_another_address(void **state)
{
    (void)state;
    state_of_another_register(&(link_lie){
        .operation = ORB_LINK_READ, .only = true, .only_count = 1, .times = 10, .address = 4, .zero = true});
}

static void a_state_with_too_few_bytes(void **state)
{
    (void)state;
    state_of_another_register(&(link_lie){
        .operation = ORB_LINK_READ, .only = true, .only_count = 1, .times = 10, .length = -2, .zero = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_of_another_address),
        cmocka_unit_test(registers_with_too_few_bytes),
        cmocka_unit_test(registers_with_too_many_bytes),
        cmocka_unit_test(registers_that_are_refused),
        cmocka_unit_test(fewer_registers_than_asked),
        cmocka_unit_test(more_registers_than_asked),
        cmocka_unit_test(an_answer_of_another_sequence),
        cmocka_unit_test(an_answer_of_another_operation),
        cmocka_unit_test(a_ring_that_holds_no_request),
        cmocka_unit_test(a_clock_that_no_link_has),
        cmocka_unit_test(beats_that_were_not_asked_for),
        cmocka_unit_test(beats_with_too_few_bytes),
        cmocka_unit_test(beats_behind_a_gap),
        cmocka_unit_test(beats_of_a_malformed_request),
        cmocka_unit_test(beats_that_were_not_taken),
        cmocka_unit_test(a_state_from_another_address),
        cmocka_unit_test(a_state_with_too_few_bytes),
    };

    support_start("link_lies");
    return cmocka_run_group_tests_name("link_lies", tests, NULL, NULL);
}
