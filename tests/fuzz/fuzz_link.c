/* The client of the byte link, and the core behind it, with a device whose answers are bytes of the fuzzer. Whatever
 * they are, it ends with a status, in virtual time, and writes nothing behind the words that were asked for.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The first byte says how bytes become answers. In the plain mode they are what comes over the line, so that each
 * CRC-32 has to be in the input. Otherwise each request takes some bytes that say how its answer differs from the true
 * one; the coding and the CRC-32 are right. Either way may be one of datagrams. */
#include "cursor.h"

#include <core.h>
#include <error.h>
#include <link.h>
#include <orbital_regs.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 0x1000 / 4, CHANGES_MOST = 8, WORDS = 96, GUARD = 16, LINE_ROOM = 1 << 16, RUNS = 3 };
enum { MODE_LIES = 1, MODE_UART = 2, MODE_CHANGES = 4, MODE_DATAGRAMS = 8 };

#define INDEX(member) (offsetof(orbital_t, member) / 4)
#define STEP UINT64_C(100000) /* nanoseconds of a read with bytes */

/* Nanoseconds for all of an input: opening, and programs until one fails, each with what its cycles may take. */
static const uint64_t limit = UINT64_C(30000000000);

typedef struct script {
    orb_pipe base;
    cursor from;
    bool lies;
    uint64_t now;
    uint32_t registers[REGISTERS];
    uint16_t position[2];
    orb_link_receiver receiver;
    uint8_t line[LINE_ROOM]; /* to the host; each datagram with two bytes of its length before it */
    size_t used;
    uint32_t number; /* of the last datagram */
} script;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static size_t tried, opened, moved;

static void require(bool good)
{
    if (!good)
        abort();
}

static void finish(void)
{
    printf("%zu of %zu inputs were devices, %zu words moved\n", opened, tried, moved);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return atexit(finish);
}

/* ---- the device ---- */

static uint32_t read_register(const script *s, uint32_t address)
{
    return address == ORB_LINK_POSITION ? s->position[0] | (uint32_t)s->position[1] << 16
                                        : s->registers[address / 4 % REGISTERS];
}

/* What a good device would answer, whose core takes every beat and gives zeros. */
static void answer_truly(script *s, const orb_link_message *request, orb_link_message *answer, uint8_t *payload)
{
    *answer = *request;
    answer->payload = payload;
    answer->length = 0;
    if (request->operation == ORB_LINK_READ) {
        answer->length = request->count * 4 < ORB_LINK_PAYLOAD_MAX ? request->count * 4u : ORB_LINK_PAYLOAD_MAX;
        for (size_t i = 0; i < answer->length / 4; i++)
            orb_link_put(payload + 4 * i, read_register(s, request->address + 4 * (uint32_t)i), 4);
    } else if (request->operation == ORB_LINK_IN) {
        if (request->address == s->position[0])
            s->position[0] = (uint16_t)(s->position[0] + request->count);
        answer->address = s->position[0];
    } else if (request->operation == ORB_LINK_OUT) {
        answer->length = request->count * 3u < ORB_LINK_PAYLOAD_MAX ? request->count * 3u : ORB_LINK_PAYLOAD_MAX;
        memset(payload, 0, answer->length);
        s->position[1] = (uint16_t)(request->address + request->count);
    }
}

/* A byte whose low bits say which fields are not true, and a byte for each of them. Without more bytes all is true. */
static void lie(script *s, orb_link_message *answer, uint8_t *payload)
{
    const uint8_t what = next(&s->from);

    if (what & 1)
        answer->count = (uint16_t)(answer->count + (int8_t)next(&s->from));
    if (what & 2)
        answer->address = (uint16_t)(answer->address + (int8_t)next(&s->from));
    if (what & 4) {
        answer->length = (size_t)next(&s->from) * 4 + (what >> 6);
        answer->length = answer->length < ORB_LINK_PAYLOAD_MAX ? answer->length : ORB_LINK_PAYLOAD_MAX;
    }
    if (what & 8) {
        const uint8_t header = next(&s->from);

        answer->operation = header & 0xf;
        answer->status = header >> 4;
    }
    if (what & 16)
        answer->sequence = (uint8_t)(answer->sequence + (int8_t)next(&s->from));
    if (what & 32)
        for (size_t i = 0; i < answer->length; i++)
            payload[i] = next(&s->from);
    if (what & 64 && s->base.datagram)
        answer->number += (uint32_t)(int8_t)next(&s->from);
}

static void answer(script *s, const orb_link_message *request)
{
    uint8_t payload[ORB_LINK_PAYLOAD_MAX] = {0};
    orb_link_message message;

    if (s->from.left && *s->from.at == 0xff) { /* this one gets lost */
        next(&s->from);
    } else if (s->used + ORB_LINK_FRAME_MAX <= LINE_ROOM) {
        answer_truly(s, request, &message, payload);
        lie(s, &message, payload);
        if (s->base.datagram) {
            const size_t length = orb_link_encode_datagram(&message, s->line + s->used + 2);

            orb_link_put(s->line + s->used, (uint32_t)length, 2);
            s->used += 2 + length;
        } else {
            s->used += orb_link_encode(&message, s->line + s->used);
        }
    }
}

/* ---- the pipe ---- */

static uint64_t script_now(orb_pipe *pipe)
{
    return ((script *)pipe)->now;
}

static orb_status script_write(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken)
{
    script *s = (script *)pipe;
    orb_link_message request;

    *taken = count;
    for (size_t i = 0; i < count && s->lies; i++)
        if (orb_link_receive(&s->receiver, bytes[i], &request))
            answer(s, &request);
    return ORB_OK;
}

/* A read without bytes lasts until its time is over. */
static orb_status script_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    script *s = (script *)pipe;

    require(room >= ORB_PIPE_ROOM);
    if (s->lies && s->base.datagram && s->used) {
        *count = orb_link_get(s->line, 2);
        memcpy(bytes, s->line + 2, *count);
        s->used -= 2 + *count;
        memmove(s->line, s->line + 2 + *count, s->used);
    } else if (s->lies) {
        *count = s->used < room ? s->used : room;
        memcpy(bytes, s->line, *count);
        memmove(s->line, s->line + *count, s->used - *count);
        s->used -= *count;
    } else {
        *count = s->from.left < 64 ? s->from.left : 64;
        for (size_t i = 0; i < *count; i++)
            bytes[i] = next(&s->from);
    }
    s->now = *count ? s->now + STEP : until > s->now ? until : s->now + STEP;
    require(s->now < limit);
    return ORB_OK;
}

static void script_send(orb_pipe *pipe, orb_link_message *message)
{
    script *s = (script *)pipe;

    message->number = ++s->number;
    if (s->lies)
        answer(s, message);
}

static orb_status script_set_rate(orb_pipe *pipe, unsigned baud)
{
    require(baud > 0);
    pipe->bytes_per_second = baud / 10.0;
    return ORB_OK;
}

static orb_status script_break(orb_pipe *pipe)
{
    ((script *)pipe)->used = 0;
    return ORB_OK;
}

static void script_close(orb_pipe *pipe)
{
    (void)pipe;
}

static const orb_pipe_ops script_ops = {.now = script_now,
                                        .write = script_write,
                                        .read = script_read,
                                        .set_rate = script_set_rate,
                                        .send_break = script_break,
                                        .close = script_close};
static const orb_pipe_ops remote_ops = {
    .now = script_now, .read = script_read, .close = script_close, .send = script_send};

/* The registers of a core that there is: P=4, BMAX=8, words of 18 bits. */
static void identify(script *s)
{
    s->registers[INDEX(ID)] = ORBITAL__ID__VALUE_reset;
    s->registers[INDEX(VERSION)] = ORBITAL__VERSION__MAJOR_reset << ORBITAL__VERSION__MAJOR_bp |
                                   ORBITAL__VERSION__MINOR_reset << ORBITAL__VERSION__MINOR_bp;
    s->registers[INDEX(ARRAY)] =
        4 | 8 << ORBITAL__ARRAY__BMAX_bp | 4 << ORBITAL__ARRAY__BFULL_bp | 2u << ORBITAL__ARRAY__NBUF_bp;
    s->registers[INDEX(FORMAT)] =
        18 | 18 << ORBITAL__FORMAT__CW_bp | 36 << ORBITAL__FORMAT__AW_bp | 8u << ORBITAL__FORMAT__PS_bp;
    s->registers[INDEX(CAPS)] = 1 << ORBITAL__CAPS__LANES_bp | 1 << ORBITAL__CAPS__IO_WORDS_bp |
                                1 << ORBITAL__CAPS__CBANKS_bp | 32u << ORBITAL__CAPS__DEPTH_bp;
    s->registers[INDEX(CLOCK)] = 100000000;
    s->registers[INDEX(LINKS)] = 4u << ORBITAL__LINKS__SL_bp;
    s->registers[INDEX(STATUS)] = ORBITAL__STATUS__DONE_bm;
    s->registers[ORB_LINK_ID / 4] = 0x4F52424C;
    s->registers[ORB_LINK_ID / 4 + 1] = 1 | 11 << 8 | 9 << 16 | 6u << 28;
}

/* Some bytes of the registers are others: which of those that identify the device, and what is added. */
static void change_registers(script *s)
{
    for (unsigned left = next(&s->from) % CHANGES_MOST; left > 0; left--) {
        const uint8_t at = next(&s->from), by = next(&s->from);
        const size_t index = at & 0x80 ? ORB_LINK_ID / 4 + (at >> 2 & 3) : (at >> 2 & 31);

        s->registers[index] ^= (uint32_t)by << 8 * (at & 3);
    }
}

/* ---- the host ---- */

static void run_programs(orb_core *core)
{
    static const orb_descriptor program[2] = {{1, 2}, {3, 4}};
    orb_status status = ORB_OK;

    for (unsigned run = 0; run < RUNS && !status; run++) {
        int32_t in[WORDS] = {1, -2, 3}, out[WORDS + GUARD];
        const size_t count = WORDS / core->info.io_words * core->info.io_words;
        const orb_transfer words = {.in = in, .in_count = count, .out = out, .out_count = count, .moved = &moved};
        orb_cost cost = {0};
        unsigned bits[2];

        memset(out, 0x5a, sizeof out);
        status = orb_core_execute(core, program, 2, &words, &cost);
        for (size_t i = WORDS; i < WORDS + GUARD; i++)
            require(out[i] == 0x5a5a5a5a);
        if (!status)
            status = orb_core_magnitudes(core, 2, bits);
    }
    require(*orb_strerror(status));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static script s;
    orb_transport *transport;
    orb_status status;
    orb_core core;
    uint8_t mode;

    memset(&s, 0, sizeof s);
    s.from = (cursor){bytes, size};
    mode = next(&s.from);
    s.lies = mode & MODE_LIES;
    s.base = (orb_pipe){.ops = &script_ops, .bytes_per_second = 1e5, .base_baud = mode & MODE_UART ? 12000000 : 0};
    if (mode & MODE_DATAGRAMS)
        s.base =
            (orb_pipe){.ops = &remote_ops, .bytes_per_second = 1e8, .patience = 4000000, .datagram = ORB_LINK_BODY_MAX};
    identify(&s);
    if (mode & MODE_CHANGES)
        change_registers(&s);
    tried++;
    orb_begin();
    status = orb_link_open(&transport, &s.base, 0);
    require(!status == !!transport);
    if (!status) {
        status = orb_core_open(&core, transport);
        if (!status) {
            opened++;
            run_programs(&core);
        }
        orb_core_close(&core);
    }
    return 0;
}
