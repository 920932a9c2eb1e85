/* A transport to registers that do nothing but keep what is written, and count.
 * SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

static bool fails(recorder *r)
{
    return ++r->asked == r->fails_at;
}

static orb_status recorder_read(orb_transport *transport, uint32_t address, uint32_t *values, size_t count)
{
    recorder *r = (recorder *)transport;

    if (fails(r))
        return ORB_UNPLUGGED;
    for (size_t i = 0; i < count; i++)
        values[i] = r->registers[address / 4 + i];
    return ORB_OK;
}

static orb_status recorder_write(orb_transport *transport, uint32_t address, const uint32_t *values, size_t count)
{
    recorder *r = (recorder *)transport;

    if (r->deaf)
        return ORB_DEVICE_FAILED;
    if (fails(r))
        return ORB_UNPLUGGED;
    if (address == ADDRESS(CONTROL)) {
        r->control = values[0];
        r->starts += values[0] & ORBITAL__CONTROL__START_bm;
    }
    for (size_t i = 0; i < count && address != ADDRESS(CONTROL); i++)
        r->registers[address / 4 + i] = values[i];
    r->writes += (unsigned)count;
    r->requests++;
    return ORB_OK;
}

/* Counts results that were clipped, from section to section. */
static void count_clips(recorder *r, const orb_transfer *transfer)
{
    uint32_t clipped = 0;

    for (size_t k = 0; k <= transfer->samples; k++) {
        r->sections++;
        clipped += r->sections >= r->clips_in && r->sections < r->clips_in + r->clips;
        if (k < transfer->samples)
            transfer->sample[k].value = clipped;
    }
    r->registers[ADDRESS(SATURATIONS) / 4] = clipped;
}

static orb_status recorder_transfer(orb_transport *transport, const orb_transfer *transfer)
{
    recorder *r = (recorder *)transport;

    assert_true(transfer->cycle_limit > transfer->in_count + transfer->out_count);
    r->transfers++;
    r->words_in += transfer->in_count;
    r->in_bytes = transfer->in_bytes;
    r->out_bytes = transfer->out_bytes;
    for (size_t i = 0; i < transfer->out_count; i++)
        transfer->out[i] = (int32_t)r->transfers;
    count_clips(r, transfer);
    return fails(r) ? ORB_UNPLUGGED : r->dead ? ORB_DEVICE_FAILED : r->stops ? ORB_CANCELLED : ORB_OK;
}

static orb_status recorder_forget(orb_transport *transport)
{
    recorder *r = (recorder *)transport;

    r->requests++;
    return fails(r) ? ORB_UNPLUGGED : ORB_OK;
}

static void recorder_close(orb_transport *transport)
{
    ((recorder *)transport)->closed = true;
}

static const orb_transport_ops recorder_ops = {.read = recorder_read,
                                               .write = recorder_write,
                                               .transfer = recorder_transfer,
                                               .forget = recorder_forget,
                                               .close = recorder_close};

static const orb_transport_ops sampling_ops = {.read = recorder_read,
                                               .write = recorder_write,
                                               .transfer = recorder_transfer,
                                               .forget = recorder_forget,
                                               .close = recorder_close,
                                               .samples = true};

recorder recorder_make_sampling(void)
{
    recorder r = recorder_make();

    r.base.ops = &sampling_ops;
    return r;
}

recorder recorder_make(void)
{
    recorder r = {.base = {&recorder_ops}};

    r.registers[ADDRESS(ID) / 4] = ORBITAL__ID__VALUE_reset;
    r.registers[ADDRESS(VERSION) / 4] = ORBITAL__VERSION__MAJOR_reset << ORBITAL__VERSION__MAJOR_bp |
                                        ORBITAL__VERSION__MINOR_reset << ORBITAL__VERSION__MINOR_bp;
    r.registers[ADDRESS(ARRAY) / 4] =
        4 | 8 << ORBITAL__ARRAY__BMAX_bp | 4 << ORBITAL__ARRAY__BFULL_bp | 2u << ORBITAL__ARRAY__NBUF_bp;
    r.registers[ADDRESS(FORMAT) / 4] =
        18 | 18 << ORBITAL__FORMAT__CW_bp | 36 << ORBITAL__FORMAT__AW_bp | 8u << ORBITAL__FORMAT__PS_bp;
    r.registers[ADDRESS(CAPS) / 4] = 1 << ORBITAL__CAPS__LANES_bp | 1 << ORBITAL__CAPS__IO_WORDS_bp |
                                     1 << ORBITAL__CAPS__CBANKS_bp | 32u << ORBITAL__CAPS__DEPTH_bp;
    r.registers[ADDRESS(LINKS) / 4] = 4u << ORBITAL__LINKS__SL_bp;
    r.registers[ADDRESS(STATUS) / 4] = ORBITAL__STATUS__DONE_bm;
    return r;
}
