/* The MPSSE of a fake chip, which clocks groups of nine bytes as docs/link.md has them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fake_mpsse.h"

#include <string.h>

enum { GROUP = 9 };

/* Clocks bytes out and as many in; which of them count is left to chance. */
static void clock_bytes(fake_mpsse *mpsse, fake_chip *chip, const uint8_t *out, size_t count)
{
    const unsigned base = chip->type == TYPE_2232C ? 6000000 : 30000000;
    const uint64_t budget = 8 * UINT64_C(1000000000) * count * (chip->divisor + 1) / base;
    const uint64_t end = chip->device->now + budget;
    uint8_t bytes[MPSSE_ROOM];
    size_t have = 0, next = 0, room = count / GROUP * (GROUP - 1) / 2;

    assert_true(count % GROUP == 0 && mpsse->count + count <= sizeof mpsse->bytes);
    fake_give(chip, out, count);
    while (have < room && chip->device->now < end)
        have += fake_wait_for(chip, bytes + have, room - have, end - chip->device->now);
    for (size_t group = 0; group < count; group += GROUP) {
        uint8_t *in = mpsse->bytes + mpsse->count + group;
        const size_t groups_left = (count - group) / GROUP;

        memset(in, 0, GROUP);
        for (unsigned i = 0; i + 1 < GROUP; i++)
            if (next < have && (have - next >= groups_left * (GROUP - 1) - i || random_below(2))) {
                in[i] = bytes[next++];
                in[GROUP - 1] |= (uint8_t)(1u << i);
            }
    }
    assert_int_equal(next, have);
    mpsse->count += count;
}

void fake_mpsse_do(fake_mpsse *mpsse, fake_chip *chip, const uint8_t *bytes, size_t count)
{
    size_t next = 0;
    bool selected = false;

    while (next < count) {
        const uint8_t *at = bytes + next;

        switch (at[0]) {
        case SET_BITS_LOW:
            assert_int_equal(at[2], 1 << 0 | 1 << 1 | 1 << 3); /* clock, data and chip select are outputs */
            selected = !(at[1] & 1 << 3);
            next += 3;
            break;
        case MPSSE_DO_WRITE | MPSSE_DO_READ | MPSSE_WRITE_NEG:
            assert_true(selected);
            clock_bytes(mpsse, chip, at + 3, at[1] + 256u * at[2] + 1);
            next += 3 + at[1] + 256u * at[2] + 1;
            break;
        case TCK_DIVISOR:
            chip->divisor = at[1] + 256u * at[2];
            next += 3;
            break;
        case DIS_DIV_5:
            assert_int_not_equal(chip->type, TYPE_2232C);
            next++;
            break;
        default:
            assert_true(at[0] == LOOPBACK_END || at[0] == SEND_IMMEDIATE);
            next++;
        }
    }
    assert_int_equal(next, count);
    assert_false(selected);
}
