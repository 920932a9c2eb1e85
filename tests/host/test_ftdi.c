/* Boards with FTDI chips, on a fake USB: which are found, what opening one meets, and words through each kind of port.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fake_boards.h"
#include "link_words.h"

#include <ftdi_chip.h>
#include <libusb.h>
#include <link.h>

#include <string.h>

/* ---- chips ---- */

static bool is_listed(const char *name)
{
    char **names = NULL;
    bool found = false;

    assert_ok(orb_engine_list(&names));
    for (size_t i = 0; names[i]; i++)
        found = found || !strcmp(names[i], name);
    orb_engine_list_free(names);
    return found;
}

static void chips_are_listed(void **state)
{
    static const struct {
        uint16_t release;
        const char *about;
    } kinds[] = {{0x0500, "FT2232C"}, {0x0600, "FT232R"}, {0x0700, "FT2232H"},   {0x0800, "FT4232H"},
                 {0x0900, "FT232H"},  {0x1000, "FT231X"}, {0x0a00, "FTDI chip"}, {0, "FTDI chip"}};
    char text[64];

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        fake_chip chips[] = {fake_ft2232h("OTHER"), fake_ft2232h("A")};

        chips[1].release = kinds[i].release;
        chips[1].description = NULL;
        fake_usb_with(chips, 2);
        assert_true(is_listed("ftdi:serial=A") && is_listed("ftdi:serial=OTHER"));
        assert_ok(orb_engine_about("ftdi:serial=A", text, sizeof text));
        assert_string_equal(text, kinds[i].about);
        assert_ok(orb_engine_about("ftdi:serial=OTHER", text, sizeof text));
        assert_string_equal(text, "FT2232H, Dual RS232-HS");
        assert_int_equal(orb_engine_about("ftdi:serial=B", text, sizeof text), ORB_NO_DEVICE);
        fake_all_given_back();
    }
}

/* Without a serial number, or when this user cannot read it, the place is the name. */
static void chips_without_a_number_have_a_place(void **state)
{
    fake_chip chips[] = {fake_ft2232h(NULL), fake_ft2232h("SECRET")};
    char text[64];

    (void)state;
    chips[1].libusb_open = LIBUSB_ERROR_ACCESS;
    chips[1].address = 8;
    fake_usb_with(chips, 2);
    assert_true(is_listed("ftdi:at=1/7") && is_listed("ftdi:at=1/8") && !is_listed("ftdi:serial=SECRET"));
    assert_ok(orb_engine_about("ftdi:at=1/7", text, sizeof text));
    assert_string_equal(text, "FT2232H, Dual RS232-HS");
    assert_ok(orb_engine_about("ftdi:at=1/8", text, sizeof text));
    assert_string_equal(text, "FT2232H");
    fake_all_given_back();
}

static void without_a_usb_there_are_no_chips(void **state)
{
    fake_chip chip = fake_ft2232h("A");
    orb_device *device;
    char text[64];

    (void)state;
    for (int i = 0; i < 2; i++) {
        fake_usb_with(&chip, 1);
        fake.absent = i == 0;
        fake.unlisted = i == 1;
        assert_false(is_listed("ftdi:serial=A"));
        assert_int_equal(orb_engine_about("ftdi:serial=A", text, sizeof text), ORB_NO_DEVICE);
        assert_int_equal(orb_open(&device, "ftdi:"), ORB_NO_DEVICE);
        fake_all_given_back();
    }
}

static void one_chip_has_to_fit(void **state)
{
    static const struct {
        const char *name;
        orb_status status;
    } cases[] = {
        {"ftdi:", ORB_AMBIGUOUS},
        {"ftdi:desc=Dual RS232-HS", ORB_AMBIGUOUS},
        {"ftdi:desc=another", ORB_SILENT},
        {"ftdi:serial=A", ORB_SILENT},
        {"ftdi:serial=A,desc=another", ORB_NO_DEVICE},
        {"ftdi:serial=C", ORB_NO_DEVICE},
        {"ftdi:at=1/7", ORB_SILENT},
        {"ftdi:at=1/9", ORB_NO_DEVICE},
        {"ftdi:at=2/7", ORB_NO_DEVICE},
    };
    fake_chip chips[] = {fake_ft2232h("A"), fake_ft2232h("B"), fake_ft2232h("D")};

    (void)state;
    chips[1].address = 8;
    chips[2].address = 6;
    chips[2].description = "another";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        orb_device *device;

        for (int k = 0; k < 3; k++) {
            chips[k].device = fake_board(ORB_LINK_PORT_UART);
            chips[k].device->silent = true; /* so that one that is opened says so */
        }
        fake_usb_with(chips, 3);
        if (orb_open(&device, cases[i].name) != cases[i].status)
            fail_msg("%s: %s", cases[i].name, orb_last_error());
        assert_null(device);
        assert_string_equal(orb_last_error(), orb_strerror(cases[i].status));
        for (int k = 0; k < 3; k++)
            link_device_free(chips[k].device);
        fake_all_given_back();
    }
    chips[1].libusb_open = LIBUSB_ERROR_ACCESS;
    fake_usb_with(chips, 3);
    assert_int_equal(orb_open(&(orb_device *){NULL}, "ftdi:serial=B"), ORB_NO_PERMISSION);
    fake_all_given_back();
}

static void opening_meets_obstacles(void **state)
{
    static const struct {
        int libusb_open, open_dev;
        orb_status status;
    } cases[] = {
        {LIBUSB_ERROR_ACCESS, -4, ORB_NO_PERMISSION},
        {LIBUSB_ERROR_NO_DEVICE, -4, ORB_UNPLUGGED},
        {LIBUSB_ERROR_NO_MEM, -4, ORB_NO_MEMORY},
        {LIBUSB_ERROR_IO, -4, ORB_DEVICE_FAILED},
        {0, -4, ORB_DEVICE_FAILED},
        {0, -5, ORB_BUSY},
        {0, -11, ORB_BUSY},
        {0, -8, ORB_DEVICE_FAILED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fake_chip chip = fake_ft2232h("A");
        orb_device *device;

        chip.libusb_open = cases[i].libusb_open;
        chip.open_dev = cases[i].open_dev;
        fake_usb_with(&chip, 1);
        assert_int_equal(orb_open(&device, "ftdi:at=1/7"), cases[i].status);
        assert_string_equal(orb_last_error(), orb_strerror(cases[i].status));
        assert_null(device);
        fake_all_given_back();
    }
}

/* Which channel a board is at, 0 if its chip has none such. */
static void channels_are_those_of_the_chip(void **state)
{
    static const struct {
        uint16_t release;
        orb_ftdi_mode mode;
        unsigned asked, channel;
    } cases[] = {
        {0x0700, ORB_FTDI_AUTO, 0, 2}, {0x0700, ORB_FTDI_UART, 1, 1}, {0x0700, ORB_FTDI_SYNC, 0, 1},
        {0x0700, ORB_FTDI_SPI, 0, 1},  {0x0700, ORB_FTDI_SPI, 2, 2},  {0x0700, ORB_FTDI_AUTO, 3, 0},
        {0x0600, ORB_FTDI_AUTO, 0, 1}, {0x0600, ORB_FTDI_AUTO, 2, 0}, {0x0600, ORB_FTDI_SPI, 0, 0},
        {0x0600, ORB_FTDI_SYNC, 0, 0}, {0x0500, ORB_FTDI_SYNC, 0, 0}, {0x0500, ORB_FTDI_SPI, 0, 1},
        {0x0800, ORB_FTDI_UART, 4, 4}, {0x0800, ORB_FTDI_SYNC, 0, 0}, {0x0900, ORB_FTDI_SYNC, 0, 1},
        {0x0a00, ORB_FTDI_AUTO, 0, 1}, {0x0a00, ORB_FTDI_AUTO, 2, 0}, {0x0a00, ORB_FTDI_SYNC, 0, 0},
        {0x0a00, ORB_FTDI_SPI, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned leave = 0; leave < 2; leave++) {
            const orb_ftdi_request asked = {
                .mode = cases[i].mode, .channel = cases[i].asked, .leave_driver = leave > 0};
            fake_chip chip = fake_ft2232h("A");
            struct ftdi_context *ftdi;
            orb_chip found;

            chip.release = cases[i].release;
            fake_usb_with(&chip, 1);
            assert_int_equal(orb_chip_open(&ftdi, &asked, &found), cases[i].channel ? ORB_OK : ORB_INVALID);
            assert_int_equal(!ftdi, !cases[i].channel);
            if (ftdi) {
                assert_int_equal(chip.interface, INTERFACE_A + cases[i].channel - 1);
                assert_int_equal(chip.detach, leave ? DONT_DETACH_SIO_MODULE : AUTO_DETACH_SIO_MODULE);
            } else {
                assert_non_null(strstr(orb_last_error(), "channel"));
            }
            orb_chip_close(ftdi);
            fake_all_given_back();
        }
}

/* Chips without the requested mode or channel do not make the choice ambiguous. */
static void mode_and_channel_choose_the_chip(void **state)
{
    static const struct {
        orb_ftdi_request asked;
        orb_status status;
        unsigned chosen;
    } cases[] = {
        {{.mode = ORB_FTDI_SYNC}, ORB_OK, 1},
        {{.channel = 4}, ORB_OK, 2},
        {{.mode = ORB_FTDI_SYNC, .serial = "C"}, ORB_INVALID, 0},
        {{.mode = ORB_FTDI_SPI}, ORB_AMBIGUOUS, 0},
        {{.mode = ORB_FTDI_UART}, ORB_AMBIGUOUS, 0},
    };
    fake_chip chips[] = {fake_ft2232h("A"), fake_ft2232h("B"), fake_ft2232h("C")};

    (void)state;
    chips[0].release = 0x0500; /* FT2232C: channels A and B, no synchronous FIFO */
    chips[1].release = 0x0900; /* FT232H */
    chips[2].release = 0x0800; /* FT4232H: four channels, no synchronous FIFO */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ftdi_context *ftdi;
        orb_chip found;

        fake_usb_with(chips, 3);
        assert_int_equal(orb_chip_open(&ftdi, &cases[i].asked, &found), cases[i].status);
        if (ftdi)
            assert_string_equal(found.serial, chips[cases[i].chosen].serial);
        orb_chip_close(ftdi);
        fake_all_given_back();
    }
}

/* ---- ports ---- */

static void boards_are_opened(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FAKE_PORTS; i++) {
        fake_chip chip = fake_chip_of(&fake_ports[i]);
        orb_device *device;
        orb_device_info info;
        char name[64];

        fake_name_of(&fake_ports[i], name);
        fake_usb_with(&chip, 1);
        if (orb_open(&device, name))
            fail_msg("%s: %s", name, orb_last_error());
        assert_ok(orb_device_query(device, &info));
        assert_string_equal(info.engine, name);
        assert_string_equal(info.link, fake_ports[i].link);
        assert_int_equal(info.p, 4);
        assert_true(info.clock_hz == FAKE_CLOCK_HZ);
        assert_int_equal(chip.breaks > 0, fake_ports[i].kind == ORB_LINK_PORT_UART || !*fake_ports[i].mode);
        if (fake_ports[i].kind == ORB_LINK_PORT_SPI) /* a sixth of the device's clock at most */
            assert_int_equal(chip.divisor, fake_ports[i].type == TYPE_2232C ? 0 : 1);
        orb_close(device);
        assert_int_equal(chip.mode, fake_ports[i].kind == ORB_LINK_PORT_SYNC_FIFO ? BITMODE_SYNCFF : BITMODE_RESET);
        link_device_free(chip.device);
        fake_all_given_back();
    }
}

static void words_pass_through_each_port(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FAKE_PORTS; i++) {
        fake_chip chip = fake_chip_of(&fake_ports[i]);
        orb_transport *transport;
        orb_pipe *pipe;

        fake_usb_with(&chip, 1);
        assert_ok(fake_open_pipe(&fake_ports[i], &pipe));
        assert_ok(orb_link_open(&transport, pipe, 0));
        assert_ok(link_pass_words(chip.device, transport, 3000, 3, 1));
        assert_ok(link_pass_words(chip.device, transport, 1 + random_below(1000), 3, 1));
        link_end(chip.device, transport);
        fake_all_given_back();
    }
}

/* A rate that the chip does not take, like one that the line does not carry, is followed by a slower one; but not if
 * the chip is gone, or if this was the rate to begin with. */
static void rates_that_fail(void **state)
{
    static const struct {
        const char *call;
        unsigned skip;
        bool gone;
        orb_status status;
    } cases[] = {
        {"ftdi_set_baudrate", 0, false, ORB_DEVICE_FAILED},
        {"ftdi_set_baudrate", 0, true, ORB_UNPLUGGED},
        {"ftdi_set_baudrate", 1, false, ORB_OK},
        {"ftdi_set_baudrate", 1, true, ORB_UNPLUGGED},
        {"break on", 0, false, ORB_DEVICE_FAILED},
        {"break on", 0, true, ORB_UNPLUGGED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fake_chip chip = fake_chip_of(&fake_ports[0]);
        orb_device *device;
        orb_device_info info;

        fake_usb_with(&chip, 1);
        fake.call = cases[i].call;
        fake.skip = cases[i].skip;
        fake.times = 1;
        fake.result = -1;
        fake.gone = cases[i].gone;
        assert_int_equal(orb_open(&device, "ftdi:"), cases[i].status);
        assert_int_equal(fake.failed, 1);
        if (device) {
            assert_ok(orb_device_query(device, &info));
            assert_string_equal(info.link, "FT2232H, UART of 6000000 baud");
        }
        orb_close(device);
        link_device_free(chip.device);
        fake_all_given_back();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chips_are_listed),
        cmocka_unit_test(chips_without_a_number_have_a_place),
        cmocka_unit_test(without_a_usb_there_are_no_chips),
        cmocka_unit_test(one_chip_has_to_fit),
        cmocka_unit_test(opening_meets_obstacles),
        cmocka_unit_test(channels_are_those_of_the_chip),
        cmocka_unit_test(mode_and_channel_choose_the_chip),
        cmocka_unit_test(boards_are_opened),
        cmocka_unit_test(words_pass_through_each_port),
        cmocka_unit_test(rates_that_fail),
    };

    support_start("ftdi");
    return cmocka_run_group_tests_name("ftdi", tests, NULL, NULL);
}
