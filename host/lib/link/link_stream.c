/* The streams of words over the byte link: several outstanding requests, and back to where the device is when one got
 * lost or the core took or gave less.
 * SPDX-License-Identifier: Apache-2.0 */
#include "checked.h"
#include "link.h"

#include <orbital_regs.h>

#include <stddef.h>

#define MILLISECOND UINT64_C(1000000)
#define STATUS_ADDRESS ((uint32_t)offsetof(orbital_t, STATUS))

/* Without a beat for so long the core is asked whether it still runs. Idle each time, for so long, it has stopped: the
 * last beats may be in transit from the link's buffers. */
static const uint64_t suspicious = 50 * MILLISECOND, hopeless = 500 * MILLISECOND;
enum { IDLE_MIN = 3 };

/* Outstanding requests in each direction. */
enum { REQUESTS = 8 };

/* One direction. Beats are counted from the start of the transfer; the device's positions are those modulo 2^16. */
typedef struct stream {
    orb_link_operation operation;
    uint16_t *position;  /* of beat `done` */
    size_t total, done;  /* beats to be moved, and moved */
    size_t next, asked;  /* the next to be asked for, and the largest that `next` was */
    size_t word, words;  /* bytes of a word, words of a beat */
    size_t most, window; /* beats of a request, and in transit in all */
    unsigned turn;       /* restarts so far: answers to requests from before the last one carry no news */
    size_t pace;         /* the same for now: a request while the core does not keep up, then doubled again */
} stream;

typedef struct exchange {
    orb_link *link;
    const orb_transfer *transfer;
    stream in, out;
    uint64_t moved; /* when the last beat was */
    uint64_t limit; /* nanoseconds without any */
    uint64_t asked; /* when the core was asked whether it runs */
    unsigned idle;  /* times that it did not, since then */
    size_t payload; /* bytes of it in a request at most, when the streams got their shapes */
} exchange;

/* The beat at a position of the device, near those that are in transit; may lie before the first (then huge). */
static size_t beat_at(const stream *s, uint16_t position)
{
    return s->done + (size_t)(ptrdiff_t)(int16_t)(uint16_t)(position - *s->position);
}

static size_t beat_bytes(const stream *s)
{
    return s->word * s->words;
}

/* Everything before this beat is moved. */
static void advance(exchange *x, stream *s, size_t beat)
{
    orb_transfer_moved(x->transfer, (beat - s->done) * s->words);
    *s->position = (uint16_t)(*s->position + (beat - s->done));
    s->done = beat;
    s->next = s->next < beat ? beat : s->next;
    x->moved = orb_link_now(x->link);
    x->idle = 0;
    orb_link_heard(x->link); /* be it late */
}

static void go_back(stream *s)
{
    s->next = s->done;
    s->turn++;
}

/* Packs beats of the input, words with their low byte first. */
static void pack(const exchange *x, size_t first, size_t beats, uint8_t *bytes)
{
    const int32_t *words = x->transfer->in + first * x->in.words;

    for (size_t i = 0; i < beats * x->in.words; i++)
        orb_link_put(bytes + i * x->in.word, (uint32_t)words[i], (unsigned)x->in.word);
}

static void unpack(const exchange *x, size_t first, size_t beats, const uint8_t *bytes)
{
    const unsigned size = (unsigned)x->out.word, unused = 32 - 8 * size;
    int32_t *words = x->transfer->out + first * x->out.words;

    for (size_t i = 0; i < beats * x->out.words; i++) /* the sign extended from the highest byte */
        words[i] = (int32_t)(orb_link_get(bytes + i * size, size) << unused) >> unused;
}

/* Sends the next request of a stream if it may be sent now. */
static bool post(exchange *x, stream *s)
{
    const size_t beat = beat_bytes(s), on_way = s->next - s->done;
    const bool in = s->operation == ORB_LINK_IN;
    const size_t beats = smaller(s->most, s->total - s->next);
    uint8_t payload[ORB_LINK_PAYLOAD_MAX];
    const bool may = beats > 0 && on_way + beats <= s->pace && orb_link_has_room(x->link, in ? beats * beat : 0);

    if (may) {
        const orb_link_message request = {
            .sequence = orb_link_next_sequence(x->link),
            .operation = (uint8_t)s->operation,
            .count = (uint16_t)beats,
            .address = (uint16_t)(*s->position + on_way),
            .payload = payload,
            .length = in ? beats * beat : 0,
        };

        if (in)
            pack(x, s->next, beats, payload);
        orb_link_post(x->link, &request, in ? 0 : beats * beat, s->turn);
        s->next += beats;
        s->asked = s->asked < s->next ? s->next : s->asked;
    }
    return may;
}

/* Takes what an answer brings, be it late. */
static void take(exchange *x, stream *s, const orb_link_message *m)
{
    const bool in = s->operation == ORB_LINK_IN;
    const size_t first = beat_at(s, m->address), end = first + (in ? 0 : m->count);
    const bool whole = in || (first <= s->done && m->length == m->count * beat_bytes(s));

    if (m->status == ORB_LINK_MALFORMED || end <= s->done || end > s->asked || !whole)
        return;
    if (!in)
        unpack(x, s->done, end - s->done, m->payload + (s->done - first) * beat_bytes(s));
    advance(x, s, end);
}

/* Draws the conclusions for a stream from an event. */
static void follow(exchange *x, stream *s, const orb_link_event *event)
{
    const orb_link_message *m = &event->message, *request = &event->request.message;
    bool astray = event->lost[s->operation] > s->turn;

    if (event->answer && m->operation == s->operation) {
        const size_t end = beat_at(s, request->address) + request->count; /* of what was asked, if it is known */

        take(x, s, m);
        if (event->known && event->request.turn == s->turn) {
            const bool whole = m->status == ORB_LINK_DONE && m->count == request->count;

            /* It may say that it is whole, and not bring what was asked. */
            astray = astray || !whole || (ptrdiff_t)(end - s->done) > 0;
            if (m->status == ORB_LINK_DONE)
                s->pace = whole ? smaller(2 * s->pace, s->window) : s->most;
        }
    }
    if (astray)
        go_back(s);
}

/* Asks the core whether it still runs, if no beat was moved for long. */
static void watch(exchange *x, uint64_t now)
{
    if (now - x->moved >= suspicious && now - x->asked >= suspicious && orb_link_has_room(x->link, 0)) {
        const orb_link_message request = {
            .sequence = orb_link_next_sequence(x->link),
            .operation = ORB_LINK_READ,
            .count = 1,
            .address = STATUS_ADDRESS,
        };

        orb_link_post(x->link, &request, 4, 0);
        x->asked = now;
    }
}

static bool stopped(const orb_link_event *event)
{
    return event->answer && event->known && event->message.operation == ORB_LINK_READ && event->message.length == 4 &&
           event->message.address == STATUS_ADDRESS &&
           !(orb_link_get(event->message.payload, 4) & ORBITAL__STATUS__BUSY_bm);
}

/* Waits until the program has ended: the last words may come before. */
static orb_status wait_idle(const exchange *x)
{
    const uint64_t start = orb_link_now(x->link);
    uint32_t state = ORBITAL__STATUS__BUSY_bm;
    orb_status status = ORB_OK;

    while (!status && state & ORBITAL__STATUS__BUSY_bm) {
        status = orb_link_read(&x->link->base, STATUS_ADDRESS, &state, 1);
        if (!status && state & ORBITAL__STATUS__BUSY_bm && orb_link_now(x->link) - start > x->limit)
            status = ORB_DEVICE_FAILED;
    }
    return status;
}

/* As many bytes in transit in as out: answers wait after beats that go out, and requests after beats that go in, so
 * the stream that may have more in transit would take the other's share. Several requests make that up. */
static orb_status shape(exchange *x)
{
    const orb_link *link = x->link;
    stream *in = &x->in, *out = &x->out;
    const size_t most = orb_link_payload(link);
    const size_t window = smaller(link->ring, link->replay * beat_bytes(out));
    const size_t part = larger(window / REQUESTS, 2 * link->overhead);
    const size_t payload = smaller(part - link->overhead, most);

    x->payload = most;
    if (beat_bytes(in) > smaller(link->ring - link->overhead, most) || beat_bytes(out) > most)
        return ORB_WRONG_DEVICE;
    in->most = larger(payload / beat_bytes(in), 1);
    in->window = larger(smaller(window / beat_bytes(in), INT16_MAX), in->most);
    out->most = smaller(larger(payload / beat_bytes(out), 1), link->replay);
    out->window = larger(smaller(window / beat_bytes(out), link->replay), out->most);
    in->pace = in->window;
    out->pace = out->window;
    return ORB_OK;
}

orb_status orb_link_stream(orb_transport *transport, const orb_transfer *transfer)
{
    orb_link *link = orb_link_of(transport);
    const double seconds = link->clock_hz > 0 ? (double)transfer->cycle_limit / link->clock_hz : 0.0;
    exchange x = {
        .link = link,
        .transfer = transfer,
        .in = {.operation = ORB_LINK_IN,
               .position = &link->position[0],
               .total = transfer->in_count / transfer->beat_words,
               .word = transfer->in_bytes,
               .words = transfer->beat_words},
        .out = {.operation = ORB_LINK_OUT,
                .position = &link->position[1],
                .total = transfer->out_count / transfer->beat_words,
                .word = transfer->out_bytes,
                .words = transfer->beat_words},
        .moved = orb_link_now(link),
        .limit = 1000 * MILLISECOND + (uint64_t)(1e9 * seconds),
    };
    orb_status status = shape(&x);

    while (!status && (x.in.done < x.in.total || x.out.done < x.out.total)) {
        const uint64_t now = orb_link_now(link), held_up = 4 * link->late;
        orb_link_event event = {.answer = false};
        bool posted = true;

        if (orb_transfer_stopped(transfer)) {
            status = ORB_CANCELLED;
        } else if (now - x.moved > x.limit + held_up || (now - x.moved > hopeless + held_up && x.idle >= IDLE_MIN)) {
            status = ORB_DEVICE_FAILED;
        } else if (orb_link_payload(link) != x.payload) {
            status = shape(&x);
        } else {
            watch(&x, now);
            while (posted) {
                posted = post(&x, &x.out);
                posted = post(&x, &x.in) || posted;
            }
            status = orb_link_wait(link, now + suspicious, &event);
        }
        if (!status) {
            x.idle += stopped(&event);
            follow(&x, &x.in, &event);
            follow(&x, &x.out, &event);
        }
    }
    return status ? status : wait_idle(&x);
}
