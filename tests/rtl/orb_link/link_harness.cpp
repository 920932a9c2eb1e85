// The Verilated byte link between a host's bytes and a core of registers and streams, behind a small C interface.
// SPDX-License-Identifier: Apache-2.0
#include "Vorb_link.h"

#define LINK_CLASS Vorb_link
#include "link_core.h"

extern "C" {

// Runs until all bytes are in and, after these, so many cycles have gone. Returns the number of bytes that came out,
// of which the first `room` are stored.
size_t orb_link_run(orb_link_bench *b, const uint8_t *in, size_t in_count, uint8_t *out, size_t room, uint64_t cycles)
{
    Vorb_link &l = b->link;
    size_t sent = 0, received = 0;
    while (sent < in_count || cycles > 0) {
        if (!l.s_byte_tvalid && sent < in_count && !pauses(*b, b->pause.byte_in)) {
            l.s_byte_tvalid = 1;
            l.s_byte_tdata = in[sent++];
        }
        l.m_byte_tready = received < room && !pauses(*b, b->pause.byte_out);
        drive_core(*b);
        const CoreStep step = watch_core(l);
        const bool taken = l.s_byte_tvalid && l.s_byte_tready;
        if (l.m_byte_tvalid && l.m_byte_tready)
            out[received++] = l.m_byte_tdata;
        if (sent == in_count && cycles > 0)
            cycles--;
        edge(*b);
        if (taken)
            l.s_byte_tvalid = 0;
        step_core(*b, step);
        l.eval();
    }
    return received;
}

void orb_link_break(orb_link_bench *b)
{
    b->link.brk = 1;
    edge(*b);
    b->link.brk = 0;
    b->link.eval();
}

unsigned orb_link_rate(const orb_link_bench *b)
{
    return b->link.rate;
}
}
