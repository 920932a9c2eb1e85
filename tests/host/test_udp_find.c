/* Boards on the network: what their names mean, how they are found, and what is said where none is.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "support.h"

#include "fake_udp.h"

#include <udp_find.h>
#include <udp_name.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND UINT64_C(1000000000)

static void refused(const char *name, orb_status status, const char *part)
{
    orb_device *device;

    assert_int_equal(orb_open(&device, name), status);
    assert_line(part);
}

/* As long as the name of a host may be: 253 characters (RFC 1035). */
#define LABEL62 "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"
#define LONGEST_HOST LABEL62 "." LABEL62 "." LABEL62 "." LABEL62 ".c"

static void names_are_read(void **state)
{
    static const struct {
        const char *text, *host;
        unsigned port;
        bool leave;
        uint32_t address;
    } good[] = {
        {"", "", ORB_UDP_PORT, false, 0},
        {"192.168.1.50", "192.168.1.50", ORB_UDP_PORT, false, 0},
        {"board.example.org:99", "board.example.org", 99, false, 0},
        {LONGEST_HOST ":65535,served=leave", LONGEST_HOST, 65535, true, 0},
        {"address=10.0.0.7", "", ORB_UDP_PORT, false, 0x0A000007},
        {"a,served=leave,address=223.255.255.255", "a", ORB_UDP_PORT, true, 0xDFFFFFFF},
    };
    static const char *const bad[] = {
        "a,b",
        "a:",
        "a:0",
        "a:65536",
        "a:1x",
        ":1",
        "a,served=take",
        "a,served=leave,served=leave",
        "address=1.2.3",
        "address=0.0.0.1",
        "address=224.0.0.1",
        "address=255.255.255.255",
        "address=1.2.3.4,address=1.2.3.4",
        "a,x=1",
        "a,",
        LONGEST_HOST LONGEST_HOST,
    };

    (void)state;
    assert_int_equal(strlen(LONGEST_HOST), 253);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        orb_udp_request request;

        assert_ok(orb_udp_request_parse(&request, good[i].text));
        assert_string_equal(request.host, good[i].host);
        assert_int_equal(request.port, good[i].port);
        assert_int_equal(request.leave, good[i].leave);
        assert_int_equal(request.address, good[i].address);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        orb_udp_request request;

        assert_int_equal(orb_udp_request_parse(&request, bad[i]), ORB_INVALID);
    }
}

static void names_are_written(void **state)
{
    char name[40];

    (void)state;
    orb_udp_name_write(0xC0A80132, ORB_UDP_PORT, name, sizeof name);
    assert_string_equal(name, "udp:192.168.1.50");
    orb_udp_name_write(0xC0A80132, 7, name, sizeof name);
    assert_string_equal(name, "udp:192.168.1.50:7");
}

/* Parts of an address are no names. */
static void hosts_without_an_address_are_told(void **state)
{
    (void)state;
    fake_network_with(0);
    refused("udp:50", ORB_NO_DEVICE, "no board is found by the name \"50\"");
    refused("udp:192.168.1", ORB_NO_DEVICE, "no board is found by the name \"192.168.1\"");
    fake_network_end();
}

static unsigned listed(const char *name)
{
    unsigned count = 0;
    char **names;

    assert_ok(orb_engine_list(&names));
    assert_string_equal(orb_last_error(), "");
    for (char **one = names; *one; one++)
        count += !strncmp(*one, "udp:", 4) && (!name || !strcmp(*one, name));
    orb_engine_list_free(names);
    return count;
}

static void boards_are_found(void **state)
{
    (void)state;
    for (unsigned broadcast = 0; broadcast < 2; broadcast++) {
        char about[100];
        orb_device *device;

        fake_network_with(2);
        if (broadcast)
            unsetenv("ORB_UDP_FIND");
        assert_int_equal(listed(NULL), 2);
        assert_int_equal(listed(fake_udp_name(1, "")), 1);
        assert_ok(orb_engine_about(fake_udp_name(1, ""), about, sizeof about));
        assert_string_equal(about, "Ethernet, 02:4f:52:42:00:02");
        refused("udp:", ORB_AMBIGUOUS, "2 boards answer");
        net.board[1].off = true;
        assert_int_equal(listed(NULL), 1);
        assert_int_equal(orb_engine_about(fake_udp_name(1, ""), about, sizeof about), ORB_NO_DEVICE);
        assert_ok(orb_open(&device, "udp:"));
        assert_int_equal(net.board[0].opens, 1);
        orb_close(device);
        fake_network_end();
    }
    setenv("ORB_UDP_FIND", "", 1);
}

/* Two at one address, as after two bitstreams of one number: here one of them behind each of two sockets. */
static void two_boards_with_one_address_are_told(void **state)
{
    char find[64];

    (void)state;
    fake_network_with(1);
    snprintf(find, sizeof find, "127.0.0.1:%u,127.0.0.1:%u", net.board[0].port, net.board[0].port);
    setenv("ORB_UDP_FIND", find, 1);
    assert_int_equal(listed(NULL), 1);
    net.board[0].two_faced = true;
    refused("udp:", ORB_AMBIGUOUS, "two boards have one address");
    fake_network_end();
}

static void a_search_without_a_board_is_told(void **state)
{
    (void)state;
    fake_network_with(1);
    net.board[0].off = true;
    refused("udp:", ORB_NO_DEVICE, "at the 1 addresses in ORB_UDP_FIND");
    unsetenv("ORB_UDP_FIND");
    refused("udp:", ORB_NO_DEVICE, "answers a broadcast");
    net.own = 0;
    refused("udp:", ORB_NO_DEVICE, "no network to look for boards on");
    fake_network_end();
    setenv("ORB_UDP_FIND", "", 1);
}

/* A list skips what names no board in ORB_UDP_FIND, and leaves no line of it behind. "udp:" says which item that is. */
static void bad_items_are_skipped(void **state)
{
    char find[128];

    (void)state;
    fake_network_with(1);
    snprintf(find, sizeof find, "127.0.0.1:%u,a:b:c,board.example.org,1.2.3,1.2.3.4:x", net.board[0].port);
    setenv("ORB_UDP_FIND", find, 1);
    assert_int_equal(listed(fake_udp_name(0, "")), 1);
    refused("udp:", ORB_INVALID, "item 2 of ORB_UDP_FIND");
    fake_network_end();
}

static void a_long_list_is_read_to_its_end(void **state)
{
    char find[2000] = "";
    size_t used = 0;

    (void)state;
    fake_network_with(1);
    for (unsigned i = 0; i < 100; i++)
        used += (size_t)snprintf(find + used, sizeof find - used, "127.0.0.1:%u,", i < 99 ? 1 : net.board[0].port);
    assert_true(used > 1024 && used < sizeof find);
    setenv("ORB_UDP_FIND", find, 1);
    assert_int_equal(listed(fake_udp_name(0, "")), 1);
    fake_network_end();
}

static void no_group_of_computers_is_a_board(void **state)
{
    static const char *const bad[] = {"udp:0.0.0.0", "udp:224.0.0.1", "udp:255.255.255.255:99"};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refused(bad[i], ORB_INVALID, "is no address of a board");
    refused("udp:127.255.255.255", ORB_INVALID, "is the broadcast address");
}

static void answers_that_are_wrong_do_not_count(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        fake_network_with(1);
        net.board[0].misnumbers = i == 1;
        net.board[0].damages = i == 2;
        assert_int_equal(listed(NULL), i == 0);
        fake_network_end();
    }
}

static void signals_do_not_end_a_search(void **state)
{
    (void)state;
    fake_network_with(1);
    net.interrupts = 10;
    assert_int_equal(listed(NULL), 1);
    assert_int_equal(net.interrupts, 0);
    fake_network_end();
}

/* A board that answers late is found by its name, and does not keep a search for all waiting. */
static void a_far_board_is_found_by_its_name(void **state)
{
    char about[100];
    uint64_t start;

    (void)state;
    fake_network_with(1);
    net.board[0].delay = SECOND / 3;
    assert_ok(orb_engine_about(fake_udp_name(0, ""), about, sizeof about));
    start = net.now;
    assert_int_equal(listed(NULL), 0);
    assert_true(net.now - start < SECOND / 5);
    fake_network_end();
}

/* Without end, from a board's own address: the search ends, and the board is found. */
static void garbage_does_not_keep_a_search(void **state)
{
    uint64_t start;

    (void)state;
    fake_network_with(2);
    net.board[0].babbles = SECOND / 33;
    start = net.now;
    assert_int_equal(listed(fake_udp_name(1, "")), 1);
    assert_true(net.now - start < SECOND / 5);
    fake_network_end();
}

/* ---- boards that say nothing ---- */

static void silence_is_told(void **state)
{
    (void)state;
    fake_network_with(1);
    net.board[0].off = true;
    net.own = INADDR_LOOPBACK + 5;
    refused(fake_udp_name(0, ""), ORB_SILENT, "check the board's power, cable and address");
    net.own = 0x0A000001;
    refused(fake_udp_name(0, ""), ORB_SILENT, "no address in its network");
    net.own = 0;
    refused("udp:127.0.0.1:9", ORB_NO_DEVICE, "is no orbital board");
    fake_network_end();
}

/* The board is there, and its link is not. */
static void a_core_that_is_silent_is_told(void **state)
{
    (void)state;
    fake_network_with(1);
    net.board[0].device->silent = true;
    refused(fake_udp_name(0, ""), ORB_SILENT, "its core does not answer");
    assert_int_equal(net.board[0].closes, 1);
    fake_network_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(names_are_written),
        cmocka_unit_test(hosts_without_an_address_are_told),
        cmocka_unit_test(boards_are_found),
        cmocka_unit_test(two_boards_with_one_address_are_told),
        cmocka_unit_test(a_search_without_a_board_is_told),
        cmocka_unit_test(bad_items_are_skipped),
        cmocka_unit_test(a_long_list_is_read_to_its_end),
        cmocka_unit_test(no_group_of_computers_is_a_board),
        cmocka_unit_test(answers_that_are_wrong_do_not_count),
        cmocka_unit_test(signals_do_not_end_a_search),
        cmocka_unit_test(a_far_board_is_found_by_its_name),
        cmocka_unit_test(garbage_does_not_keep_a_search),
        cmocka_unit_test(silence_is_told),
        cmocka_unit_test(a_core_that_is_silent_is_told),
    };

    support_start("udp_find");
    return cmocka_run_group_tests_name("udp_find", tests, NULL, NULL);
}
