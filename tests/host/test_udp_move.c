/* A board on the network is given another address.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "fake_udp.h"

#include <string.h>

/* The only board. */
static fake_board_udp *const board = &net.board[0];

static void a_board_moves(void **state)
{
    (void)state;
    for (unsigned fast = 0; fast < 2; fast++) {
        char before[128];
        orb_device *device;
        orb_device_info info;

        fake_network_with(1);
        board->moves_fast = fast;
        strcpy(before, fake_udp_name(0, ""));
        assert_ok(orb_open(&device, fake_udp_name(0, ",address=127.0.0.7")));
        assert_int_equal(board->address, INADDR_LOOPBACK + 6);
        assert_ok(orb_device_query(device, &info));
        assert_string_equal(info.engine, fake_udp_name(0, ""));
        orb_close(device);
        assert_int_equal(board->closes, 1);
        assert_int_equal(orb_open(&device, before), ORB_NO_DEVICE);
        fake_network_end();
    }
}

static void a_board_that_does_not_move_is_told(void **state)
{
    (void)state;
    fake_network_with(1);
    board->stays = true;
    assert_int_equal(fake_udp_try(",address=127.0.0.2"), ORB_UNPLUGGED); /* nobody listens there */
    assert_line("new address");
    assert_int_equal(board->closes, 1);
    fake_network_end();
}

/* It would be lost until it is reset. */
static void a_board_does_not_move_out_of_reach(void **state)
{
    static const char *const there[] = {",address=127.255.255.255", ",address=127.0.0.99"};

    (void)state;
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        fake_network_with(1);
        net.mask = i ? 0xFFFFFFC0 : 0xFF000000;
        assert_int_equal(fake_udp_try(there[i]), ORB_INVALID);
        assert_line("would not find the board");
        assert_int_equal(board->address, INADDR_LOOPBACK);
        assert_int_equal(board->closes, 1);
        assert_ok(fake_udp_try(""));
        fake_network_end();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_moves),
        cmocka_unit_test(a_board_that_does_not_move_is_told),
        cmocka_unit_test(a_board_does_not_move_out_of_reach),
    };

    support_start("udp_move");
    return cmocka_run_group_tests_name("udp_move", tests, NULL, NULL);
}
