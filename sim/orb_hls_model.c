/* The C array behind the same interface as the Verilated core: registers and streams of orb_model.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Not for synthesis. Stalls change nothing here, as they change no result there; cycle counts of streams are their
 * words. */
#include <stdlib.h>

#include "orb_hls.h"
#include "orb_model.h"
#include "orbital_regs.h"

struct orb_model {
    orb_hls_core core;
};

static void reset(orb_model *m)
{
    orb_hls_core *c = &m->core;
    c->busy = c->done = false;
    c->error = c->index = 0;
    c->block = ORBITAL__BLOCK__B3_reset << 16 | ORBITAL__BLOCK__B2_reset << 8 | ORBITAL__BLOCK__B1_reset;
    c->repeats = 1;
    c->torus_ring = ORB_P;
    c->sums_axis = ORB_NO_SUMS;
}

static orb_model *open_model(const char *trace)
{
    orb_model *m = trace ? NULL : calloc(1, sizeof *m);
    if (m)
        reset(m);
    return m;
}

/* A counter's word; its low one is at an address that is a multiple of eight. */
static uint32_t half(uint64_t count, uint32_t address)
{
    return (uint32_t)(address & 4 ? count >> 32 : count);
}

static uint32_t read_register(orb_model *m, uint32_t address)
{
    const orb_hls_core *c = &m->core;

    if (address >= offsetof(orbital_t, PROGRAM) && address < offsetof(orbital_t, PROGRAM) + 8 * ORB_DEPTH) {
        const uint32_t n = (address - offsetof(orbital_t, PROGRAM)) / 8;
        return address & 4 ? c->hi[n] : c->lo[n];
    }
    if (address >= offsetof(orbital_t, MAGNITUDE) && address < offsetof(orbital_t, MAGNITUDE) + 4 * ORB_DEPTH)
        return c->magnitude[(address - offsetof(orbital_t, MAGNITUDE)) / 4];
    switch (address) {
    case offsetof(orbital_t, ID):
        return ORBITAL__ID__VALUE_reset;
    case offsetof(orbital_t, VERSION):
        return ORBITAL__VERSION__MAJOR_reset << 16 | ORBITAL__VERSION__MINOR_reset << 8 | ORBITAL__VERSION__PATCH_reset;
    case offsetof(orbital_t, ARRAY):
        return ORB_P | ORB_BMAX << 8 | ORB_BFULL << 16 | (uint32_t)ORB_NBUF << 24;
    case offsetof(orbital_t, FORMAT):
        return ORB_W | ORB_CW << 8 | ORB_AW << 16 | (uint32_t)ORB_PS << 24;
    case offsetof(orbital_t, CAPS):
        return ORB_FINE | (ORB_EXP != 0) << 4 | ORB_LANES << 8 | ORB_IO_WORDS << 12 | ORB_CBANKS << 16 | ORB_EXP << 20 |
               (uint32_t)ORB_DEPTH << 24;
    case offsetof(orbital_t, LATENCY):
        return ORB_MEM_LAT | ORB_FMA_LAT << 8 | ORB_ROUND_LAT << 16 | 1u << 24;
    case offsetof(orbital_t, LINKS):
        return ORB_LY | ORB_LX << 8 | ORB_SL << 16 | (uint32_t)ORB_XL << 24;
    case offsetof(orbital_t, STATUS):
        return (uint32_t)c->busy | (uint32_t)c->done << 1 | c->error << 4 | c->index << 8;
    case offsetof(orbital_t, BLOCK):
        return c->block;
    case offsetof(orbital_t, REPEAT):
        return c->repeats;
    case offsetof(orbital_t, TORUS):
        return c->torus_ring;
    case offsetof(orbital_t, INTERLEAVE):
        return ORB_GROUP | ORB_ACC_LAT << 8;
    case offsetof(orbital_t, CYCLES_LO):
    case offsetof(orbital_t, CYCLES_HI):
        return half(c->compute + c->coef + c->load + c->unload, address);
    case offsetof(orbital_t, COMPUTE_LO):
    case offsetof(orbital_t, COMPUTE_HI):
        return half(c->compute, address);
    case offsetof(orbital_t, WAIT_LO):
    case offsetof(orbital_t, WAIT_HI):
        return half(c->wait, address);
    case offsetof(orbital_t, COEF_LO):
    case offsetof(orbital_t, COEF_HI):
        return half(c->coef, address);
    case offsetof(orbital_t, LOAD_LO):
    case offsetof(orbital_t, LOAD_HI):
        return half(c->load, address);
    case offsetof(orbital_t, UNLOAD_LO):
    case offsetof(orbital_t, UNLOAD_HI):
        return half(c->unload, address);
    case offsetof(orbital_t, SATURATIONS):
        return c->saturations;
    default:
        return 0;
    }
}

static void write_register(orb_model *m, uint32_t address, uint32_t value)
{
    orb_hls_core *c = &m->core;

    if (address >= offsetof(orbital_t, PROGRAM) && address < offsetof(orbital_t, PROGRAM) + 8 * ORB_DEPTH) {
        const uint32_t n = (address - offsetof(orbital_t, PROGRAM)) / 8;
        *(address & 4 ? &c->hi[n] : &c->lo[n]) = value;
    } else if (address == offsetof(orbital_t, BLOCK))
        c->block = value & 0xFFFFFF;
    else if (address == offsetof(orbital_t, REPEAT))
        c->repeats = value;
    else if (address == offsetof(orbital_t, TORUS))
        c->torus_ring = value & 0xFF;
    else if (address == offsetof(orbital_t, CONTROL)) {
        const bool abort_run = value & ORBITAL__CONTROL__ABORT_bm;
        if (abort_run && c->busy) {
            c->busy = false;
            c->error = 4;
            c->sums_axis = ORB_NO_SUMS;
        }
        if (value & ORBITAL__CONTROL__START_bm && !abort_run)
            orb_hls_start(c);
    }
}

static int run(orb_model *m, orb_model_transfer *t)
{
    orb_hls_streams streams = {t->in, t->in_count, 0, t->out, t->out_count, 0};

    orb_hls_run(&m->core, &streams);
    t->in_done = streams.in_done;
    t->out_done = streams.out_done;
    t->lasts = 0;
    return t->in_done != t->in_count || t->out_done != t->out_count || m->core.busy;
}

static void close_model(orb_model *m)
{
    free(m);
}

static uint64_t cycles(const orb_model *m)
{
    (void)m;
    return 0;
}

const orb_model_api *orb_model_get(void)
{
    static const orb_model_api api = {ORB_MODEL_ABI, ORB_MODEL_NAME, open_model, close_model, reset,
                                      read_register, write_register, run,        cycles};
    return &api;
}
