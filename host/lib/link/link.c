/* Outstanding requests over the byte link.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link.h"

#include "error.h"

#include <math.h>
#include <string.h>

#define MILLISECOND UINT64_C(1000000)

/* What beats that the core does not take or give may add to that, in seconds, whatever the device says of itself. */
static const double stalls_most = 1.0;

/* What a request may take beyond its bytes: a few turns on the USB of a busy computer. */
static const uint64_t patience_least = 20 * MILLISECOND, patience_most = 80 * MILLISECOND;

/* A network may hold up answers for longer. It is forgotten slowly, by this part of it with each answer. */
static const uint64_t late_most = 500 * MILLISECOND;
enum { FORGET = 32 };

/* A read may end so long after its time. What passes beyond that, this process is stopped. */
static const uint64_t overrun_most = 100 * MILLISECOND;

/* So many reads without an answer may follow a time that is over. */
enum { FRUITLESS_MOST = 64 };

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* As much again as the answers before took, since the next one may take longer. */
static uint64_t usual_patience(const orb_link *link)
{
    const uint64_t least = link->pipe->patience ? link->pipe->patience : patience_least;

    return later(2 * link->late, least);
}

void orb_link_forget(orb_link *link)
{
    link->count = 0;
    link->in_ring = link->to_come = 0;
    link->out_used = link->in_used = link->in_next = 0;
    link->receiver.length = 0;
    link->patience = usual_patience(link);
    link->deaf = false;
    memset(link->sent, 0, sizeof link->sent);
}

/* Bytes that a request takes in the device, which stores datagrams in words of four. */
static size_t room_for(const orb_link *link, size_t payload)
{
    const size_t body = link->overhead + payload;

    return link->pipe->datagram ? (body + 3) / 4 * 4 : body;
}

bool orb_link_has_room(const orb_link *link, size_t payload)
{
    return link->count < ORB_LINK_PENDING_MAX && link->in_ring + room_for(link, payload) <= link->ring &&
           link->out_used + ORB_LINK_FRAME_MAX <= sizeof link->out;
}

uint8_t orb_link_next_sequence(orb_link *link)
{
    do
        link->sequence++;
    while (link->sequence == link->last_write);
    return link->sequence;
}

/* Nanoseconds that everything in transit takes at most. Each request may have to wait for a beat. */
static uint64_t time_needed(const orb_link *link)
{
    const double bytes = (double)(link->in_ring + link->to_come);
    const double stalls =
        link->clock_hz > 0 ? fmin(link->count * (double)link->stall / link->clock_hz, stalls_most) : 0;

    /* Twice the bytes, as coding, gaps and a repetition add to them. */
    return (uint64_t)(1e9 * (2.0 * bytes / link->pipe->bytes_per_second + stalls));
}

static orb_link_request *sent_with(orb_link *link, uint32_t number)
{
    return &link->sent[number % ORB_LINK_PENDING_MAX];
}

/* Into the queue for a pipe of bytes, or at once as a datagram. */
static void send_request(orb_link *link, orb_link_request *request)
{
    if (link->pipe->datagram)
        link->pipe->ops->send(link->pipe, &request->message);
    else
        link->out_used += orb_link_encode(&request->message, link->out + link->out_used);
    request->message.payload = NULL;
    link->newest = request->message.number;
    *sent_with(link, link->newest) = *request;
}

void orb_link_post(orb_link *link, const orb_link_message *message, size_t answer, unsigned turn)
{
    const uint64_t now = orb_link_now(link);
    orb_link_request *request = &link->pending[(link->first + link->count) % ORB_LINK_PENDING_MAX];

    if (!link->count && !link->deaf)
        link->heard = now;
    *request = (orb_link_request){
        .message = *message,
        .body = room_for(link, message->length),
        .answer = link->overhead + answer,
        .turn = turn,
    };
    link->count++;
    link->in_ring += request->body;
    link->to_come += request->answer;
    request->due = now + time_needed(link);
    request->deadline = request->due + link->patience;
    send_request(link, request);
}

void orb_link_heard(orb_link *link)
{
    link->heard = orb_link_now(link);
    link->deaf = false;
}

/* Takes the oldest request off. */
static orb_link_request take_request(orb_link *link)
{
    const orb_link_request request = link->pending[link->first];

    link->first = (link->first + 1) % ORB_LINK_PENDING_MAX;
    link->count--;
    link->in_ring -= request.body;
    link->to_come -= request.answer;
    return request;
}

/* Does the answer go with the request? */
static bool answers(const orb_link *link, const orb_link_message *answer, const orb_link_request *request)
{
    return answer->number == request->message.number && answer->sequence == request->message.sequence &&
           answer->operation == request->message.operation && answer->count <= request->message.count &&
           answer->length + link->overhead <= request->answer;
}

static void lose(orb_link *link, orb_link_event *event)
{
    const orb_link_request request = take_request(link);
    unsigned *lost = &event->lost[request.message.operation];

    *lost = request.turn >= *lost ? request.turn + 1 : *lost;
    link->lost++;
}

/* Is it the first answer to a datagram? If so, learns how long answers take. One of many datagrams ago does not count:
 * its position has another meaning by now. */
static bool first_answer(orb_link *link, const orb_link_message *answer)
{
    orb_link_request *request = sent_with(link, answer->number);
    const bool first =
        link->newest - answer->number < ORB_LINK_PENDING_MAX && request->answer && answers(link, answer, request);

    if (first) {
        const uint64_t now = later(orb_link_now(link), request->due);

        link->late = later(link->late - link->late / FORGET, earlier(now - request->due, late_most));
        request->answer = 0;
    }
    return first;
}

/* Finds the request that an answer belongs to; those before it are lost. */
static void sort_out(orb_link *link, orb_link_event *event)
{
    unsigned before = 0;

    while (before < link->count &&
           !answers(link, &event->message, &link->pending[(link->first + before) % ORB_LINK_PENDING_MAX]))
        before++;
    event->known = before < link->count;
    event->late = link->pipe->datagram && first_answer(link, &event->message) && !event->known;
    event->answer = event->known || event->late || !link->pipe->datagram;
    if (event->known) {
        while (before-- > 0)
            lose(link, event);
        event->request = take_request(link);
    }
    if (event->known || event->late) { /* others might come without end */
        link->patience = usual_patience(link);
        orb_link_heard(link);
    }
}

/* What a device says that serves nobody, or another host. */
static orb_status other_session(const orb_link_message *answer)
{
    if (answer->length > ORB_LINK_SERVED && answer->payload[ORB_LINK_SERVED] & 1)
        return orb_refuse(ORB_BUSY, "the board serves another process or computer, as this one was silent for seconds: "
                                    "wait until that is done, and open it again");
    return orb_refuse(ORB_UNPLUGGED,
                      "the board was reset, or has served another process or computer meanwhile: open it "
                      "again");
}

/* Sends and receives. */
static orb_status exchange(orb_link *link, uint64_t now, uint64_t until)
{
    orb_pipe *pipe = link->pipe;
    size_t taken = 0, count = 0;
    orb_status status = ORB_OK;

    if (link->out_used)
        status = pipe->ops->write(pipe, link->out, link->out_used, &taken);
    memmove(link->out, link->out + taken, link->out_used - taken);
    link->out_used -= taken;
    if (link->out_used && until > now + MILLISECOND)
        until = now + MILLISECOND; /* when the pipe will take more */
    if (!status)
        status = pipe->ops->read(pipe, link->in, sizeof link->in, until, &count);
    link->in_next = 0;
    link->in_used = count;
    link->listened = orb_link_now(link);
    link->attended += earlier(link->listened, later(now, until) + overrun_most) - now;
    return status;
}

/* Takes bytes that came up to the end of a good frame, or a good datagram. */
static bool take_frame(orb_link *link, orb_link_message *message)
{
    bool good = false;

    if (link->pipe->datagram && link->in_next < link->in_used) {
        link->in_next = link->in_used;
        good = orb_link_parse_datagram(link->in, link->in_used, message);
        link->receiver.dropped += !good;
    }
    while (!good && link->in_next < link->in_used)
        good = orb_link_receive(&link->receiver, link->in[link->in_next++], message);
    return good;
}

/* The time of the oldest request is over: more patience, as late answers would not count as such again and again. */
static void lose_all(orb_link *link, orb_link_event *event)
{
    const uint64_t most = link->pipe->datagram ? link->silence : patience_most;

    while (link->count)
        lose(link, event);
    link->deaf = true;
    if (!link->pipe->datagram && link->out_used < sizeof link->out)
        link->out[link->out_used++] = 0; /* so that a frame without its end does not spoil the next one */
    link->patience = earlier(2 * link->patience, most);
}

/* When the oldest request counts as lost, and the device as failed; never if there is nothing to wait for. */
static uint64_t deadline_of(const orb_link *link)
{
    return link->count ? link->pending[link->first].deadline : UINT64_MAX;
}

static uint64_t end_of_silence(const orb_link *link)
{
    return link->deaf ? link->heard + link->silence + 4 * link->late : UINT64_MAX;
}

/* The time before the next read. What passed since the last one, as this process computed or was stopped, is no
 * silence. */
static uint64_t begin_to_listen(orb_link *link)
{
    const uint64_t now = orb_link_now(link), from = later(link->listened, link->heard);

    link->heard += later(now, from) - from;
    return now;
}

static orb_status device_is_silent(const orb_link *link)
{
    if (link->pipe->ops->silent)
        return link->pipe->ops->silent(link->pipe, link->connected);
    return link->connected ? ORB_DEVICE_FAILED : ORB_SILENT;
}

orb_status orb_link_wait(orb_link *link, uint64_t until, orb_link_event *event)
{
    orb_status status = ORB_OK;
    unsigned fruitless = 0;
    bool done = false;

    *event = (orb_link_event){.answer = false};
    while (!status && !done) {
        done = take_frame(link, &event->message);
        if (done) {
            sort_out(link, event);
            if (link->pipe->datagram && event->message.status == ORB_LINK_BUSY &&
                link->newest - event->message.number < ORB_LINK_PENDING_MAX)
                status = other_session(&event->message);
        } else {
            const uint64_t now = begin_to_listen(link), deadline = deadline_of(link), end = end_of_silence(link);
            const uint64_t next = earlier(until, earlier(deadline, end));

            status = exchange(link, now, next);
            /* What has come counts, so a time is over only when a read after it finds nothing. */
            done = !status && now >= next && (!link->in_used || ++fruitless == FRUITLESS_MOST);
            if (done && now >= deadline)
                lose_all(link, event);
            else if (done && now >= end)
                status = device_is_silent(link);
        }
    }
    return status;
}
