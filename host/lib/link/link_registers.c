/* Register accesses over the byte link.
 * SPDX-License-Identifier: Apache-2.0 */
#include "checked.h"
#include "link.h"

/* Registers in one request. */
enum { REGISTERS_MAX = ORB_LINK_FRAME_PAYLOAD / 4 };

/* An answer that makes no sense: before the device is known, it is another one, for instance an echo. */
static orb_status senseless(const orb_link *link)
{
    return link->connected ? ORB_DEVICE_FAILED : ORB_WRONG_DEVICE;
}

/* Asks until there is an answer, or has been none for as long as a wait allows; the sequence number stays, so that a
 * write is done once. The payload of the answer is valid until the next wait. */
static orb_status ask(orb_link *link, const orb_link_message *message, size_t answer, orb_link_message *answered)
{
    orb_status status = ORB_OK;
    bool done = false, sent = false;

    while (!status && !done) {
        orb_link_event event = {.answer = false};

        if (!sent && orb_link_has_room(link, message->length)) {
            orb_link_post(link, message, answer, 0);
            sent = true;
        }
        status = orb_link_wait(link, orb_link_now(link) + link->patience, &event);
        if (!status && event.lost[message->operation])
            sent = false;
        done = !status && (event.known || event.late) && event.message.sequence == message->sequence;
        if (done) {
            *answered = event.message;
            if (event.message.status != ORB_LINK_DONE || event.message.count != message->count)
                status = senseless(link);
        }
    }
    return status;
}

static orb_status read_some(orb_link *link, uint32_t address, uint32_t *values, size_t count)
{
    const orb_link_message request = {
        .sequence = orb_link_next_sequence(link),
        .operation = ORB_LINK_READ,
        .count = (uint16_t)count,
        .address = (uint16_t)address,
    };
    orb_link_message answer;
    orb_status status = ask(link, &request, 4 * count, &answer);

    if (!status && (answer.length != 4 * count || answer.address != request.address))
        status = senseless(link);
    for (size_t i = 0; i < count && !status; i++)
        values[i] = orb_link_get(answer.payload + 4 * i, 4);
    return status;
}

static orb_status write_some(orb_link *link, uint32_t address, const uint32_t *values, size_t count)
{
    uint8_t payload[4 * REGISTERS_MAX];
    const orb_link_message request = {
        .sequence = orb_link_next_sequence(link),
        .operation = ORB_LINK_WRITE,
        .count = (uint16_t)count,
        .address = (uint16_t)address,
        .payload = payload,
        .length = 4 * count,
    };
    orb_link_message answer;

    for (size_t i = 0; i < count; i++)
        orb_link_put(payload + 4 * i, values[i], 4);
    link->last_write = request.sequence;
    return ask(link, &request, 0, &answer);
}

static size_t registers_most(const orb_link *link)
{
    return smaller(orb_link_payload(link) / 4, REGISTERS_MAX);
}

orb_status orb_link_read(orb_transport *transport, uint32_t address, uint32_t *values, size_t count)
{
    orb_link *link = orb_link_of(transport);
    orb_status status = ORB_OK;

    for (size_t done = 0, some; done < count && !status; done += some) {
        some = smaller(count - done, registers_most(link));
        status = read_some(link, address + 4 * (uint32_t)done, values + done, some);
    }
    return status;
}

orb_status orb_link_write(orb_transport *transport, uint32_t address, const uint32_t *values, size_t count)
{
    orb_link *link = orb_link_of(transport);
    orb_status status = ORB_OK;

    for (size_t done = 0, some; done < count && !status; done += some) {
        some = smaller(count - done, smaller((link->ring - link->overhead) / 4, registers_most(link)));
        status = write_some(link, address + 4 * (uint32_t)done, values + done, some);
    }
    return status;
}
