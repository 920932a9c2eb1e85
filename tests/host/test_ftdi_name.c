/* Names of boards: what is asked by each, what is refused, and what is written is read again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <ftdi_chip.h>

#include <stdio.h>
#include <string.h>

static orb_ftdi_request read_good(const char *text)
{
    orb_ftdi_request request;

    assert_ok(orb_ftdi_request_parse(&request, text));
    return request;
}

static void keys_are_understood(void **state)
{
    orb_ftdi_request r = read_good("serial=FT1234,mode=uart,baud=3000000,channel=B,driver=leave");

    (void)state;
    assert_string_equal(r.serial, "FT1234");
    assert_int_equal(r.mode, ORB_FTDI_UART);
    assert_int_equal(r.baud, 3000000);
    assert_int_equal(r.channel, 2);
    assert_true(r.leave_driver);
    r = read_good("desc=iCEBreaker V1.0e,at=3/12,mode=spi");
    assert_string_equal(r.description, "iCEBreaker V1.0e");
    assert_int_equal(r.bus, 3);
    assert_int_equal(r.address, 12);
    assert_int_equal(r.mode, ORB_FTDI_SPI);
    r = read_good("");
    assert_true(!*r.serial && !*r.description && !r.bus && r.mode == ORB_FTDI_AUTO && !r.baud && !r.channel);
    read_good(NULL);
}

static void nonsense_is_refused(void **state)
{
    static const char *const wrong[] = {
        "serial",
        "serial=",
        "serial=A,serial=B",
        ",",
        "serial=A,",
        "speed=1",
        "at=1",
        "at=1/",
        "at=/1",
        "at=1/2/3",
        "at=1/2,at=1/2",
        "at=0/1",
        "mode=",
        "mode=jtag",
        "mode=uart,mode=spi",
        "baud=",
        "baud=fast",
        "baud=1x",
        "baud=-5",
        "baud=123456789012",
        "baud=1,baud=2",
        "channel=A,channel=B",
        "channel=E",
        "channel=",
        "channel=AB",
        "channel=a",
        "mode=fifo,baud=1000000",
        "mode=sync,channel=B",
        "driver=take",
        "driver=leave,driver=leave",
        "=A",
    };
    char longest[200];

    (void)state;
    memset(longest, 'x', sizeof longest);
    memcpy(longest, "serial=", 7);
    longest[sizeof longest - 1] = '\0';
    for (size_t length = 7 + 64; length < sizeof longest; length++) {
        orb_ftdi_request request;

        longest[length] = '\0';
        assert_int_equal(orb_ftdi_request_parse(&request, longest), ORB_INVALID);
        longest[length] = 'x';
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        orb_ftdi_request request;

        if (orb_ftdi_request_parse(&request, wrong[i]) != ORB_INVALID)
            fail_msg("%s was taken", wrong[i]);
    }
}

static void what_is_written_is_read_again(void **state)
{
    static const char *const names[] = {"",
                                        "serial=A",
                                        "desc=Dual RS232-HS,mode=fifo",
                                        "at=1/127,mode=sync,channel=A",
                                        "serial=X,baud=115200,channel=D",
                                        "serial=X,driver=leave"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const orb_ftdi_request request = read_good(names[i]);
        char text[64];

        assert_true(orb_ftdi_request_write(&request, text, sizeof text));
        assert_string_equal(text, names[i]);
        for (size_t size = 0; size <= strlen(names[i]) && size < sizeof text; size++)
            assert_int_equal(orb_ftdi_request_write(&request, text, size), *names[i] ? 0 : size > 0);
    }
}

/* By its serial number, unless it has none or the name would be too long. */
static void chips_have_names(void **state)
{
    orb_chip chip = {.serial = "FT42", .bus = 2, .address = 9};
    const orb_ftdi_request sync = {.mode = ORB_FTDI_SYNC};
    char text[40];

    (void)state;
    orb_chip_name(&chip, &sync, text, sizeof text);
    assert_string_equal(text, "serial=FT42,mode=sync");
    strcpy(chip.serial, "a serial number that is longer than most");
    orb_chip_name(&chip, &sync, text, sizeof text);
    assert_string_equal(text, "at=2/9,mode=sync");
    *chip.serial = '\0';
    orb_chip_name(&chip, &(orb_ftdi_request){.channel = 2}, text, sizeof text);
    assert_string_equal(text, "at=2/9,channel=B");
}

static void boards_that_are_not_there_cannot_be_opened(void **state)
{
    orb_device *device = NULL;
    char text[8];

    (void)state;
    assert_int_equal(orb_open(&device, "ftdi:serial=no chip has this number"), ORB_NO_DEVICE);
    assert_null(device);
    assert_int_equal(orb_open(&device, "ftdi:mode=jtag"), ORB_INVALID);
    assert_int_equal(orb_engine_about("ftdi:serial=no chip has this number", text, sizeof text), ORB_NO_DEVICE);
    assert_int_equal(orb_engine_about("sim:p=2", text, sizeof text), ORB_NO_DEVICE);
    assert_int_equal(orb_engine_about(NULL, text, sizeof text), ORB_INVALID);
    assert_int_equal(orb_engine_about("ftdi:at=1/1", text, 0), ORB_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_understood),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(chips_have_names),
        cmocka_unit_test(boards_that_are_not_there_cannot_be_opened),
    };

    return cmocka_run_group_tests_name("ftdi_name", tests, NULL, NULL);
}
