/* The transfers of a synchronous FIFO: how they end, and how many are under way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fake_boards.h"

#include <libusb.h>
#include <link.h>
#include <orbital_regs.h>

#include <string.h>

static const fake_port *sync_port(void)
{
    const fake_port *port = fake_ports;

    while (port->kind != ORB_LINK_PORT_SYNC_FIFO)
        port++;
    return port;
}

/* An open pipe, and its chip. */
typedef struct setting {
    fake_chip chip;
    orb_pipe *pipe;
} setting;

static void begin(setting *s)
{
    s->chip = fake_chip_of(sync_port());
    s->pipe = NULL;
    fake_usb_with(&s->chip, 1);
    assert_ok(fake_open_pipe(sync_port(), &s->pipe));
}

static void end(setting *s)
{
    s->pipe->ops->close(s->pipe);
    link_device_free(s->chip.device);
    fake_all_given_back();
}

static orb_status read_some(orb_pipe *pipe)
{
    uint8_t bytes[ORB_PIPE_ROOM];
    size_t count;

    return pipe->ops->read(pipe, bytes, sizeof bytes, pipe->ops->now(pipe) + 3000000, &count);
}

/* Asks the device what it is, until the answer has come through several transfers. */
static void ask_for_registers(orb_pipe *pipe)
{
    enum { REGISTERS = ORB_LINK_FRAME_PAYLOAD / 4 };
    static orb_link_receiver receiver;
    const orb_link_message request = {.operation = ORB_LINK_READ, .count = REGISTERS};
    const uint64_t until = pipe->ops->now(pipe) + 100000000;
    uint8_t bytes[ORB_PIPE_ROOM];
    orb_link_message answer = {.payload = NULL};
    size_t count, taken;
    bool come = false;

    count = orb_link_encode(&request, bytes);
    assert_ok(pipe->ops->write(pipe, bytes, count, &taken));
    assert_int_equal(taken, count);
    receiver.length = 0;
    while (!come && pipe->ops->now(pipe) < until) {
        assert_ok(pipe->ops->read(pipe, bytes, sizeof bytes, until, &count));
        for (size_t i = 0; i < count && !come; i++)
            come = orb_link_receive(&receiver, bytes[i], &answer);
    }
    assert_true(come);
    assert_int_equal(answer.length, 4 * REGISTERS);
    assert_int_equal(orb_link_get(answer.payload, 4), ORBITAL__ID__VALUE_reset);
}

/* A transfer that fails ends the read. */
static void transfers_end_in_several_ways(void **state)
{
    static const struct {
        int end;
        bool gone;
        orb_status status;
    } cases[] = {
        {LIBUSB_TRANSFER_NO_DEVICE, false, ORB_UNPLUGGED}, {LIBUSB_TRANSFER_ERROR, false, ORB_DEVICE_FAILED},
        {LIBUSB_TRANSFER_STALL, true, ORB_UNPLUGGED},      {LIBUSB_TRANSFER_OVERFLOW, false, ORB_DEVICE_FAILED},
        {LIBUSB_TRANSFER_COMPLETED, true, ORB_OK},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setting s;

        begin(&s);
        fake.end = cases[i].end;
        fake.gone = cases[i].gone;
        assert_int_equal(read_some(s.pipe), cases[i].status);
        for (unsigned k = 0; k < 20; k++) /* and all go on: there are 8 reads */
            ask_for_registers(s.pipe);
        end(&s);
    }
}

static void no_transfer_can_be_had(void **state)
{
    (void)state;
    for (unsigned skip = 0; skip < 16; skip += 5) {
        fake_chip chip = fake_chip_of(sync_port());
        orb_pipe *pipe;

        fake_usb_with(&chip, 1);
        fake.call = "libusb_alloc_transfer";
        fake.skip = skip;
        fake.times = 1;
        assert_int_equal(fake_open_pipe(sync_port(), &pipe), ORB_NO_MEMORY);
        assert_null(pipe);
        link_device_free(chip.device);
        fake_all_given_back();
    }
}

/* Several transfers take all, and more when these have gone. */
static void a_long_write_takes_several_transfers(void **state)
{
    enum { ROOM = 32768, MORE = ROOM + 100 };
    static uint8_t bytes[MORE];
    size_t taken;
    setting s;

    (void)state;
    begin(&s);
    assert_ok(s.pipe->ops->write(s.pipe, bytes, MORE, &taken));
    assert_int_equal(taken, ROOM);
    assert_ok(s.pipe->ops->write(s.pipe, bytes, MORE, &taken));
    assert_int_equal(taken, 0);
    assert_ok(read_some(s.pipe));
    assert_ok(s.pipe->ops->write(s.pipe, bytes, 10, &taken));
    assert_int_equal(taken, 10);
    end(&s);
}

/* Packets would be shorter. */
static void a_slow_usb_is_refused(void **state)
{
    fake_chip chip = fake_chip_of(sync_port());
    orb_device *device;

    (void)state;
    fake_usb_with(&chip, 1);
    fake.full_speed = true;
    assert_int_equal(orb_open(&device, "ftdi:mode=sync"), ORB_DEVICE_FAILED);
    assert_non_null(strstr(orb_last_error(), "high speed"));
    link_device_free(chip.device);
    fake_all_given_back();
}

/* Transfers that libusb never gives back keep a close for a second, not less. */
static void ends_are_waited_for_by_the_clock(void **state)
{
    uint64_t start;
    setting s;

    (void)state;
    begin(&s);
    fake.call = "libusb_handle_events";
    fake.result = LIBUSB_ERROR_INTERRUPTED;
    fake.times = 200;
    start = fake.now;
    end(&s);
    assert_true(fake.now - start < 1000000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transfers_end_in_several_ways),        cmocka_unit_test(no_transfer_can_be_had),
        cmocka_unit_test(a_long_write_takes_several_transfers), cmocka_unit_test(a_slow_usb_is_refused),
        cmocka_unit_test(ends_are_waited_for_by_the_clock),
    };

    support_start("ftdi_sync");
    return cmocka_run_group_tests_name("ftdi_sync", tests, NULL, NULL);
}
