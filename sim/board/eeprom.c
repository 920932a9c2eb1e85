/* The content of the chip's EEPROM: identity, strings and what the channels are, as libftdi decodes it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "device.h"

#include <string.h>

enum {
    CHANNEL_A = 0x00, /* 0 UART, 1 FIFO */
    CHANNEL_B = 0x01,
    VENDOR = 0x02,
    PRODUCT = 0x04,
    RELEASE = 0x06,
    POWER = 0x08,   /* attributes, then units of 2 mA */
    STRINGS = 0x0E, /* offset and length of manufacturer, product, serial */
    EEPROM_TYPE = 0x18,
    CHECKSUM = EEPROM_BYTES - 2
};

#define EEPROM_93C66 0x66

static void put16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

/* A USB string descriptor; returns where the next one goes. */
static size_t put_string(uint8_t *image, int entry, size_t at, const char *text)
{
    const size_t length = 2 + 2 * strlen(text);

    image[STRINGS + 2 * entry] = (uint8_t)at;
    image[STRINGS + 2 * entry + 1] = (uint8_t)length;
    image[at] = (uint8_t)length;
    image[at + 1] = 3;
    for (size_t n = 0; text[n]; n++)
        put16(image + at + 2 + 2 * n, (uint8_t)text[n]);
    return at + length;
}

static unsigned checksum(const uint8_t *image, bool ft231x)
{
    unsigned sum = 0xAAAA;

    for (size_t at = 0; at < CHECKSUM; at += 2) {
        if (ft231x && at == 0x24)
            at = 0x80; /* the user's area of an FT231X does not count */
        sum ^= image[at] | (unsigned)image[at + 1] << 8;
        sum = (sum << 1 | sum >> 15) & 0xFFFF;
    }
    return sum;
}

void eeprom_fill(device *dev)
{
    const bool ft231x = dev->board->chip == BOARD_FT231X;
    uint8_t *image = dev->eeprom;
    size_t at = ft231x ? 0xA0 : 0x9A;

    memset(image, 0, EEPROM_BYTES);
    if (!ft231x && dev->board->fifo)
        image[dev->board->channel == 0 ? CHANNEL_A : CHANNEL_B] = 1;
    put16(image + VENDOR, 0x0403);
    put16(image + PRODUCT, device_product_id(dev));
    put16(image + RELEASE, device_release(dev));
    image[POWER] = 0x80;
    image[POWER + 1] = 500 / 2;
    image[EEPROM_TYPE] = EEPROM_93C66;
    at = put_string(image, 0, at, "orbital");
    at = put_string(image, 1, at, dev->product);
    put_string(image, 2, at, dev->serial);
    put16(image + CHECKSUM, checksum(image, ft231x));
}
