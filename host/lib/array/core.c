/* One orbital core reached through a transport.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

#include "checked.h"
#include "error.h"

#include <orbital_regs.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(value, reg, field) (((value)&ORBITAL__##reg##__##field##_bm) >> ORBITAL__##reg##__##field##_bp)
#define ADDRESS(member) ((uint32_t)offsetof(orbital_t, member))

static orb_status read_registers(orb_core *core, uint32_t address, uint32_t *values, size_t count)
{
    return core->transport->ops->read(core->transport, address, values, count);
}

static orb_status write_register(orb_core *core, uint32_t address, uint32_t value)
{
    return core->transport->ops->write(core->transport, address, &value, 1);
}

/* A field of the first registers, which identify the core. */
#define IS(reg, field) FIELD(words[ADDRESS(reg) / 4], reg, field)

static orb_status identify(orb_core *core)
{
    uint32_t words[ADDRESS(LINKS) / 4 + 1] = {0};
    const char *broken;
    unsigned value = 0;
    orb_status status = read_registers(core, 0, words, sizeof words / sizeof *words);

    if (!status && words[ADDRESS(ID) / 4] != ORBITAL__ID__VALUE_reset)
        status = ORB_WRONG_DEVICE;
    if (!status &&
        (IS(VERSION, MAJOR) != ORBITAL__VERSION__MAJOR_reset || IS(VERSION, MINOR) < ORBITAL__VERSION__MINOR_reset))
        status = orb_refuse(ORB_WRONG_DEVICE,
                            "the device has version %u.%u of the registers, and this library needs %u.%u: use the "
                            "bitstream or model of this library",
                            IS(VERSION, MAJOR), IS(VERSION, MINOR), ORBITAL__VERSION__MAJOR_reset,
                            ORBITAL__VERSION__MINOR_reset);
    if (!status) {
        core->info = (orb_core_info){
            .cell = (orb_cell)IS(CAPS, CELL),
            .p = IS(ARRAY, P),
            .bmax = IS(ARRAY, BMAX),
            .bfull = IS(ARRAY, BFULL),
            .nbuf = IS(ARRAY, NBUF),
            .cbanks = IS(CAPS, CBANKS),
            .lanes = IS(CAPS, LANES),
            .io_words = IS(CAPS, IO_WORDS),
            .depth = IS(CAPS, DEPTH),
            .divides = IS(ARRAY, P) % 2 == 0,
            .sum_cycles = IS(LINKS, SL),
            .format = {.w = IS(FORMAT, W),
                       .cw = IS(FORMAT, CW),
                       .aw = IS(FORMAT, AW),
                       .ps = IS(FORMAT, PS),
                       .exponent = IS(CAPS, EXP)},
            .clock_hz = words[ADDRESS(CLOCK) / 4],
        };
        broken = orb_limits_broken(&core->info, &value);
        if (!broken && IS(CAPS, ARITHMETIC) != (IS(CAPS, EXP) != 0)) {
            broken = "ARITHMETIC";
            value = IS(CAPS, ARITHMETIC);
        }
        if (broken)
            status = orb_refuse(ORB_WRONG_DEVICE,
                                "the device reports %s=%u, which no orbital core has: use the bitstream or model of "
                                "this library",
                                broken, value);
    }
    return status;
}

orb_status orb_core_open(orb_core *core, orb_transport *transport)
{
    uint32_t state = 0;
    orb_status status;

    *core = (orb_core){.transport = transport};
    status = identify(core);
    if (!status && !(core->held = calloc(3 * (size_t)core->info.cbanks, sizeof *core->held)))
        status = ORB_NO_MEMORY;
    if (!status)
        status = read_registers(core, ADDRESS(STATUS), &state, 1);
    if (!status && FIELD(state, STATUS, BUSY)) /* with a program of a process that did not end well */
        status = write_register(core, ADDRESS(CONTROL), ORBITAL__CONTROL__ABORT_bm);
    if (!status)
        status = write_register(core, ADDRESS(REPEAT), 1);
    return status;
}

void orb_core_close(orb_core *core)
{
    if (core->transport)
        core->transport->ops->close(core->transport);
    for (size_t i = 0; core->held && i < 3 * (size_t)core->info.cbanks; i++)
        free(core->held[i].words);
    free(core->held);
    *core = (orb_core){0};
}

/* Writes what differs from what the program memory holds, and what lies between: a request takes long over a slow
 * link. */
static orb_status write_program(orb_core *core, const orb_descriptor *program, unsigned count)
{
    unsigned first = 2 * count, end = 0;
    orb_status status = ORB_OK;

    for (unsigned i = 0; i < 2 * count; i++) {
        const uint32_t word = i % 2 ? program[i / 2].hi : program[i / 2].lo;

        if (i >= core->program_known || core->program[i] != word) {
            first = i < first ? i : first;
            end = i + 1;
        }
        core->program[i] = word;
    }
    if (first < end)
        status = core->transport->ops->write(core->transport, ADDRESS(PROGRAM) + 4 * first, core->program + first,
                                             end - first);
    if (status)
        core->program_known = 0;
    else if (core->program_known < 2 * count)
        core->program_known = 2 * count;
    return status;
}

/* Far more cycles than a program of this many words can take, so that only a core that hangs reaches it. */
static uint64_t cycle_limit(const orb_core *core, const orb_transfer *words)
{
    const uint64_t line = (uint64_t)core->info.p * core->info.bmax;

    return UINT64_C(1000000) + 16 * ((uint64_t)words->in_count + words->out_count) * (4 + line);
}

/* A counter of two words among the registers from STATUS on. */
static uint64_t counter(const uint32_t *words, uint32_t address)
{
    const uint32_t *low = words + (address - ADDRESS(STATUS)) / 4;

    return (uint64_t)low[1] << 32 | low[0];
}

/* Reads how a program ended, and adds up what it counted. */
static orb_status finish(orb_core *core, orb_cost *cost)
{
    uint32_t words[(ADDRESS(SATURATIONS) - ADDRESS(STATUS)) / 4 + 1] = {0};
    orb_status status = read_registers(core, ADDRESS(STATUS), words, sizeof words / sizeof *words);

    if (!status && (!FIELD(words[0], STATUS, DONE) || FIELD(words[0], STATUS, ERROR)))
        status = ORB_DEVICE_FAILED;
    if (!status) {
        orb_count(&cost->run_cycles, counter(words, ADDRESS(CYCLES_LO)));
        orb_count(&cost->compute_cycles, counter(words, ADDRESS(COMPUTE_LO)));
        orb_count(&cost->wait_cycles, counter(words, ADDRESS(WAIT_LO)));
        orb_count(&cost->coef_cycles, counter(words, ADDRESS(COEF_LO)));
        orb_count(&cost->io_cycles, counter(words, ADDRESS(LOAD_LO)));
        orb_count(&cost->io_cycles, counter(words, ADDRESS(UNLOAD_LO)));
        orb_count(&cost->saturations, words[(ADDRESS(SATURATIONS) - ADDRESS(STATUS)) / 4]);
    }
    return status;
}

/* Ends a program in the middle, so that the core takes another one. \return ORB_CANCELLED, or what failed */
static orb_status abort_program(orb_core *core)
{
    orb_status status = write_register(core, ADDRESS(CONTROL), ORBITAL__CONTROL__ABORT_bm);

    if (!status && core->transport->ops->forget)
        status = core->transport->ops->forget(core->transport);
    return status ? status : ORB_CANCELLED;
}

static unsigned bytes_of(unsigned bits)
{
    return (bits + 7) / 8;
}

orb_status orb_core_execute(orb_core *core, const orb_descriptor *program, unsigned count, const orb_transfer *words,
                            orb_cost *cost)
{
    const orb_format *format = &core->info.format;
    orb_transfer transfer = *words;
    orb_status status = write_program(core, program, count);

    transfer.in_bytes = bytes_of(format->w > format->cw ? format->w : format->cw);
    transfer.out_bytes = bytes_of(format->w);
    transfer.beat_words = core->info.io_words;
    transfer.cycle_limit = cycle_limit(core, words);
    transfer.sampled = ADDRESS(SATURATIONS);
    if (!status)
        status = write_register(core, ADDRESS(CONTROL), ORBITAL__CONTROL__START_bm);
    if (!status)
        status = core->transport->ops->transfer(core->transport, &transfer);
    if (!status)
        status = finish(core, cost);
    if (status == ORB_CANCELLED)
        status = abort_program(core);
    if (status)
        orb_core_forget(core);
    return status;
}

orb_status orb_core_configure(orb_core *core, const unsigned block[3], unsigned ring)
{
    const uint32_t value =
        block[0] << ORBITAL__BLOCK__B1_bp | block[1] << ORBITAL__BLOCK__B2_bp | block[2] << ORBITAL__BLOCK__B3_bp;
    orb_status status = ORB_OK;

    if (core->block != value || core->ring != ring) {
        orb_core_forget(core);
        core->block = core->ring = 0;
        status = write_register(core, ADDRESS(BLOCK), value);
        if (!status)
            status = write_register(core, ADDRESS(TORUS), ring << ORBITAL__TORUS__RING_bp);
        if (!status) {
            core->block = value;
            core->ring = ring;
        }
    }
    return status;
}

static orb_held *held_at(const orb_core *core, unsigned axis, unsigned bank)
{
    return &core->held[3 * bank + axis];
}

bool orb_core_holds(const orb_core *core, unsigned axis, unsigned bank, const int32_t *words, size_t count)
{
    const orb_held *held = held_at(core, axis, bank);

    return held->count == count && !memcmp(held->words, words, count * sizeof *words);
}

orb_status orb_core_note(orb_core *core, unsigned axis, unsigned bank, const int32_t *words, size_t count)
{
    const size_t side = (size_t)core->info.p * core->info.bmax;
    orb_held *held = held_at(core, axis, bank);

    if (!held->words)
        held->words = malloc(side * side * sizeof *held->words);
    if (!held->words)
        return ORB_NO_MEMORY;
    memcpy(held->words, words, count * sizeof *words);
    held->count = count;
    return ORB_OK;
}

void orb_core_forget(orb_core *core)
{
    for (size_t i = 0; i < 3 * (size_t)core->info.cbanks; i++)
        core->held[i].count = 0;
}

orb_status orb_core_magnitudes(orb_core *core, unsigned count, unsigned *bits)
{
    uint32_t words[ORB_PROGRAM_MAX] = {0};
    const orb_status status = read_registers(core, ADDRESS(MAGNITUDE), words, count);

    for (unsigned i = 0; i < count; i++)
        bits[i] = FIELD(words[i], MAGNITUDE, BITS);
    return status;
}
