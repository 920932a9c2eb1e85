/* Outstanding requests over the byte link.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link.h"

#include <math.h>
#include <string.h>

#define MILLISECOND UINT64_C(1000000)

/* What beats that the core does not take or give may add to that, in seconds, whatever the device says of itself. */
static const double stalls_most = 1.0;

/* What a request may take beyond its bytes: a few turns on the USB of a busy computer. */
static const uint64_t patience_least = 20 * MILLISECOND, patience_most = 80 * MILLISECOND;

static uint64_t least_patience(const orb_link *link)
{
    return link->pipe->patience ? link->pipe->patience : patience_least;
}

void orb_link_forget(orb_link *link)
{
    link->count = 0;
    link->in_ring = link->to_come = 0;
    link->out_used = link->in_used = link->in_next = 0;
    link->receiver.length = 0;
    link->patience = least_patience(link);
    link->deaf = false;
    link->failed = ORB_OK;
}

/* Bytes that a request takes in the device, which stores datagrams in words of four. */
static size_t room_for(const orb_link *link, size_t payload)
{
    const size_t body = link->overhead + payload;

    return link->pipe->datagrams ? (body + 3) / 4 * 4 : body;
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

/* Nanoseconds that everything in transit may take. Each request may have to wait for a beat. */
static uint64_t time_needed(const orb_link *link)
{
    const double bytes = (double)(link->in_ring + link->to_come);
    const double stalls =
        link->clock_hz > 0 ? fmin(link->count * (double)link->stall / link->clock_hz, stalls_most) : 0;

    /* Twice the bytes, as coding, gaps and a repetition add to them. */
    return (uint64_t)(1e9 * (2.0 * bytes / link->pipe->bytes_per_second + stalls)) + link->patience;
}

/* Into the queue for a pipe of bytes, or at once as a datagram. One that the network has no room for is lost. */
static void send_message(orb_link *link, orb_link_message *message)
{
    orb_pipe *pipe = link->pipe;

    if (pipe->datagrams) {
        uint8_t body[ORB_LINK_BODY_MAX];
        size_t taken;

        message->number = ++pipe->number;
        link->failed = pipe->ops->write(pipe, body, orb_link_encode_datagram(message, body), &taken);
    } else {
        link->out_used += orb_link_encode(message, link->out + link->out_used);
    }
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
    request->deadline = now + time_needed(link);
    send_message(link, &request->message);
    request->message.payload = NULL;
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

/* Finds the request that an answer belongs to; those before it are lost. */
static void sort_out(orb_link *link, orb_link_event *event)
{
    unsigned before = 0;

    while (before < link->count &&
           !answers(link, &event->message, &link->pending[(link->first + before) % ORB_LINK_PENDING_MAX]))
        before++;
    /* A datagram may come so late that its position has another meaning. */
    event->answer = !link->pipe->datagrams || link->pipe->number - event->message.number < ORB_LINK_PENDING_MAX;
    event->known = before < link->count;
    if (event->known) {
        while (before-- > 0)
            lose(link, event);
        event->request = take_request(link);
        link->patience = least_patience(link);
    }
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
    return status;
}

/* Takes bytes that came up to the end of a good frame, or a good datagram. */
static bool take_frame(orb_link *link, orb_link_message *message)
{
    bool good = false;

    if (link->pipe->datagrams && link->in_next < link->in_used) {
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
    while (link->count)
        lose(link, event);
    link->deaf = true;
    if (!link->pipe->datagrams && link->out_used < sizeof link->out)
        link->out[link->out_used++] = 0; /* so that a frame without its end does not spoil the next one */
    link->patience = 2 * link->patience < patience_most ? 2 * link->patience : patience_most;
}

orb_status orb_link_wait(orb_link *link, uint64_t until, orb_link_event *event)
{
    orb_status status = link->failed;
    bool done = false;

    link->failed = ORB_OK;
    *event = (orb_link_event){.answer = false};
    while (!status && !done) {
        const uint64_t now = orb_link_now(link);

        if (take_frame(link, &event->message)) {
            sort_out(link, event);
            if (link->pipe->datagrams && event->answer && event->message.status == ORB_LINK_BUSY)
                status = ORB_BUSY;
            if (event->known) /* others might come without end */
                orb_link_heard(link);
            done = true;
        } else if (link->count && now >= link->pending[link->first].deadline) {
            lose_all(link, event);
            done = true;
        } else if (link->deaf && now - link->heard >= link->silence) {
            status = link->connected ? ORB_DEVICE_FAILED : ORB_SILENT;
        } else if (now >= until) {
            done = true;
        } else {
            if (link->count && link->pending[link->first].deadline < until)
                until = link->pending[link->first].deadline;
            if (link->deaf && link->heard + link->silence < until)
                until = link->heard + link->silence;
            status = exchange(link, now, until);
        }
    }
    return status;
}
