/* A device in simulated time: the board's clock, the chip's ports and the pins between them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "chip.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define DATA_PINS 0xFFu

static bool has_top(const device *dev)
{
    return dev->payload < dev->silent_from;
}

static channel *wired(device *dev)
{
    return &dev->channel[dev->board->channel];
}

/* Until both sides agree: what the chip drives may change what the board drives, and the reverse. */
void device_settle(device *dev)
{
    channel *ch = wired(dev);
    uint32_t driven = 0, in = UINT32_MAX;
    bool changed = true;

    while (changed) {
        if (has_top(dev)) {
            dev->board->drive(dev->top, ch->out);
            in = dev->board->sense(dev->top, &driven);
        }
        changed = in != ch->in || driven != ch->driven;
        ch->in = in;
        ch->driven = driven;
        if (changed)
            ch->port->pins(ch, dev->now);
    }
    ch->errors.contention += (ch->out_mask & ch->driven & DATA_PINS) != 0 && ch->out_mask & DATA_PINS;
}

/* Clocks the board up to a time, or until it changes a pin, and returns when that is. */
static uint64_t run_board(device *dev, uint64_t until)
{
    const uint64_t cycles = until / dev->period - dev->cycles;
    const uint32_t wanted = cycles < UINT32_MAX ? (uint32_t)cycles : UINT32_MAX;
    uint64_t now = until;
    uint32_t driven = 0;

    if (!has_top(dev)) {
        dev->cycles += cycles;
    } else if (wanted > 0) {
        dev->cycles += dev->board->run(dev->top, wanted);
        if (dev->board->sense(dev->top, &driven) != wired(dev)->in || driven != wired(dev)->driven || wanted < cycles)
            now = dev->cycles * dev->period;
    }
    return now;
}

void device_run(device *dev, uint64_t until)
{
    while (dev->now < until) {
        uint64_t next = until;

        for (int n = 0; n < dev->channels; n++)
            if (dev->channel[n].next < next)
                next = dev->channel[n].next;
        dev->now = run_board(dev, next);
        for (int n = 0; n < dev->channels; n++)
            if (dev->channel[n].next <= dev->now)
                dev->channel[n].port->event(&dev->channel[n], dev->now);
        device_settle(dev);
    }
}

bool device_unplugged(const device *dev)
{
    return dev->payload >= dev->unplug_at;
}

uint16_t device_product_id(const device *dev)
{
    return dev->board->chip == BOARD_FT2232H ? 0x6010 : 0x6015;
}

uint16_t device_release(const device *dev)
{
    return dev->board->chip == BOARD_FT2232H ? 0x0700 : 0x1000;
}

bool device_open(device *dev, const char *path, int number, const board_settings *settings)
{
    const board_model_api *(*get)(void) = NULL;
    void *symbol = NULL;

    memset(dev, 0, sizeof *dev);
    if ((dev->library = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
        symbol = dlsym(dev->library, BOARD_MODEL_SYMBOL);
    if (symbol) {
        memcpy(&get, &symbol, sizeof get); /* C has no conversion from an object's to a function's address */
        dev->board = get();
    }
    if (dev->board && dev->board->abi == BOARD_MODEL_ABI)
        dev->top = dev->board->open();
    if (dev->top) {
        dev->period = (UINT64_C(1000000000000) + dev->board->clock_hz / 2) / dev->board->clock_hz;
        dev->channels = dev->board->chip == BOARD_FT2232H ? 2 : 1;
        dev->silent_from = settings->silent;
        dev->unplug_at = settings->unplug;
        snprintf(dev->serial, sizeof dev->serial, "SIM%04d", number);
        snprintf(dev->product, sizeof dev->product, "Simulated %s", dev->board->name);
        eeprom_fill(dev);
        for (int n = 0; n < dev->channels; n++)
            channel_start(&dev->channel[n], dev->board->chip, dev->board->fifo && n == dev->board->channel,
                          &settings->chances, settings->seed * 16 + (uint64_t)(2 * number + n));
        device_settle(dev);
    } else {
        fprintf(stderr, "simulated USB: %s is no board: %s\n", path, dev->library ? "wrong symbol" : dlerror());
    }
    return dev->top != NULL;
}

void device_close(device *dev)
{
    if (dev->board)
        dev->board->close(dev->top);
    if (dev->library)
        dlclose(dev->library);
}

/* ---- the content of the chip's EEPROM ---- */

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
