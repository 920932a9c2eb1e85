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

channel *device_wired(device *dev)
{
    return &dev->channel[dev->board->channel];
}

/* Until both sides agree: what the chip drives may change what the board drives, and the reverse. */
void device_settle(device *dev)
{
    channel *ch = device_wired(dev);
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
        if (dev->board->sense(dev->top, &driven) != device_wired(dev)->in || driven != device_wired(dev)->driven ||
            wanted < cycles)
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
        dev->kind = chip_kind_of(dev->board->chip);
        dev->channels = dev->kind->channels;
        dev->frame = dev->kind->high_speed ? 125 * PS_PER_US : PS_PER_MS;
        dev->slot = dev->frame / (settings->packets ? settings->packets : dev->kind->frame_packets);
        dev->silent_from = settings->silent;
        dev->unplug_at = settings->unplug;
        eeprom_start(dev, number, settings->eeprom);
        for (int n = 0; n < dev->channels; n++)
            channel_start(&dev->channel[n], dev->kind, eeprom_is_fifo(dev, n), &settings->chances,
                          settings->seed * 16 + (uint64_t)(2 * number + n));
        device_settle(dev);
    } else {
        fprintf(stderr, "simulated USB: %s is no board: %s\n", path, dev->library ? "wrong symbol" : dlerror());
    }
    return dev->top != NULL;
}

void device_close(device *dev)
{
    if (dev->top)
        eeprom_end(dev);
    if (dev->board)
        dev->board->close(dev->top);
    if (dev->library)
        dlclose(dev->library);
}
