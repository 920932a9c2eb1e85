/* The chip's EEPROM: what it holds, what it tells the chip, and how it outlives the program.
 * SPDX-License-Identifier: Apache-2.0 */
#include "chip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CHANNEL_A = 0x00, /* in bits 2:0: 0 UART, 1 FIFO */
    CHANNEL_B = 0x01,
    VENDOR = 0x02,
    PRODUCT = 0x04,
    RELEASE = 0x06,
    POWER = 0x08,   /* attributes, then units of 2 mA */
    STRINGS = 0x0E, /* offset and length of manufacturer, product, serial */
    CHECKSUM = EEPROM_BYTES - 2
};

#define EEPROM_93C56 0x56
#define CHANNEL_TYPE 0x07
#define CHANNEL_FIFO 1
#define STRING_DESCRIPTOR 3

static void put16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static unsigned get16(const uint8_t *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

/* A USB string descriptor; returns where the next one goes. */
static size_t put_string(uint8_t *image, int entry, size_t at, const char *text)
{
    const size_t length = 2 + 2 * strlen(text);

    image[STRINGS + 2 * entry] = (uint8_t)at;
    image[STRINGS + 2 * entry + 1] = (uint8_t)length;
    image[at] = (uint8_t)length;
    image[at + 1] = STRING_DESCRIPTOR;
    for (size_t n = 0; text[n]; n++)
        put16(image + at + 2 + 2 * n, (uint8_t)text[n]);
    return at + length;
}

/* Its offset may lie in a copy of a smaller EEPROM, so it is taken modulo the size. */
static void get_string(const uint8_t *image, int entry, char text[STRING_ROOM])
{
    const size_t at = image[STRINGS + 2 * entry], length = image[STRINGS + 2 * entry + 1] / 2;
    size_t count = 0;

    for (size_t n = 1; n < length && count < STRING_ROOM - 1; n++)
        text[count++] = (char)image[(at + 2 * n) % EEPROM_BYTES];
    text[count] = '\0';
}

static unsigned checksum(const uint8_t *image, const chip_kind *kind)
{
    unsigned sum = 0xAAAA;

    for (size_t at = 0; at < CHECKSUM; at += 2) {
        if (kind->skip_from && at == kind->skip_from)
            at = kind->skip_to;
        sum ^= get16(image + at);
        sum = (sum << 1 | sum >> 15) & 0xFFFF;
    }
    return sum;
}

/* The chip ignores an EEPROM whose checksum is wrong, as that of an erased one is. */
static bool is_valid(const device *dev)
{
    return get16(dev->eeprom + CHECKSUM) == checksum(dev->eeprom, dev->kind);
}

static void fill(device *dev, int number)
{
    const chip_kind *kind = dev->kind;
    uint8_t *image = dev->eeprom;
    size_t at = kind->strings_at;
    char product[28], serial[16]; /* as long as there is room for */

    snprintf(product, sizeof product, "Simulated %s", dev->board->name);
    snprintf(serial, sizeof serial, "SIM%04d", number);
    memset(image, 0, EEPROM_BYTES);
    if (dev->board->fifo)
        image[dev->board->channel == 0 ? CHANNEL_A : CHANNEL_B] = CHANNEL_FIFO;
    put16(image + VENDOR, 0x0403);
    put16(image + PRODUCT, kind->product);
    put16(image + RELEASE, kind->release);
    image[POWER] = 0x80;
    image[POWER + 1] = 500 / 2;
    if (kind->type_at)
        image[kind->type_at] = EEPROM_93C56;
    at = put_string(image, 0, at, "orbital");
    at = put_string(image, 1, at, product);
    put_string(image, 2, at, serial);
    put16(image + CHECKSUM, checksum(image, kind));
}

static void load(device *dev)
{
    FILE *file = fopen(dev->eeprom_file, "rb");

    memset(dev->eeprom, 0xFF, EEPROM_BYTES);
    if (file && fread(dev->eeprom, 1, EEPROM_BYTES, file) != EEPROM_BYTES) {
        fprintf(stderr, "simulated USB: %s does not hold %d bytes\n", dev->eeprom_file, EEPROM_BYTES);
        exit(2); /* a test with a wrong setting must not pass */
    }
    if (file)
        fclose(file);
}

void eeprom_start(device *dev, int number, const char *file)
{
    if (file) {
        snprintf(dev->eeprom_file, sizeof dev->eeprom_file, "%s.%d", file, number);
        load(dev);
    } else {
        fill(dev, number);
    }
    if (is_valid(dev)) {
        get_string(dev->eeprom, 0, dev->maker);
        get_string(dev->eeprom, 1, dev->product);
        get_string(dev->eeprom, 2, dev->serial);
    } else {
        snprintf(dev->maker, sizeof dev->maker, "%s", dev->kind->maker);
        snprintf(dev->product, sizeof dev->product, "%s", dev->kind->name);
    }
}

void eeprom_end(const device *dev)
{
    FILE *file = *dev->eeprom_file ? fopen(dev->eeprom_file, "wb") : NULL;

    if (*dev->eeprom_file &&
        (!file || fwrite(dev->eeprom, 1, EEPROM_BYTES, file) != EEPROM_BYTES || fclose(file) != 0)) {
        fprintf(stderr, "simulated USB: %s cannot be written\n", dev->eeprom_file);
        _exit(2); /* the process is at its end */
    }
}

bool eeprom_is_fifo(const device *dev, int channel)
{
    return dev->kind->fifo && is_valid(dev) &&
           (dev->eeprom[channel == 0 ? CHANNEL_A : CHANNEL_B] & CHANNEL_TYPE) == CHANNEL_FIFO;
}

uint16_t eeprom_product_id(const device *dev)
{
    return is_valid(dev) ? (uint16_t)get16(dev->eeprom + PRODUCT) : dev->kind->product;
}
