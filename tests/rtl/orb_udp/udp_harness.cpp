// The Verilated link with its port for Ethernet, between datagrams and a core of registers and streams.
// SPDX-License-Identifier: Apache-2.0
#include "Vudp_link.h"

#define LINK_CLASS Vudp_link
#include "link_core.h"

struct Datagram { // the addresses are those of the other side
    uint64_t mac;
    uint32_t ip, port, length;
    uint32_t damaged; // 0: no; n: the n-th word from the end comes with an error
    uint32_t wait;    // cycles before it
    uint8_t data[2048];
};

// Cycles for which `steady` is 0 before the address changes, at least.
constexpr uint32_t kAhead = 100;

extern "C" {

// Runs until all datagrams are in, so many cycles more have gone, and no datagram is on its way out. Returns the number
// of datagrams that came out, of which the first `room` are stored.
size_t orb_udp_run(orb_link_bench *b, const Datagram *in, size_t in_count, Datagram *out, size_t room, uint64_t cycles)
{
    LINK_CLASS &l = b->link;
    size_t sent = 0, place = 0, received = 0, filled = 0;
    uint32_t waited = 0, unsteady = kAhead;
    while (sent < in_count || cycles > 0 || filled > 0) {
        const uint32_t ip = l.ip;
        unsteady = l.steady ? 0 : unsteady + 1;
        if (!l.s_tvalid && sent < in_count && place == 0 && waited < in[sent].wait)
            waited++;
        else if (!l.s_tvalid && sent < in_count && !pauses(*b, b->pause.byte_in)) {
            const Datagram &d = in[sent];
            const size_t here = d.length - place < 4 ? d.length - place : 4;
            l.s_tvalid = 1;
            l.s_tdata = 0;
            for (size_t i = 0; i < here; i++)
                l.s_tdata |= static_cast<uint32_t>(d.data[place + i]) << (8 * i);
            place += here;
            l.s_tlast = place == d.length;
            l.s_last_byte = 1u << (here - 1);
            l.s_error = d.damaged == 1 + (d.length - place + 3) / 4;
            l.s_mac = d.mac;
            l.s_ip = d.ip;
            l.s_port = static_cast<uint16_t>(d.port);
            if (l.s_tlast) {
                sent++;
                place = waited = 0;
            }
        }
        l.m_tready = received < room && !pauses(*b, b->pause.byte_out);
        drive_core(*b);
        const CoreStep step = watch_core(l);
        const bool taken = l.s_tvalid && l.s_tready;
        if (l.rst)
            filled = 0; // of a datagram that the reset cuts
        else if (l.m_tvalid && l.m_tready) {
            Datagram &d = out[received];
            d = filled ? d : Datagram{l.m_mac, l.m_ip, l.m_port, l.m_length, 0, 0, {}};
            if (d.mac != l.m_mac || d.ip != l.m_ip || d.port != l.m_port || d.length != l.m_length)
                b->rule = 3; // they have to stay
            for (size_t i = 0; i < 4 && filled < sizeof d.data; i++)
                d.data[filled++] = static_cast<uint8_t>(l.m_tdata >> (8 * i));
            if (l.m_tlast) {
                if (filled < d.length || filled >= d.length + 4u)
                    b->rule = 4;
                received++;
                filled = 0;
            }
        }
        if (sent == in_count && cycles > 0)
            cycles--;
        edge(*b);
        if (taken)
            l.s_tvalid = 0;
        step_core(*b, step);
        l.eval();
        if (l.ip != ip && unsteady < kAhead && !l.rst)
            b->rule = 5; // another clock may be reading it
    }
    return received;
}

uint32_t orb_udp_ip(const orb_link_bench *b)
{
    return b->link.ip;
}
}
