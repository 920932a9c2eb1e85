/* The device's side of the byte link, in virtual time, ten microseconds a step.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link_device.h"

#include <link.h>
#include <orbital_regs.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 10000, STALL_CYCLES_LOG2 = 14, BEATS_A_STEP = 40 };

#define INDEX(member) (offsetof(orbital_t, member) / 4)
#define LINK_INDEX(address) ((address) / 4)

/* The next byte that has come; noise if the rates differ, or are too much for the line. */
static bool pop(const link_device *d, link_line *line, uint8_t *byte)
{
    const bool uart = d->base.base_baud > 0;
    const bool here = link_line_take(line, d->now, uart ? UINT64_C(10000000000) / d->host_baud : 500, byte);

    if (here && uart && (fabs((double)d->baud / d->host_baud - 1.0) > 0.02 || d->host_baud > d->baud_most))
        *byte = (uint8_t)random_below(256);
    return here;
}

/* The power of two that the register LINK_INFO names at some bit. */
static size_t says(const link_device *d, unsigned bit, size_t most)
{
    const size_t size = (size_t)1 << (d->registers[LINK_INDEX(0xF04)] >> bit & 31);

    return size < most ? size : most;
}

/* ---- the core ----------------------------------------------------------------------------------------------- */

static bool core_busy(const link_device *d)
{
    return d->beats_out < d->due && d->beats_out < d->stops_after;
}

/* Pauses of up to 3 ms, longer than the link waits. */
static bool pauses(const link_device *d, uint64_t *until)
{
    if (d->now >= *until && random_below(3000) == 0)
        *until = d->now + random_below(3000000);
    return d->now < *until;
}

static bool core_take(link_device *d, const uint8_t *beat)
{
    const bool takes = d->fifo_count < DEVICE_FIFO;

    if (takes) {
        memcpy(d->fifo[(d->fifo_first + d->fifo_count++) % DEVICE_FIFO], beat, d->beat);
        d->beats_in++;
    }
    return takes;
}

static bool core_give(link_device *d, uint8_t *beat)
{
    const bool gives = d->fifo_count > 0 && core_busy(d) && !d->holds;

    if (gives) {
        memcpy(beat, d->fifo[d->fifo_first], d->beat);
        d->fifo_first = (d->fifo_first + 1) % DEVICE_FIFO;
        d->fifo_count--;
        d->beats_out++;
    }
    return gives;
}

/* ---- requests ----------------------------------------------------------------------------------------------- */

static link_item *answer_to(link_device *d, const orb_link_message *request, orb_link_status status)
{
    link_item *answer = &d->answer[d->answers++];

    assert_true(d->answers < DEVICE_REQUESTS);
    answer->message = *request;
    answer->message.status = (uint8_t)status;
    answer->message.length = 0;
    return answer;
}

static uint32_t read_register(const link_device *d, uint32_t address)
{
    switch (address) {
    case 0xF08:
        return d->position[0] | (uint32_t)d->position[1] << 16;
    case 0xF0C:
        return d->last.sequence | (uint32_t)d->has_last << 8;
    case offsetof(orbital_t, STATUS):
        return core_busy(d) ? ORBITAL__STATUS__BUSY_bm : ORBITAL__STATUS__DONE_bm;
    case offsetof(orbital_t, SATURATIONS): /* in the place of a counter of the core */
        return (uint32_t)d->beats_out;
    default:
        return d->registers[address / 4 % DEVICE_REGISTERS];
    }
}

static void write_register(link_device *d, uint32_t address, uint32_t value)
{
    d->writes += address == offsetof(orbital_t, CONTROL);
    d->registers[address / 4 % DEVICE_REGISTERS] = value;
    if (address == 0xF14)
        d->next_baud = (unsigned)lround((double)value * d->registers[INDEX(CLOCK)] / 65536.0);
}

static void do_read(link_device *d, const orb_link_message *request)
{
    link_item *answer = answer_to(d, request, request->length ? ORB_LINK_MALFORMED : ORB_LINK_DONE);

    for (unsigned i = 0; i < request->count && !request->length; i++)
        orb_link_put(answer->payload + 4 * i, read_register(d, request->address + 4 * i), 4);
    answer->message.length = request->length ? 0 : 4u * request->count;
}

static void do_write(link_device *d, const orb_link_message *request)
{
    const bool again = d->has_last && request->sequence == d->last.sequence;

    if (request->length != 4u * request->count) {
        answer_to(d, request, ORB_LINK_MALFORMED);
    } else {
        for (unsigned i = 0; i < request->count && !again; i++)
            write_register(d, request->address + 4 * i, orb_link_get(request->payload + 4 * i, 4));
        if (!again)
            d->last = *request;
        d->has_last = true;
        answer_to(d, &d->last, ORB_LINK_DONE)->message.number = request->number;
    }
}

/* Takes beats; true when the request is done. */
static bool do_in(link_device *d, const orb_link_message *request)
{
    const int ahead = (int16_t)(uint16_t)(request->address - d->position[0]);
    const bool malformed = request->length != request->count * d->beat, elsewhere = ahead > 0;
    size_t next = (size_t)-ahead, moved = 0;
    bool done = malformed || elsewhere;

    while (!done && moved < BEATS_A_STEP && next < request->count && !pauses(d, &d->pause_in) &&
           core_take(d, request->payload + next * d->beat)) {
        next++;
        moved++;
        d->position[0]++;
    }
    d->stalled_in = moved ? 0 : d->stalled_in + STEP;
    if (!done)
        done = next >= request->count ||
               d->stalled_in > (UINT64_C(1000000000) << STALL_CYCLES_LOG2) / d->registers[INDEX(CLOCK)];
    if (done) {
        link_item *answer = answer_to(d, request,
                                      malformed   ? ORB_LINK_MALFORMED
                                      : elsewhere ? ORB_LINK_ELSEWHERE
                                                  : ORB_LINK_DONE);

        answer->message.address = d->position[0];
        if (!malformed)
            answer->message.count = elsewhere ? 0 : (uint16_t)(next < request->count ? next : request->count);
        d->stalled_in = 0;
    }
    return done;
}

/* Bytes of a request in the ring. */
static size_t room_for(const link_device *d, const orb_link_message *request)
{
    const size_t body = ORB_LINK_OVERHEAD + request->length;

    return d->base.datagram ? (body + ORB_LINK_NUMBER + 3) / 4 * 4 : body;
}

/* Works on the request in front. */
static void work(link_device *d)
{
    link_item *item = &d->request[0];
    bool done = true;

    item->message.payload = item->payload;
    if (d->answers + 1 >= DEVICE_REQUESTS)
        return;
    if (item->message.operation == ORB_LINK_READ)
        do_read(d, &item->message);
    else if (item->message.operation == ORB_LINK_WRITE)
        do_write(d, &item->message);
    else if (item->message.operation == ORB_LINK_IN)
        done = do_in(d, &item->message);
    else if (item->message.operation == ORB_LINK_OUT)
        answer_to(d, &item->message, ORB_LINK_DONE);
    else
        answer_to(d, &item->message, ORB_LINK_MALFORMED);
    if (done) {
        d->ring_used -= room_for(d, &item->message);
        memmove(d->request, d->request + 1, --d->requests * sizeof *d->request);
    }
}

/* ---- answers ------------------------------------------------------------------------------------------------ */

/* Collects beats for the stream-out request in front of the answers; true when it is done. */
static bool collect(link_device *d, link_item *answer)
{
    orb_link_message *m = &answer->message;
    const int ahead = (int16_t)(uint16_t)(m->address - d->position[1]);
    size_t have = m->length / d->beat;
    const int replay = (int)says(d, 16, DEVICE_REPLAY);
    const bool elsewhere = have == 0 && (ahead > 0 || -ahead > replay || m->count > replay);
    bool moved = false, done = elsewhere;

    for (unsigned i = 0; !done && i < BEATS_A_STEP && have < m->count; i++) {
        const uint16_t at = (uint16_t)(m->address + have);
        uint8_t *kept = d->replay[at % DEVICE_REPLAY];

        if (at == d->position[1]) {
            if (pauses(d, &d->pause_out) || !core_give(d, kept))
                break;
            d->position[1]++;
        }
        memcpy(answer->payload + have++ * d->beat, kept, d->beat);
        moved = true;
    }
    m->length = have * d->beat;
    d->stalled_out = moved ? 0 : d->stalled_out + STEP;
    if (elsewhere) {
        m->status = ORB_LINK_ELSEWHERE;
        m->address = d->position[1];
        m->count = 0;
    } else if (have == m->count ||
               d->stalled_out > (UINT64_C(1000000000) << STALL_CYCLES_LOG2) / d->registers[INDEX(CLOCK)]) {
        m->count = (uint16_t)have;
        done = true;
    }
    if (done)
        d->stalled_out = 0;
    return done;
}

static void speak(link_device *d)
{
    link_item *answer = &d->answer[0];
    uint8_t frame[ORB_LINK_FRAME_MAX];

    if (answer->message.operation == ORB_LINK_OUT && !collect(d, answer))
        return;
    answer->message.payload = answer->payload;
    link_lie_tell(&d->lie, &answer->message, answer->payload);
    if (d->base.datagram)
        link_network_send(&d->net_to_host, &d->network, d->now, frame,
                          orb_link_encode_datagram(&answer->message, frame));
    else
        link_line_send(&d->to_host, &d->faults, d->now, frame, orb_link_encode(&answer->message, frame));
    memmove(d->answer, d->answer + 1, --d->answers * sizeof *d->answer);
}

void link_device_hear(link_device *d, const orb_link_message *message)
{
    link_item *item = &d->request[d->requests];

    d->silent = d->silent || (d->silent_after && d->heard == d->silent_after);
    if (d->silent)
        return;
    d->heard++;
    if (d->ring_used + room_for(d, message) <= says(d, 8, DEVICE_RING) && d->requests < DEVICE_REQUESTS) {
        item->message = *message;
        memcpy(item->payload, message->payload, message->length);
        d->ring_used += room_for(d, message);
        d->requests++;
    }
}

/* Keeps the line full: it carries 20 bytes a step at most. */
static void babble(link_device *d)
{
    static const link_faults none = {0};
    uint8_t bytes[ORB_LINK_FRAME_MAX];

    d->requests = d->answers = d->ring_used = 0;
    while (d->to_host.count < ORB_LINK_FRAME_MAX)
        link_line_send(&d->to_host, &none, d->now, bytes, link_garbage_bytes(d->garbage, bytes));
}

void link_device_step(link_device *d)
{
    orb_link_message message;
    uint8_t byte;

    d->now += STEP;
    if (d->next_baud && !d->to_host.count && !d->answers) {
        d->baud = d->next_baud;
        d->next_baud = 0;
    }
    link_device_hear_datagrams(d);
    while (pop(d, &d->to_device, &byte))
        if (orb_link_receive(&d->receiver, byte, &message))
            link_device_hear(d, &message);
    if (d->garbage) {
        babble(d);
        return;
    }
    if (d->requests)
        work(d);
    if (d->answers && d->to_host.count < ORB_LINK_FRAME_MAX)
        speak(d);
}

/* ---- the host's end ----------------------------------------------------------------------------------------- */

static uint64_t device_now(orb_pipe *pipe)
{
    return ((link_device *)pipe)->now;
}

static orb_status device_write(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken)
{
    link_device *d = (link_device *)pipe;

    *taken = count <= 300 ? count : 300; /* not all at once, as with a chip */
    for (size_t i = 0; i < *taken; i++) {
        d->cut[d->cut_length++] = bytes[i];
        if (bytes[i] == 0) {
            link_line_send(&d->to_device, &d->faults, d->now, d->cut, d->cut_length);
            d->cut_length = 0;
        }
    }
    return d->unplugged ? ORB_UNPLUGGED : ORB_OK;
}

static orb_status device_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    link_device *d = (link_device *)pipe;

    *count = 0;
    while (!*count && d->now < until) {
        link_device_step(d);
        while (*count < room && pop(d, &d->to_host, bytes + *count))
            ++*count;
    }
    return d->unplugged ? ORB_UNPLUGGED : ORB_OK;
}

static orb_status device_set_rate(orb_pipe *pipe, unsigned baud)
{
    ((link_device *)pipe)->host_baud = baud;
    pipe->bytes_per_second = baud / 10.0;
    return ORB_OK;
}

static orb_status device_break(orb_pipe *pipe)
{
    link_device *d = (link_device *)pipe;

    d->to_device.count = d->to_host.count = 0;
    d->receiver.length = 0;
    d->baud = ORB_BAUD_START;
    d->now += 5000000;
    return ORB_OK;
}

static void device_close(orb_pipe *pipe)
{
    (void)pipe;
}

static const orb_pipe_ops device_ops = {.now = device_now,
                                        .write = device_write,
                                        .read = device_read,
                                        .set_rate = device_set_rate,
                                        .send_break = device_break,
                                        .close = device_close};
link_device *link_device_new(unsigned base_baud, uint32_t clock_hz)
{
    link_device *d = calloc(1, sizeof *d);

    assert_non_null(d);
    d->base = (orb_pipe){.ops = &device_ops, .bytes_per_second = 1e5, .base_baud = base_baud};
    d->baud = base_baud ? 115200 : 0; /* left by whoever was here before */
    d->host_baud = ORB_BAUD_START;
    d->baud_most = UINT32_MAX;
    d->beat = 3;
    d->stops_after = UINT64_MAX;
    d->registers[INDEX(ID)] = ORBITAL__ID__VALUE_reset;
    d->registers[INDEX(CLOCK)] = clock_hz;
    d->registers[LINK_INDEX(0xF00)] = 0x4F52424C;
    d->registers[LINK_INDEX(0xF04)] =
        1 | 11 << 8 | 9 << 16 | (base_baud ? 0u : 1u) << 24 | (STALL_CYCLES_LOG2 - 8u) << 28;
    return d;
}

void link_device_free(link_device *device)
{
    free(device);
}
