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

/* Requests for beats that are sent, and beats that are asked for, while stages run that they wait for. The answer to a
 * short request for beats is there sooner. */
enum { EARLY_IN = 2, EARLY_OUT = 16 };

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
    uint64_t moved; /* when the last beat was, in the time of `attended`, as a stopped process sees none */
    uint64_t limit; /* nanoseconds without any */
    uint64_t asked; /* when the core was asked whether it runs, in the same time */
    unsigned idle;  /* times that it did not, since then */
    unsigned taken; /* samples that were taken */
    bool sampling;  /* the next one has been asked for */
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
    x->moved = x->link->attended;
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

/* The beats that may be asked for now, in one request. Until the stages in front of the next sample end, these are the
 * beats that they need, then a few of those that the core takes after them, and a few of the unload. Requests are done
 * in order, so others would hold up what the stages wait for, or the requests for the unload when it begins. */
static size_t end_of(const exchange *x, const stream *s)
{
    const orb_sample *next = x->taken < x->transfer->samples ? &x->transfer->sample[x->taken] : NULL;
    const bool in = s->operation == ORB_LINK_IN;
    size_t end = s->total;

    if (next && x->out.done * x->out.words <= next->from) {
        end = (in ? next->in : next->from) / s->words;
        if (in && s->next >= end && x->out.next * x->out.words >= next->from)
            end += EARLY_IN * s->most;
        else if (!in && x->in.done * x->in.words >= next->in)
            end += EARLY_OUT;
    } else if (next && !in) {
        end = next->to / s->words;
    }
    return smaller(end, s->total);
}

/* Sends the next request of a stream if it may be sent now. */
static bool post(exchange *x, stream *s)
{
    const size_t beat = beat_bytes(s), on_way = s->next - s->done;
    const bool in = s->operation == ORB_LINK_IN;
    const size_t end = end_of(x, s); /* may lie before beats that were sent early */
    const size_t beats = smaller(s->most, end > s->next ? end - s->next : 0);
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

static void ask_for(exchange *x, uint32_t address, unsigned turn)
{
    const orb_link_message request = {
        .sequence = orb_link_next_sequence(x->link),
        .operation = ORB_LINK_READ,
        .count = 1,
        .address = (uint16_t)address,
    };

    orb_link_post(x->link, &request, 4, turn);
}

/* Asks the core whether it still runs, if no beat was moved for long. */
static void watch(exchange *x, uint64_t now)
{
    if (now - x->moved >= suspicious && now - x->asked >= suspicious && orb_link_has_room(x->link, 0)) {
        ask_for(x, STATUS_ADDRESS, 0);
        x->asked = now;
    }
}

/* The turn of requests for the next sample; those for the state have 0. */
static unsigned turn_of_sample(const exchange *x)
{
    return x->taken + 1;
}

/* Asks for the next sample if its time has come. */
static void post_sample(exchange *x)
{
    const orb_transfer *t = x->transfer;

    if (x->taken < t->samples && !x->sampling && x->out.done * x->out.words > t->sample[x->taken].from &&
        orb_link_has_room(x->link, 0)) {
        ask_for(x, t->sampled, turn_of_sample(x));
        x->sampling = true;
    }
}

/* Takes a sample from an event, or notes that it has to be asked for again. */
static void take_sample(exchange *x, const orb_link_event *event)
{
    const orb_transfer *t = x->transfer;
    const orb_link_message *m = &event->message;
    const bool mine =
        event->answer && event->known && m->operation == ORB_LINK_READ && event->request.turn == turn_of_sample(x);

    if (mine || event->lost[ORB_LINK_READ] > turn_of_sample(x))
        x->sampling = false;
    if (mine && m->status == ORB_LINK_DONE && m->length == 4 && m->address == t->sampled)
        t->sample[x->taken++].value = orb_link_get(m->payload, 4);
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
    const uint64_t start = x->link->attended;
    uint32_t state = ORBITAL__STATUS__BUSY_bm;
    orb_status status = ORB_OK;

    while (!status && state & ORBITAL__STATUS__BUSY_bm) {
        status = orb_link_read(&x->link->base, STATUS_ADDRESS, &state, 1);
        if (!status && state & ORBITAL__STATUS__BUSY_bm && x->link->attended - start > x->limit)
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
        .moved = link->attended,
        .limit = 1000 * MILLISECOND + (uint64_t)(1e9 * seconds),
    };
    orb_status status = shape(&x);

    while (!status && (x.in.done < x.in.total || x.out.done < x.out.total)) {
        const uint64_t now = link->attended, held_up = 4 * link->late;
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
            post_sample(&x);
            while (posted) {
                posted = post(&x, &x.out);
                posted = post(&x, &x.in) || posted;
            }
            status = orb_link_wait(link, orb_link_now(link) + suspicious, &event);
        }
        if (!status) {
            x.idle += stopped(&event);
            take_sample(&x, &event);
            follow(&x, &x.in, &event);
            follow(&x, &x.out, &event);
        }
    }
    return status ? status : wait_idle(&x);
}
