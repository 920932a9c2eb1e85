/* The vendor requests of an FTDI chip, as libftdi's header and the Linux driver ftdi_sio name them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "chip.h"

#include <string.h>

enum request {
    RESET = 0x00,
    SET_MODEM_CONTROL = 0x01,
    SET_FLOW_CONTROL = 0x02,
    SET_BAUD_RATE = 0x03,
    SET_DATA = 0x04,
    GET_MODEM_STATUS = 0x05,
    SET_EVENT_CHAR = 0x06,
    SET_ERROR_CHAR = 0x07,
    SET_LATENCY = 0x09,
    GET_LATENCY = 0x0A,
    SET_BIT_MODE = 0x0B,
    READ_PINS = 0x0C,
    READ_EEPROM = 0x90,
    WRITE_EEPROM = 0x91,
    ERASE_EEPROM = 0x92
};

enum { RESET_ALL = 0, CLEAR_FROM_BOARD = 1, CLEAR_TO_BOARD = 2 };

#define DATA_8N1 0x0008
#define DATA_BREAK 0x4000
#define EVENT_ON 0x0100

static bool reset(channel *ch, uint16_t value, uint64_t now)
{
    if (value == RESET_ALL || value == CLEAR_TO_BOARD)
        channel_clear_to_board(ch, now);
    if (value == RESET_ALL || value == CLEAR_FROM_BOARD)
        channel_clear_from_board(ch);
    return value <= CLEAR_TO_BOARD;
}

/* Eight bits, no parity and one stop bit are all that the boards speak. */
static bool set_data(channel *ch, uint16_t value, uint64_t now)
{
    const bool known = (value & ~DATA_BREAK) == DATA_8N1;

    if (known) {
        ch->break_on = value & DATA_BREAK;
        ch->port->event(ch, now);
    }
    return known;
}

static bool set(channel *ch, uint8_t request, uint16_t value, uint16_t index, uint64_t now)
{
    bool known = true;

    switch (request) {
    case RESET:
        known = reset(ch, value, now);
        break;
    case SET_BAUD_RATE:
        ch->rate = baud_decode(ch->kind->high_speed, value, index);
        break;
    case SET_DATA:
        known = set_data(ch, value, now);
        break;
    case SET_EVENT_CHAR:
        ch->event_char = (uint8_t)value;
        ch->event_on = value & EVENT_ON;
        break;
    case SET_LATENCY:
        ch->latency_ms = (uint8_t)value;
        known = value >= 1 && value <= 255;
        break;
    case SET_BIT_MODE:
        known = channel_set_mode(ch, (uint8_t)(value >> 8), (uint8_t)value, now);
        break;
    case SET_MODEM_CONTROL: /* RTS# and DTR# are not connected on the boards */
    case SET_ERROR_CHAR:
        break;
    case SET_FLOW_CONTROL:
        known = index >> 8 == 0; /* no board has the lines for it */
        break;
    default:
        known = false;
    }
    return known;
}

int device_control(device *dev, uint8_t request, uint16_t value, uint16_t index, uint8_t *answer, uint16_t room)
{
    const unsigned number = dev->channels == 1 || (index & 0xFF) == 0 ? 0 : (index & 0xFFu) - 1;
    channel *ch = &dev->channel[number < (unsigned)dev->channels ? number : 0];
    uint8_t bytes[2] = {0, 0};
    int count = 0;

    if (request == READ_EEPROM) {
        count = 2;
        bytes[0] = dev->eeprom[2 * index % EEPROM_BYTES];
        bytes[1] = dev->eeprom[2 * index % EEPROM_BYTES + 1];
    } else if (request == WRITE_EEPROM) {
        dev->eeprom[2 * index % EEPROM_BYTES] = (uint8_t)value;
        dev->eeprom[2 * index % EEPROM_BYTES + 1] = (uint8_t)(value >> 8);
    } else if (request == ERASE_EEPROM) {
        memset(dev->eeprom, 0xFF, EEPROM_BYTES);
    } else if (number >= (unsigned)dev->channels) {
        count = -1;
    } else if (request == GET_LATENCY) {
        count = 1;
        bytes[0] = ch->latency_ms;
    } else if (request == READ_PINS) {
        count = 1;
        bytes[0] = (uint8_t)(ch->in & ch->out);
    } else if (request == GET_MODEM_STATUS) {
        count = 2;
        channel_status(ch, bytes);
    } else if (!set(ch, request, value, index, dev->now)) {
        count = -1;
    }
    device_settle(dev);
    for (int n = 0; n < count && n < room; n++)
        answer[n] = bytes[n];
    return count < room ? count : room;
}
