/* Frames of the byte link: against frames that Python's `cobs` 1.2 and `zlib` made, and against themselves.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <link_frame.h>

#include <string.h>
#include <zlib.h>

/* What came out of a receiver that was fed with bytes: good frames, of which the last is kept. */
typedef struct heard {
    unsigned good;
    orb_link_message last;
} heard;

static heard feed(orb_link_receiver *receiver, const uint8_t *bytes, size_t count)
{
    heard h = {0};

    for (size_t i = 0; i < count; i++) {
        orb_link_message message;

        if (orb_link_receive(receiver, bytes[i], &message)) {
            h.good++;
            h.last = message;
        }
    }
    return h;
}

static void short_frames_are_those_of_python(void **state)
{
    static const uint8_t read_frame[] = {0x02, 0x01, 0x02, 0x04, 0x01, 0x06, 0x0f, 0xc0, 0xf8, 0x43, 0x65, 0x00};
    static const uint8_t write_frame[] = {0x04, 0x80, 0x01, 0x02, 0x01, 0x03, 0x01, 0x01, 0x01, 0x01,
                                          0x02, 0xff, 0x02, 0xff, 0x05, 0x61, 0x3e, 0x95, 0xf5, 0x00};
    static const uint8_t words[] = {1, 0, 0, 0, 0xff, 0, 0xff, 0};
    const orb_link_message read = {.sequence = 1, .operation = ORB_LINK_READ, .count = 4, .address = 0xF00};
    const orb_link_message write = {.sequence = 0x80,
                                    .operation = ORB_LINK_WRITE,
                                    .count = 2,
                                    .address = 0x100,
                                    .payload = words,
                                    .length = sizeof words};
    uint8_t frame[ORB_LINK_FRAME_MAX];

    (void)state;
    assert_int_equal(orb_link_encode(&read, frame), sizeof read_frame);
    assert_memory_equal(frame, read_frame, sizeof read_frame);
    assert_int_equal(orb_link_encode(&write, frame), sizeof write_frame);
    assert_memory_equal(frame, write_frame, sizeof write_frame);
}

/* Of long frames Python's CRC-32 is known: one of a run of 254 bytes exactly, one longer, one of zeros, the longest. */
static void long_frames_are_those_of_python(void **state)
{
    const struct {
        orb_link_message message;
        size_t frame;
        uint32_t crc;
    } made[] = {
        {{.sequence = 9, .operation = 2, .status = 1, .count = 0x151, .address = 0x302, .length = 244},
         256,
         0x4b53787d},
        {{.sequence = 7, .operation = 2, .count = 83, .address = 65535, .length = 249}, 262, 0x3f427b1c},
        {{.sequence = 255, .operation = 3, .status = 1, .count = 341, .length = 1023}, 1035, 0xb4cd7ef3},
        {{.sequence = 255, .operation = 3, .status = 1, .count = 341, .length = 1024}, 1039, 0xabe8a55f},
    };

    (void)state;
    for (unsigned k = 0; k < sizeof made / sizeof *made; k++) {
        uint8_t payload[ORB_LINK_PAYLOAD_MAX], frame[ORB_LINK_FRAME_MAX];
        orb_link_message message = made[k].message;

        for (unsigned i = 0; i < message.length; i++)
            payload[i] = (uint8_t)(k == 0 ? 1 : k == 1 ? (i * 7 + 1) % 255 + 1 : k == 2 ? 0 : i * i % 251 + i % 3);
        message.payload = payload;
        assert_int_equal(orb_link_encode(&message, frame), made[k].frame);
        assert_int_equal(crc32(0, frame, (uInt)made[k].frame), made[k].crc);
    }
}

static orb_link_message random_message(uint8_t payload[ORB_LINK_PAYLOAD_MAX])
{
    const size_t length = random_below(random_below(2) ? 20 : ORB_LINK_PAYLOAD_MAX + 1);
    const unsigned zeros = (unsigned)random_below(300); /* from none to nearly all */

    for (size_t i = 0; i < length; i++)
        payload[i] = random_below(256) < zeros ? 0 : (uint8_t)random_bits();
    return (orb_link_message){.sequence = (uint8_t)random_bits(),
                              .operation = (uint8_t)random_below(4),
                              .status = (uint8_t)random_below(4),
                              .count = (uint16_t)random_bits(),
                              .address = (uint16_t)random_bits(),
                              .payload = payload,
                              .length = length};
}

static void what_is_sent_arrives(void **state)
{
    orb_link_receiver receiver = {0};

    (void)state;
    for (int i = 0; i < 20000; i++) {
        uint8_t payload[ORB_LINK_PAYLOAD_MAX], frame[ORB_LINK_FRAME_MAX];
        const orb_link_message sent = random_message(payload);
        const size_t length = orb_link_encode(&sent, frame);
        heard h;

        assert_true(length <= sizeof frame);
        assert_ptr_equal(memchr(frame, 0, length), frame + length - 1);
        h = feed(&receiver, frame, length);
        assert_int_equal(h.good, 1);
        assert_int_equal(h.last.sequence, sent.sequence);
        assert_int_equal(h.last.operation, sent.operation);
        assert_int_equal(h.last.status, sent.status);
        assert_int_equal(h.last.count, sent.count);
        assert_int_equal(h.last.address, sent.address);
        assert_int_equal(h.last.length, sent.length);
        assert_memory_equal(h.last.payload, payload, sent.length);
    }
    assert_int_equal(receiver.dropped, 0);
}

/* A frame with a wrong bit, without its end, or after noise is dropped, and the one after the next 0 arrives. */
static void what_is_spoiled_is_dropped(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        orb_link_receiver receiver = {0};
        uint8_t payload[ORB_LINK_PAYLOAD_MAX], frame[ORB_LINK_FRAME_MAX], spoiled[ORB_LINK_FRAME_MAX];
        const orb_link_message sent = random_message(payload);
        const size_t length = orb_link_encode(&sent, frame);
        size_t left = length;

        memcpy(spoiled, frame, length);
        if (random_below(2))
            left = 1 + random_below(length - 2);
        else
            spoiled[random_below(length)] ^= (uint8_t)(1u << random_below(8));
        assert_int_equal(feed(&receiver, spoiled, left).good, 0);
        feed(&receiver, (const uint8_t[]){0}, 1);
        assert_in_range(receiver.dropped, 1, 2);
        assert_int_equal(feed(&receiver, frame, length).good, 1);
    }
}

static void noise_is_no_frame(void **state)
{
    orb_link_receiver receiver = {0};

    (void)state;
    for (int i = 0; i < 1000000; i++) {
        const uint8_t byte = random_below(20) ? (uint8_t)random_bits() : 0;

        assert_int_equal(feed(&receiver, &byte, 1).good, 0);
    }
    for (size_t i = 0; i < 5 * sizeof receiver.frame; i++) /* longer than any frame */
        feed(&receiver, (const uint8_t[]){1}, 1);
    assert_true(receiver.length <= sizeof receiver.frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_frames_are_those_of_python),
        cmocka_unit_test(long_frames_are_those_of_python),
        cmocka_unit_test(what_is_sent_arrives),
        cmocka_unit_test(what_is_spoiled_is_dropped),
        cmocka_unit_test(noise_is_no_frame),
    };

    support_start("link_frame");
    return cmocka_run_group_tests_name("link_frame", tests, NULL, NULL);
}
