/* One orbital core behind a transport.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

#include <orbital_regs.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(value, reg, field) (((value)&ORBITAL__##reg##__##field##_bm) >> ORBITAL__##reg##__##field##_bp)
#define ADDRESS(member) ((uint32_t)offsetof(orbital_t, member))

static orb_status read_register(orb_core *core, uint32_t address, uint32_t *value)
{
    return core->transport->ops->read(core->transport, address, value);
}

static orb_status write_register(orb_core *core, uint32_t address, uint32_t value)
{
    return core->transport->ops->write(core->transport, address, value);
}

/* Adds a counter of two words to *sum. */
static orb_status add_counter(orb_core *core, uint32_t address, uint64_t *sum)
{
    uint32_t low = 0, high = 0;
    orb_status status = read_register(core, address, &low);

    if (!status)
        status = read_register(core, address + 4, &high);
    if (!status)
        *sum += ((uint64_t)high << 32) | low;
    return status;
}

static bool usable(uint32_t caps, const orb_core_info *info)
{
    const orb_format *f = &info->format;

    return FIELD(caps, CAPS, CELL) == 0 && FIELD(caps, CAPS, ARITHMETIC) == 0 && FIELD(caps, CAPS, CBANKS) >= 1 &&
           FIELD(caps, CAPS, DEPTH) >= ORB_CUBE_DESCRIPTORS_MAX && info->p >= 2 && info->bmax >= 2 && info->nbuf >= 2 &&
           info->lanes >= 1 && f->w >= 8 && f->w <= 25 && f->cw >= 8 && f->cw <= 18 && f->aw > f->w && f->aw <= 64 &&
           f->aw - f->w <= ORBITAL__PROGRAM__LO__SHIFT_bm >> ORBITAL__PROGRAM__LO__SHIFT_bp;
}

static orb_status identify(orb_core *core)
{
    orb_core_info *info = &core->info;
    uint32_t id = 0, version = 0, array = 0, format = 0, caps = 0, clock = 0;
    orb_status status = read_register(core, ADDRESS(ID), &id);

    if (!status)
        status = read_register(core, ADDRESS(VERSION), &version);
    if (!status && (id != ORBITAL__ID__VALUE_reset || FIELD(version, VERSION, MAJOR) != ORBITAL__VERSION__MAJOR_reset ||
                    FIELD(version, VERSION, MINOR) < ORBITAL__VERSION__MINOR_reset))
        status = ORB_WRONG_DEVICE;
    if (!status)
        status = read_register(core, ADDRESS(ARRAY), &array);
    if (!status)
        status = read_register(core, ADDRESS(FORMAT), &format);
    if (!status)
        status = read_register(core, ADDRESS(CAPS), &caps);
    if (!status)
        status = read_register(core, ADDRESS(CLOCK), &clock);
    if (!status) {
        *info = (orb_core_info){
            .p = FIELD(array, ARRAY, P),
            .bmax = FIELD(array, ARRAY, BMAX),
            .bfull = FIELD(array, ARRAY, BFULL),
            .nbuf = FIELD(array, ARRAY, NBUF),
            .cbanks = FIELD(caps, CAPS, CBANKS),
            .lanes = FIELD(caps, CAPS, LANES),
            .io_words = FIELD(caps, CAPS, IO_WORDS),
            .format = {.w = FIELD(format, FORMAT, W),
                       .cw = FIELD(format, FORMAT, CW),
                       .aw = FIELD(format, FORMAT, AW),
                       .ps = FIELD(format, FORMAT, PS)},
            .clock_hz = clock,
        };
        if (!usable(caps, info))
            status = ORB_WRONG_DEVICE;
    }
    return status;
}

orb_status orb_core_open(orb_core *core, orb_transport *transport)
{
    orb_status status;

    *core = (orb_core){.transport = transport};
    status = identify(core);
    if (!status)
        status = write_register(core, ADDRESS(REPEAT), 1);
    return status;
}

void orb_core_close(orb_core *core)
{
    if (core->transport)
        core->transport->ops->close(core->transport);
    free(core->loaded.words);
    *core = (orb_core){0};
}

/* Writes what differs from what the program memory holds: a register takes long over a slow link. */
static orb_status write_program(orb_core *core, const orb_descriptor *program, unsigned count)
{
    orb_status status = ORB_OK;

    for (unsigned i = 0; i < 2 * count && !status; i++) {
        const uint32_t word = i % 2 ? program[i / 2].hi : program[i / 2].lo;
        const uint64_t bit = UINT64_C(1) << i;

        if (!(core->program_known & bit) || core->program[i] != word) {
            status = write_register(core, ADDRESS(PROGRAM) + 4 * i, word);
            core->program[i] = word;
            core->program_known |= bit;
        }
    }
    return status;
}

/* Far more cycles than a program of this many words can take, so that only a core that hangs reaches it. */
static uint64_t cycle_limit(const orb_core *core, const orb_core_run *run)
{
    const uint64_t line = (uint64_t)core->info.p * core->info.bmax;

    return UINT64_C(1000000) + 16 * ((uint64_t)run->in_count + run->out_count) * (4 + line);
}

orb_status orb_core_execute(orb_core *core, const orb_core_run *run, orb_counters *counters)
{
    const orb_transfer transfer = {run->in, run->in_count, run->out, run->out_count, cycle_limit(core, run)};
    uint32_t state = 0, saturations = 0;
    orb_status status = write_program(core, run->program, run->descriptors);

    if (!status)
        status = write_register(core, ADDRESS(CONTROL), ORBITAL__CONTROL__START_bm);
    if (!status)
        status = core->transport->ops->transfer(core->transport, &transfer);
    if (!status)
        status = read_register(core, ADDRESS(STATUS), &state);
    if (!status && (!FIELD(state, STATUS, DONE) || FIELD(state, STATUS, ERROR)))
        status = ORB_DEVICE_FAILED;
    if (!status)
        status = add_counter(core, ADDRESS(COMPUTE_LO), &counters->compute);
    if (!status)
        status = add_counter(core, ADDRESS(WAIT_LO), &counters->wait);
    if (!status)
        status = add_counter(core, ADDRESS(COEF_LO), &counters->coefficients);
    if (!status)
        status = add_counter(core, ADDRESS(LOAD_LO), &counters->load);
    if (!status)
        status = add_counter(core, ADDRESS(UNLOAD_LO), &counters->unload);
    if (!status)
        status = read_register(core, ADDRESS(SATURATIONS), &saturations);
    counters->saturations += saturations;
    return status;
}

static bool holds(const orb_core *core, const orb_coefficients *c)
{
    const orb_coefficients *l = &core->loaded;

    return l->words && l->count == c->count && l->axes == c->axes && !memcmp(l->block, c->block, sizeof l->block) &&
           !memcmp(l->words, c->words, c->count * sizeof *c->words);
}

orb_status orb_core_load(orb_core *core, const orb_coefficients *coefficients, orb_counters *counters)
{
    const orb_coefficients *c = coefficients;
    const orb_descriptor program = orb_program_coefficients(c->axes);
    const orb_core_run run = {.program = &program, .descriptors = 1, .in = c->words, .in_count = c->count};
    orb_status status = ORB_OK;
    int32_t *copy = NULL;

    if (holds(core, c))
        return ORB_OK;
    free(core->loaded.words);
    core->loaded.words = NULL;
    copy = malloc(c->count * sizeof *copy);
    if (!copy)
        status = ORB_NO_MEMORY;
    if (!status)
        status = write_register(core, ADDRESS(BLOCK),
                                c->block[0] << ORBITAL__BLOCK__B1_bp | c->block[1] << ORBITAL__BLOCK__B2_bp |
                                    c->block[2] << ORBITAL__BLOCK__B3_bp);
    if (!status)
        status = orb_core_execute(core, &run, counters);
    if (!status) {
        memcpy(copy, c->words, c->count * sizeof *copy);
        core->loaded = *c;
        core->loaded.words = copy;
    } else {
        free(copy);
    }
    return status;
}

orb_status orb_core_magnitude(orb_core *core, unsigned descriptor, unsigned *bits)
{
    uint32_t value = 0;
    orb_status status = read_register(core, ADDRESS(MAGNITUDE) + 4 * descriptor, &value);

    *bits = FIELD(value, MAGNITUDE, BITS);
    return status;
}
