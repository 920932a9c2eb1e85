/* What the library says when calls of libftdi fail, chips are unplugged, or memory runs out, and what it leaves behind.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fake_boards.h"

#include <ftdi_chip.h>
#include <ftdi_pipe.h>
#include <libusb.h>

#include <stdlib.h>
#include <string.h>

enum { UART, FIFO = 5, SYNC, SPI }; /* of fake_ports */

/* ---- memory that runs out ---- */

static int allocations_left = -1; /* -1: there is enough */

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_calloc(size_t count, size_t size)
{
    const bool fails = allocations_left == 0;

    allocations_left -= allocations_left >= 0;
    return fails ? NULL : __real_calloc(count, size);
}

/* Each allocation fails in turn; then all succeed. */
static void memory_runs_out(void **state)
{
    (void)state;
    for (unsigned i = UART; i <= SPI; i++) {
        orb_status status = ORB_NO_MEMORY;
        unsigned count = 0;

        for (; status == ORB_NO_MEMORY; count++) {
            fake_chip chip = fake_chip_of(&fake_ports[i]);
            orb_device *device;
            char name[64];

            fake_name_of(&fake_ports[i], name);
            fake_usb_with(&chip, 1);
            allocations_left = (int)count;
            status = orb_open(&device, name);
            allocations_left = -1;
            assert_int_equal(!device, status != ORB_OK);
            orb_close(device);
            link_device_free(chip.device);
            fake_all_given_back();
        }
        assert_ok(status);
        assert_int_equal(count - 1, 6); /* device, array and its cores, pipe, link, held coefficients */
    }
}

/* ---- calls that fail ---- */

/* From now on a call fails, once. */
static void let_fail(const char *call, unsigned skip, int result, bool gone)
{
    fake.call = call;
    fake.skip = skip;
    fake.times = 1;
    fake.failed = 0;
    fake.result = result;
    fake.gone = gone;
}

/* A chip that answers all the same has failed, and one that does not is unplugged. */
static void settings_fail(void **state)
{
    static const struct {
        unsigned port;
        const char *call;
        orb_status status;
    } cases[] = {
        {UART, "reset", ORB_DEVICE_FAILED},
        {UART, "ftdi_setflowctrl", ORB_DEVICE_FAILED},
        {UART, "ftdi_set_latency_timer", ORB_DEVICE_FAILED},
        {UART, "ftdi_set_event_char", ORB_DEVICE_FAILED},
        {UART, "ftdi_read_data_set_chunksize", ORB_DEVICE_FAILED},
        {UART, "ftdi_write_data_set_chunksize", ORB_DEVICE_FAILED},
        {UART, "ftdi_tcioflush", ORB_DEVICE_FAILED},
        {UART, "break off", ORB_DEVICE_FAILED},
        {FIFO, "ftdi_setflowctrl", ORB_DEVICE_FAILED},
        {SYNC, "ftdi_set_bitmode", ORB_SILENT},
        {SYNC, "ftdi_tcioflush", ORB_DEVICE_FAILED},
        {SYNC, "no event character", ORB_DEVICE_FAILED},
        {SYNC, "submit read", ORB_DEVICE_FAILED},
        {SPI, "reset", ORB_DEVICE_FAILED},
        {SPI, "ftdi_set_bitmode", ORB_DEVICE_FAILED},
        {SPI, "ftdi_write_data_submit", ORB_DEVICE_FAILED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned gone = 0; gone < 2; gone++) {
            const fake_port *port = &fake_ports[cases[i].port];
            fake_chip chip = fake_chip_of(port);
            orb_device *device;
            orb_pipe *pipe;
            char name[64];

            fake_name_of(port, name);
            fake_usb_with(&chip, 1);
            let_fail(cases[i].call, 0, -1, gone > 0);
            assert_int_equal(fake_open_pipe(port, &pipe), gone ? ORB_UNPLUGGED : cases[i].status);
            assert_null(pipe);
            let_fail(cases[i].call, 0, -1, gone > 0);
            assert_int_equal(orb_open(&device, name), gone ? ORB_UNPLUGGED : cases[i].status);
            assert_null(device);
            if (!gone && cases[i].status == ORB_SILENT)
                assert_non_null(strstr(orb_last_error(), "EEPROM"));
            else
                assert_string_equal(orb_last_error(), orb_strerror(gone ? ORB_UNPLUGGED : cases[i].status));
            link_device_free(chip.device);
            fake_all_given_back();
        }
}

static void a_channel_cannot_be_chosen(void **state)
{
    fake_chip chip = fake_ft2232h("A");
    orb_device *device;

    (void)state;
    fake_usb_with(&chip, 1);
    let_fail("ftdi_set_interface", 0, -1, false);
    assert_int_equal(orb_open(&device, "ftdi:channel=B"), ORB_DEVICE_FAILED);
    assert_null(device);
    fake_all_given_back();
}

static orb_status stop_at_once(void *user, const orb_chip *chip)
{
    ++*(unsigned *)user;
    assert_string_equal(chip->serial, "A");
    return ORB_NO_MEMORY;
}

static void a_visitor_sees_no_more_chips(void **state)
{
    fake_chip chips[] = {fake_ft2232h("A"), fake_ft2232h("B")};
    unsigned seen = 0;

    (void)state;
    fake_usb_with(chips, 2);
    assert_int_equal(orb_chip_visit(stop_at_once, &seen), ORB_NO_MEMORY);
    assert_int_equal(seen, 1);
    fake_all_given_back();
}

/* An open pipe of a port, and its chip. */
typedef struct setting {
    fake_chip chip;
    orb_pipe *pipe;
} setting;

static void begin(setting *s, unsigned port)
{
    s->chip = fake_chip_of(&fake_ports[port]);
    s->pipe = NULL;
    fake_usb_with(&s->chip, 1);
    assert_ok(fake_open_pipe(&fake_ports[port], &s->pipe));
}

static void end(setting *s)
{
    s->pipe->ops->close(s->pipe);
    link_device_free(s->chip.device);
    fake_all_given_back();
}

static orb_status write_bytes(orb_pipe *pipe, size_t count, size_t *taken)
{
    uint8_t bytes[2 * ORB_FTDI_SEND_BYTES];

    assert_true(count <= sizeof bytes);
    memset(bytes, 0, sizeof bytes);
    return pipe->ops->write(pipe, bytes, count, taken);
}

static orb_status read_bytes(orb_pipe *pipe, uint64_t nanoseconds)
{
    uint8_t bytes[ORB_PIPE_ROOM];
    size_t count;

    return pipe->ops->read(pipe, bytes, sizeof bytes, pipe->ops->now(pipe) + nanoseconds, &count);
}

static orb_status write_some(orb_pipe *pipe)
{
    size_t taken;

    return write_bytes(pipe, 10, &taken);
}

static orb_status read_some(orb_pipe *pipe)
{
    return read_bytes(pipe, 3000000);
}

/* The second finds out what became of the first. */
static orb_status write_twice(orb_pipe *pipe)
{
    orb_status status = write_some(pipe);

    if (!status)
        status = read_some(pipe);
    return status ? status : write_some(pipe);
}

static orb_status set_rate(orb_pipe *pipe)
{
    return pipe->ops->set_rate(pipe, 1000000);
}

static orb_status send_break(orb_pipe *pipe)
{
    return pipe->ops->send_break(pipe);
}

static void operations_fail(void **state)
{
    static const struct {
        unsigned port;
        orb_status (*run)(orb_pipe *pipe);
        const char *call;
        unsigned skip;
    } cases[] = {
        {UART, set_rate, "ftdi_set_baudrate", 0},
        {UART, send_break, "break on", 0},
        {UART, send_break, "ftdi_read_data", 0},
        {UART, send_break, "break off", 0},
        {UART, send_break, "ftdi_tcioflush", 0},
        {UART, write_some, "ftdi_write_data_submit", 0},
        {UART, write_twice, "ftdi_transfer_data_done", 0},
        {FIFO, read_some, "ftdi_read_data", 0},
        {SYNC, write_some, "submit write", 0},
        {SYNC, read_some, "submit read", 0}, /* a transfer that has ended begins anew */
        {SYNC, read_some, "libusb_handle_events", 0},
        {SPI, set_rate, "ftdi_read_data", 0}, /* the commands of opening have not been seen to go yet */
        {SPI, set_rate, "ftdi_transfer_data_done", 0},
        {SPI, read_some, "ftdi_read_data", 0},
        {SPI, read_some, "ftdi_read_data", 1}, /* the answers to a turn */
        {SPI, read_some, "ftdi_write_data_submit", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned gone = 0; gone < 2; gone++) {
            setting s;

            begin(&s, cases[i].port);
            let_fail(cases[i].call, cases[i].skip, LIBUSB_ERROR_IO, gone > 0);
            assert_int_equal(cases[i].run(s.pipe), gone ? ORB_UNPLUGGED : ORB_DEVICE_FAILED);
            assert_int_equal(fake.failed, 1);
            end(&s);
        }
}

/* Some results of libusb speak for themselves. */
static void reads_end_in_several_ways(void **state)
{
    static const struct {
        int result;
        bool gone;
        orb_status status;
    } cases[] = {
        {LIBUSB_ERROR_TIMEOUT, true, ORB_OK},           {LIBUSB_ERROR_INTERRUPTED, true, ORB_OK},
        {LIBUSB_ERROR_NO_DEVICE, false, ORB_UNPLUGGED}, {LIBUSB_ERROR_IO, false, ORB_DEVICE_FAILED},
        {LIBUSB_ERROR_PIPE, true, ORB_UNPLUGGED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned rest = 0; rest < 2; rest++) {
            setting s;

            begin(&s, FIFO);
            s.chip.device->garbage = GARBAGE_NO_ZEROS; /* one read leaves bytes for the next */
            let_fail("ftdi_read_data", rest, cases[i].result, cases[i].gone);
            assert_int_equal(read_some(s.pipe), cases[i].status);
            assert_int_equal(fake.failed, 1);
            end(&s);
        }
}

/* What the device sends comes whole and in order, whatever the room. */
static void a_long_write_goes_in_pieces(void **state)
{
    size_t taken;
    setting s;

    (void)state;
    begin(&s, FIFO);
    assert_ok(write_bytes(s.pipe, 2 * ORB_FTDI_SEND_BYTES, &taken));
    assert_int_equal(taken, ORB_FTDI_SEND_BYTES);
    assert_ok(write_some(s.pipe));
    assert_ok(write_bytes(s.pipe, 10, &taken));
    assert_int_equal(taken, 0); /* the one before has not gone */
    assert_ok(read_some(s.pipe));
    assert_ok(write_bytes(s.pipe, 10, &taken));
    assert_int_equal(taken, 10);
    end(&s);
}

/* ---- SPI ---- */

/* A chip that takes commands and does nothing ends a turn in time. */
static void turns_have_an_end(void **state)
{
    static orb_status (*const each[])(orb_pipe *) = {set_rate, read_some};
    static const uint64_t limit = 400000000;

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned sent = 0; sent < 2; sent++) {
            uint64_t start;
            setting s;

            begin(&s, SPI);
            if (sent) /* so that the next command is taken */
                assert_ok(read_some(s.pipe));
            fake.sticks = true;
            start = fake.now;
            if (sent && i == 0)
                assert_ok(set_rate(s.pipe)); /* it takes a command, and waits for no answer */
            assert_int_equal(each[i](s.pipe), ORB_DEVICE_FAILED);
            assert_true(fake.now - start < limit);
            end(&s);
        }
}

/* A byte that comes late does not keep the next command from going. */
static void commands_go_after_a_late_turn(void **state)
{
    setting s;

    (void)state;
    begin(&s, SPI);
    assert_ok(read_some(s.pipe));
    fake.sticks = true;
    assert_int_equal(read_some(s.pipe), ORB_DEVICE_FAILED);
    fake.sticks = false;
    assert_ok(set_rate(s.pipe));
    end(&s);
}

/* Frames are taken one write at a time, as far as the groups of a turn have room. */
static void groups_take_as_much_as_they_have_room_for(void **state)
{
    size_t taken;
    setting s;

    (void)state;
    begin(&s, SPI);
    assert_ok(write_bytes(s.pipe, 5000, &taken));
    assert_int_equal(taken, 9 * 224);
    assert_ok(write_bytes(s.pipe, 10, &taken));
    assert_int_equal(taken, 0);
    assert_ok(read_some(s.pipe));
    assert_ok(write_bytes(s.pipe, 10, &taken));
    assert_int_equal(taken, 10);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(settings_fail),
        cmocka_unit_test(a_channel_cannot_be_chosen),
        cmocka_unit_test(a_visitor_sees_no_more_chips),
        cmocka_unit_test(operations_fail),
        cmocka_unit_test(reads_end_in_several_ways),
        cmocka_unit_test(a_long_write_goes_in_pieces),
        cmocka_unit_test(turns_have_an_end),
        cmocka_unit_test(commands_go_after_a_late_turn),
        cmocka_unit_test(groups_take_as_much_as_they_have_room_for),
    };

    support_start("ftdi_faults");
    return cmocka_run_group_tests_name("ftdi_faults", tests, NULL, NULL);
}
