/* Sessions with boards on the network: how they begin, last and end, and what the library says when they do not.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "fake_udp.h"
#include "link_words.h"

#include <link.h>
#include <orbital_regs.h>
#include <udp_pipe.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
#define ADDRESS(member) ((uint32_t)offsetof(orbital_t, member))

/* The only board. */
static fake_board_udp *const board = &net.board[0];

/* A link to the board, below the engine. */
static orb_transport *connect_link(void)
{
    orb_udp_board found;
    orb_pipe *pipe = NULL;
    orb_transport *transport = NULL;

    assert_ok(orb_udp_pipe_open(&pipe, board->address, board->port, &found));
    assert_ok(orb_link_open(&transport, pipe, 0));
    return transport;
}

static void end(orb_transport *transport)
{
    transport->ops->close(transport);
    assert_int_equal(board->closes, board->opens > 0);
    fake_network_end();
}

static orb_status pass_words(orb_transport *transport)
{
    return link_pass_words(board->device, transport, 5000, 3, 1);
}

static void a_board_is_opened_and_closed(void **state)
{
    orb_device *device;
    orb_device_info info;

    (void)state;
    fake_network_with(1);
    assert_ok(orb_open(&device, fake_udp_name(0, "")));
    assert_true(board->served);
    assert_ok(orb_device_query(device, &info));
    assert_string_equal(info.engine, fake_udp_name(0, ""));
    assert_string_equal(info.link, "Ethernet");
    orb_close(device);
    assert_false(board->served);
    fake_network_end();
}

static void words_pass(void **state)
{
    orb_transport *transport;

    (void)state;
    fake_network_with(1);
    transport = connect_link();
    assert_ok(pass_words(transport));
    assert_int_equal(orb_link_of(transport)->lost, 0);
    end(transport);
}

/* ---- who is served ---- */

/* Two requests for the MAC address of the board get lost; the third one comes two seconds after the first. */
static void a_board_is_waited_for_until_its_address_is_known(void **state)
{
    (void)state;
    fake_network_with(1);
    board->deaf_until = net.now + 2 * SECOND + SECOND / 10;
    assert_ok(fake_udp_try(""));
    board->deaf_until = net.now + 4 * SECOND;
    assert_int_equal(fake_udp_try(""), ORB_SILENT);
    fake_network_end();
}

/* A host that died leaves the board within its lease. */
static void a_dead_host_is_waited_for(void **state)
{
    uint64_t start;

    (void)state;
    fake_network_with(1);
    fake_udp_serve_another(0);
    start = net.now;
    assert_ok(fake_udp_try(""));
    assert_true(net.now - start >= FAKE_LEASE && net.now - start < FAKE_LEASE + SECOND / 2);
    fake_network_end();
}

/* Nor is a board waited for longer whose answers come late. */
static void a_host_that_lives_keeps_its_board(void **state)
{
    (void)state;
    for (unsigned way = 0; way < 3; way++) {
        const bool leaves = way == 1, late = way == 2;
        uint64_t start;

        fake_network_with(1);
        fake_udp_serve_another(0);
        board->other_lives = true;
        board->delay = late ? 2 * SECOND + 2 * SECOND / 5 : 0;
        start = net.now;
        assert_int_equal(fake_udp_try(leaves ? ",served=leave" : ""), late ? ORB_SILENT : ORB_BUSY);
        assert_line(late ? "does not answer" : "serves another host");
        assert_true(leaves ? net.now - start < SECOND / 2 : net.now - start >= FAKE_LEASE);
        assert_true(net.now - start < 4 * SECOND);
        fake_network_end();
    }
}

/* Only by wish. */
static void a_silent_host_can_be_left(void **state)
{
    char about[100];

    (void)state;
    fake_network_with(1);
    fake_udp_serve_another(0);
    assert_ok(orb_engine_about(fake_udp_name(0, ""), about, sizeof about));
    assert_string_equal(about, "Ethernet, 02:4f:52:42:00:01, serves a host");
    fake_udp_pass(FAKE_LEASE + SECOND);
    assert_ok(orb_engine_about(fake_udp_name(0, ""), about, sizeof about));
    assert_string_equal(about, "Ethernet, 02:4f:52:42:00:01, serves a host that has been silent for long");
    assert_int_equal(fake_udp_try(",served=leave"), ORB_BUSY);
    assert_ok(fake_udp_try(""));
    fake_network_end();
}

/* However long nothing is sent; and nothing more is sent than that needs. */
static void an_idle_device_keeps_its_board(void **state)
{
    orb_transport *transport;
    uint32_t value = 0;
    unsigned before;

    (void)state;
    fake_network_with(1);
    transport = connect_link();
    assert_ok(orb_link_read(transport, 0, &value, 1));
    before = board->reads;
    fake_udp_tick();
    assert_int_equal(board->reads, before);
    for (unsigned i = 1; i <= 20; i++) {
        fake_udp_pass(SECOND / 2);
        fake_udp_tick();
        assert_int_equal(board->reads, before + i);
        assert_true(net.now - board->heard < SECOND);
    }
    assert_ok(pass_words(transport));
    assert_int_equal(orb_link_of(transport)->lost, 0);
    end(transport);
}

/* The thread begins no session with a board that was reset, so the next request finds out. */
static void a_board_that_was_reset_is_told(void **state)
{
    (void)state;
    for (unsigned taken = 0; taken < 2; taken++) {
        orb_transport *transport;

        fake_network_with(1);
        transport = connect_link();
        if (taken)
            fake_udp_serve_another(0);
        else
            board->served = false;
        fake_udp_pass(SECOND);
        fake_udp_tick();
        assert_int_equal(board->served, taken);
        assert_int_equal(pass_words(transport), taken ? ORB_BUSY : ORB_UNPLUGGED);
        assert_line(taken ? "serves another" : "was reset");
        transport->ops->close(transport);
        assert_int_equal(board->served, taken);
        fake_network_end();
    }
}

/* The threads of the library do the work, and the caller hears what they heard. */
static void an_execution_that_fails_tells_why(void **state)
{
    enum { SIDE = 8 };
    static double volume[SIDE * SIDE * SIDE];
    const orb_plan_desc desc = {.n = {SIDE, SIDE, SIDE}, .block = {SIDE, SIDE, SIDE}, .direction = ORB_FORWARD};

    (void)state;
    for (unsigned taken = 0; taken < 2; taken++) {
        orb_device *device;
        orb_plan *plan;

        fake_network_with(1);
        assert_ok(orb_open(&device, fake_udp_name(0, "")));
        assert_ok(orb_plan_create(&plan, device, &desc));
        if (taken)
            fake_udp_serve_another(0);
        else
            board->served = false;
        assert_int_equal(orb_execute(plan, volume, volume, NULL), taken ? ORB_BUSY : ORB_UNPLUGGED);
        assert_line(taken ? "serves another" : "was reset");
        volume[0] = NAN;
        assert_int_equal(orb_execute(plan, volume, volume, NULL), ORB_NOT_FINITE);
        assert_string_equal(orb_last_error(), orb_strerror(ORB_NOT_FINITE)); /* not the line before */
        volume[0] = 0;
        orb_plan_destroy(plan);
        orb_close(device);
        fake_network_end();
    }
}

/* Whatever the number of the host before, which had the same address and port. */
static void any_number_may_be_the_last_one(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        fake_network_with(1);
        board->confused = true;
        board->newest = i << 26;
        assert_ok(fake_udp_try(""));
        assert_int_equal(board->closes, 1);
        fake_network_end();
    }
}

/* A child of fork has no part in it. */
static void a_child_leaves_the_session(void **state)
{
    orb_transport *transport;
    int result = -1;
    pid_t child;

    (void)state;
    fake_network_with(1);
    transport = connect_link();
    child = fork();
    if (child == 0) {
        net.boards = 0; /* which are the parent's */
        transport->ops->close(transport);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    assert_ok(pass_words(transport));
    assert_true(board->served);
    end(transport);
}

/* ---- the way ---- */

static void a_far_board_is_opened(void **state)
{
    static const unsigned milliseconds[] = {20, 90, 200, 450};

    (void)state;
    for (size_t i = 0; i < sizeof milliseconds / sizeof *milliseconds; i++) {
        fake_network_with(1);
        board->device->network.time = milliseconds[i] * (SECOND / 1000) / 2;
        assert_ok(fake_udp_try(""));
        fake_network_end();
    }
}

/* An answer to the first of several questions is one. */
static void answers_of_the_session_may_get_lost(void **state)
{
    (void)state;
    fake_network_with(1);
    board->answers_lost = 4;
    assert_ok(fake_udp_try(""));
    fake_network_end();
}

static void errors_of_the_network_are_losses(void **state)
{
    static const int errors[] = {ENETUNREACH, EHOSTUNREACH, ECONNREFUSED, ENETDOWN, EPERM, ENOBUFS};

    (void)state;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        orb_transport *transport;
        uint32_t value;

        fake_network_with(1);
        transport = connect_link();
        net.error = errors[i];
        for (unsigned times = 1; times < 20; times++) {
            net.errors = times;
            assert_ok(pass_words(transport));
        }
        net.errors = UINT32_MAX;
        assert_int_equal(orb_link_read(transport, 0, &value, 1),
                         errors[i] == ENOBUFS ? ORB_DEVICE_FAILED : ORB_UNPLUGGED);
        assert_line(errors[i] == ENOBUFS ? "not answered for a second" : strerror(errors[i]));
        net.errors = 0;
        end(transport);
    }
}

/* What was refused before the last answer says nothing of a silence after it. */
static void errors_are_forgotten(void **state)
{
    orb_transport *transport;
    uint32_t value;

    (void)state;
    fake_network_with(1);
    transport = connect_link();
    net.error = ENETUNREACH;
    net.errors = 3;
    assert_ok(pass_words(transport));
    board->off = true;
    assert_int_equal(orb_link_read(transport, 0, &value, 1), ORB_DEVICE_FAILED);
    board->off = false;
    end(transport);
}

/* From the beginning, or from some time on. */
static void datagrams_need_no_fragments(void **state)
{
    static const unsigned mtu[] = {1500, 1420, 1280, 576};

    (void)state;
    for (size_t i = 0; i < sizeof mtu / sizeof *mtu; i++)
        for (unsigned late = 0; late < 2; late++) {
            orb_transport *transport;

            fake_network_with(1);
            board->device->registers[0xF04 / 4] += 3 << 8 | 2 << 16; /* room for datagrams of any length */
            board->device->beat = 8;
            net.mtu = late ? 0 : mtu[i];
            transport = connect_link();
            net.mtu = mtu[i];
            assert_ok(link_pass_words(board->device, transport, 20000, 4, 2));
            assert_int_equal(orb_link_of(transport)->lost > 0, late && mtu[i] < 1500);
            assert_true(board->longest <= mtu[i] - 28 && board->longest > mtu[i] - 28 - 16);
            end(transport);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_is_opened_and_closed),
        cmocka_unit_test(words_pass),
        cmocka_unit_test(a_dead_host_is_waited_for),
        cmocka_unit_test(a_host_that_lives_keeps_its_board),
        cmocka_unit_test(a_board_is_waited_for_until_its_address_is_known),
        cmocka_unit_test(a_silent_host_can_be_left),
        cmocka_unit_test(an_idle_device_keeps_its_board),
        cmocka_unit_test(a_board_that_was_reset_is_told),
        cmocka_unit_test(an_execution_that_fails_tells_why),
        cmocka_unit_test(any_number_may_be_the_last_one),
        cmocka_unit_test(a_child_leaves_the_session),
        cmocka_unit_test(a_far_board_is_opened),
        cmocka_unit_test(answers_of_the_session_may_get_lost),
        cmocka_unit_test(errors_of_the_network_are_losses),
        cmocka_unit_test(errors_are_forgotten),
        cmocka_unit_test(datagrams_need_no_fragments),
    };

    support_start("udp");
    return cmocka_run_group_tests_name("udp", tests, NULL, NULL);
}
