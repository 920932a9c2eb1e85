/* The simulated FTDI chips, seen by the real libftdi1, on a board that sends each bit back.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ftdi.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HIGH_SPEED 0x6010
#define FULL_SPEED 0x6015
#define FT232H 0x6014
#define BYTES 2000

static uint64_t microseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static struct ftdi_context *open_chip(int product, enum ftdi_interface channel)
{
    struct ftdi_context *ftdi = ftdi_new();

    assert_non_null(ftdi);
    assert_int_equal(ftdi_set_interface(ftdi, channel), 0);
    assert_int_equal(ftdi_usb_open(ftdi, 0x0403, product), 0);
    assert_int_equal(ftdi_set_line_property(ftdi, BITS_8, STOP_BIT_1, NONE), 0);
    return ftdi;
}

static void close_chip(struct ftdi_context *ftdi)
{
    assert_int_equal(ftdi_usb_close(ftdi), 0);
    ftdi_free(ftdi);
}

static void fill(uint8_t *bytes, size_t count, unsigned seed)
{
    for (size_t n = 0; n < count; n++)
        bytes[n] = (uint8_t)((seed = seed * 1103515245u + 12345u) >> 16);
}

/* Reads so many bytes, or what comes within a tenth of a simulated second. */
static int read_all(struct ftdi_context *ftdi, uint8_t *bytes, int count)
{
    const uint64_t start = microseconds();
    int have = 0, got = 0;

    while (have < count && got >= 0 && microseconds() - start < 100000) {
        got = ftdi_read_data(ftdi, bytes + have, count - have);
        have += got;
    }
    return have;
}

static void test_lists_the_chips(void **state)
{
    struct ftdi_context *ftdi = ftdi_new();
    struct ftdi_device_list *list = NULL;
    char maker[32], product[32], serial[32];

    (void)state;
    assert_int_equal(ftdi_usb_find_all(ftdi, &list, 0, 0), 5);
    assert_int_equal(ftdi_usb_get_strings(ftdi, list->dev, maker, 32, product, 32, serial, 32), 0);
    assert_string_equal(maker, "orbital");
    assert_string_equal(product, "Simulated loop");
    assert_string_equal(serial, "SIM0001");
    assert_int_equal(ftdi_usb_get_strings(ftdi, list->next->dev, NULL, 0, NULL, 0, serial, 32), 0);
    assert_string_equal(serial, "SIM0002");
    ftdi_list_free(&list);
    ftdi_free(ftdi);
}

static void test_tells_the_types_apart(void **state)
{
    struct ftdi_context *high = open_chip(HIGH_SPEED, INTERFACE_B), *full = open_chip(FULL_SPEED, INTERFACE_ANY),
                        *single = open_chip(FT232H, INTERFACE_ANY);

    (void)state;
    assert_int_equal(high->type, TYPE_2232H);
    assert_int_equal(high->max_packet_size, 512);
    assert_int_equal(full->type, TYPE_230X);
    assert_int_equal(full->max_packet_size, 64);
    assert_int_equal(single->type, TYPE_232H);
    assert_int_equal(single->max_packet_size, 512);
    close_chip(high);
    close_chip(full);
    close_chip(single);
}

static void test_reads_the_eeprom(void **state)
{
    const int products[] = {HIGH_SPEED, FULL_SPEED, FT232H};

    (void)state;
    for (int n = 0; n < 3; n++) {
        struct ftdi_context *ftdi = open_chip(products[n], INTERFACE_ANY);
        char product[32];

        assert_int_equal(ftdi_read_eeprom(ftdi), 0);
        assert_int_equal(ftdi_eeprom_decode(ftdi, 0), 0); /* the checksum holds */
        assert_int_equal(ftdi_eeprom_get_strings(ftdi, NULL, 0, product, 32, NULL, 0), 0);
        assert_string_equal(product, products[n] == FT232H ? "Simulated loop_sync" : "Simulated loop");
        close_chip(ftdi);
    }
}

/* All bytes come back, at each rate, in the time that the rate takes: a rate wrong by 1 % would show. */
static void test_loops_at_each_rate(void **state)
{
    static const struct {
        int product, rate;
    } cases[] = {{HIGH_SPEED, 12000000}, {HIGH_SPEED, 8000000}, {HIGH_SPEED, 6000000}, {HIGH_SPEED, 1000000},
                 {FULL_SPEED, 3000000},  {FULL_SPEED, 2000000}, {FULL_SPEED, 1000000}, {FULL_SPEED, 460800}};
    uint8_t out[BYTES], in[BYTES];

    (void)state;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct ftdi_context *ftdi = open_chip(cases[n].product, INTERFACE_A);
        const double least = BYTES * 10e6 / cases[n].rate;
        uint64_t start = 0, took = 0;

        fill(out, BYTES, (unsigned)n);
        assert_int_equal(ftdi_set_baudrate(ftdi, cases[n].rate), 0);
        assert_int_equal(ftdi_set_latency_timer(ftdi, 2), 0);
        start = microseconds();
        struct ftdi_transfer_control *writing = ftdi_write_data_submit(ftdi, out, BYTES);
        assert_non_null(writing);
        assert_int_equal(read_all(ftdi, in, BYTES), BYTES);
        assert_int_equal(ftdi_transfer_data_done(writing), BYTES);
        took = microseconds() - start;
        assert_memory_equal(in, out, BYTES);
        print_message("%d baud: %" PRIu64 " us, %.0f on the wire\n", cases[n].rate, took, least);
        assert_true((double)took >= least);
        assert_true((double)took < least * 1.01 + 5000);
        close_chip(ftdi);
    }
}

/* A few bytes wait for the latency timer; with the event character they do not. */
static void test_latency_and_event_character(void **state)
{
    struct ftdi_context *ftdi = open_chip(HIGH_SPEED, INTERFACE_A);
    uint8_t bytes[4] = {1, 2, 3, 0}, latency = 0;
    uint64_t took[3];

    (void)state;
    assert_int_equal(ftdi_set_baudrate(ftdi, 1000000), 0);
    for (int n = 0; n < 3; n++) {
        const uint8_t wanted = n == 0 ? 16 : n == 1 ? 2 : 100;
        uint64_t start = 0;

        assert_int_equal(ftdi_set_latency_timer(ftdi, wanted), 0);
        assert_int_equal(ftdi_get_latency_timer(ftdi, &latency), 0);
        assert_int_equal(latency, wanted);
        assert_int_equal(ftdi_set_event_char(ftdi, 0, n == 2), 0);
        while (ftdi_read_data(ftdi, bytes, 4) > 0) /* until the timer has just run out */
            continue;
        start = microseconds();
        assert_int_equal(ftdi_write_data(ftdi, (const uint8_t[]){1, 2, 3, 0}, 4), 4);
        assert_int_equal(read_all(ftdi, bytes, 4), 4);
        took[n] = microseconds() - start;
    }
    print_message("latency 16 ms: %" PRIu64 " us, 2 ms: %" PRIu64 " us, event character: %" PRIu64 " us\n", took[0],
                  took[1], took[2]);
    assert_in_range(took[0], 14000, 17500);
    assert_in_range(took[1], 500, 3500);
    assert_in_range(took[2], 40, 1000);
    close_chip(ftdi);
}

static void test_break_reaches_the_line(void **state)
{
    struct ftdi_context *ftdi = open_chip(HIGH_SPEED, INTERFACE_A);
    unsigned short status = 0;
    uint8_t byte = 0xFF;

    (void)state;
    assert_int_equal(ftdi_set_baudrate(ftdi, 1000000), 0);
    assert_int_equal(ftdi_set_line_property2(ftdi, BITS_8, STOP_BIT_1, NONE, BREAK_ON), 0);
    assert_int_equal(nanosleep(&(struct timespec){0, 3000000}, NULL), 0);
    assert_int_equal(ftdi_poll_modem_status(ftdi, &status), 0);
    assert_int_equal(status >> 8 & 0x18, 0x18); /* a framing error which is a break */
    assert_int_equal(ftdi_set_line_property2(ftdi, BITS_8, STOP_BIT_1, NONE, BREAK_OFF), 0);
    assert_int_equal(read_all(ftdi, &byte, 1), 1);
    assert_int_equal(byte, 0);
    close_chip(ftdi);
}

static void test_purge_forgets(void **state)
{
    struct ftdi_context *ftdi = open_chip(HIGH_SPEED, INTERFACE_A);
    uint8_t bytes[100];

    (void)state;
    fill(bytes, 100, 7);
    assert_int_equal(ftdi_set_baudrate(ftdi, 3000000), 0);
    assert_int_equal(ftdi_write_data(ftdi, bytes, 100), 100);
    nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_int_equal(ftdi_tcioflush(ftdi), 0);
    assert_int_equal(ftdi_read_data(ftdi, bytes, 100), 0);
    close_chip(ftdi);
}

static void test_an_interface_has_one_owner(void **state)
{
    struct ftdi_context *first = open_chip(HIGH_SPEED, INTERFACE_A), *second = ftdi_new();

    (void)state;
    assert_int_equal(ftdi_usb_open(second, 0x0403, HIGH_SPEED), -5); /* cannot claim */
    close_chip(first);
    assert_int_equal(ftdi_usb_open(second, 0x0403, HIGH_SPEED), 0);
    close_chip(second);
}

static void test_nothing_hears_the_other_channel(void **state)
{
    struct ftdi_context *ftdi = open_chip(HIGH_SPEED, INTERFACE_B);
    uint8_t bytes[8] = {0};

    (void)state;
    assert_int_equal(ftdi_write_data(ftdi, bytes, 8), 8);
    assert_int_equal(read_all(ftdi, bytes, 8), 0);
    close_chip(ftdi);
}

/* Bytes over the two kinds of 245 FIFO and back; the report tells whether both sides kept to the times. */
static void loop_fifo(int chip, const char *serial, unsigned char mode)
{
    struct ftdi_context *ftdi = ftdi_new();
    uint8_t out[2 * BYTES], in[2 * BYTES];

    fill(out, sizeof out, mode);
    assert_int_equal(ftdi_usb_open_desc(ftdi, 0x0403, chip, NULL, serial), 0);
    assert_int_equal(ftdi_set_bitmode(ftdi, 0xFF, mode), 0);
    assert_int_equal(ftdi_set_latency_timer(ftdi, 2), 0);
    struct ftdi_transfer_control *writing = ftdi_write_data_submit(ftdi, out, sizeof out);
    assert_non_null(writing);
    assert_int_equal(read_all(ftdi, in, sizeof in), sizeof in);
    assert_int_equal(ftdi_transfer_data_done(writing), sizeof out);
    assert_memory_equal(in, out, sizeof out);
    close_chip(ftdi);
}

static void test_fifos_loop(void **state)
{
    (void)state;
    loop_fifo(HIGH_SPEED, "SIM0003", BITMODE_RESET);
    loop_fifo(HIGH_SPEED, "SIM0004", BITMODE_SYNCFF);
    loop_fifo(FT232H, "SIM0005", BITMODE_SYNCFF);
}

/* SPI mode 0 looped inside the chip: out on falling edges, in on rising ones; then a command that there is not. */
static void test_mpsse_shifts(void **state)
{
    /* clang-format off */
    const uint8_t commands[] = {
        DIS_DIV_5, TCK_DIVISOR, 0, 0, SET_BITS_LOW, 0x08, 0x09, LOOPBACK_START,
        MPSSE_DO_WRITE | MPSSE_DO_READ | MPSSE_WRITE_NEG, 3, 0, 0x12, 0x34, 0x56, 0x81, 0xAB, SEND_IMMEDIATE};
    /* clang-format on */
    const uint8_t wanted[] = {0x12, 0x34, 0x56, 0x81, 0xFA, 0xAB};
    struct ftdi_context *ftdi = open_chip(HIGH_SPEED, INTERFACE_A);
    uint8_t got[sizeof wanted];

    (void)state;
    assert_int_equal(ftdi_set_bitmode(ftdi, 0x09, BITMODE_MPSSE), 0);
    assert_int_equal(ftdi_write_data(ftdi, commands, sizeof commands), sizeof commands);
    assert_int_equal(read_all(ftdi, got, sizeof got), sizeof got);
    assert_memory_equal(got, wanted, sizeof got);
    assert_int_equal(ftdi_disable_bitbang(ftdi), 0);
    close_chip(ftdi);
}

/* One argument: only the tests of that name. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_the_chips),
        cmocka_unit_test(test_tells_the_types_apart),
        cmocka_unit_test(test_reads_the_eeprom),
        cmocka_unit_test(test_loops_at_each_rate),
        cmocka_unit_test(test_latency_and_event_character),
        cmocka_unit_test(test_break_reaches_the_line),
        cmocka_unit_test(test_purge_forgets),
        cmocka_unit_test(test_an_interface_has_one_owner),
        cmocka_unit_test(test_nothing_hears_the_other_channel),
        cmocka_unit_test(test_fifos_loop),
        cmocka_unit_test(test_mpsse_shifts),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
