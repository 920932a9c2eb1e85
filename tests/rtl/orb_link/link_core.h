// A core of registers and streams around a Verilated link: what the benches of the byte link and of Ethernet share.
// SPDX-License-Identifier: Apache-2.0
//
// The file that includes it defines LINK_CLASS, the Verilated class.
#ifndef ORB_TESTS_LINK_CORE_H
#define ORB_TESTS_LINK_CORE_H

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "verilated.h"

inline constexpr unsigned kRegisters = 1024;              // words of the address space
inline constexpr unsigned kRefused = 0x200, kOwn = 0x3C0; // words 0x200... refuse; those of the link never come here
inline constexpr unsigned kLong = 600;                    // cycles of a long pause, more than 2^STALL

struct Chances { // of 65536, each cycle
    uint32_t byte_in, byte_out, registers, beat_in, beat_out, longer;
};

struct Write {
    uint32_t address, data;
};

struct orb_link_bench {
    VerilatedContext context;
    LINK_CLASS link{&context, "link"};
    std::mt19937 random;
    Chances pause{};
    uint32_t registers[kRegisters]{};
    std::vector<Write> writes;
    std::vector<uint32_t> beats_in; // that the core took
    uint32_t next_out = 0;          // number of the beat that the core offers
    unsigned long_in = 0, long_out = 0;
    unsigned reset_after = 0, reset_left = 0;   // cycles until a reset, 0 none, and for which it lasts
    size_t writes_before = 0, beats_before = 0; // numbers of both at the end of the latest reset
    unsigned rule = 0;                          // a broken rule of the ports, 0 none
    uint64_t cycles = 0, dropped = 0;
};

inline bool pauses(orb_link_bench &b, uint32_t chance)
{
    return (b.random() & 0xFFFF) < chance;
}

// A port's long pause: begins by chance, ends by itself.
inline bool rests(orb_link_bench &b, unsigned &left)
{
    if (left == 0 && pauses(b, b.pause.longer))
        left = kLong;
    if (left == 0)
        return false;
    left--;
    return true;
}

inline void edge(orb_link_bench &b)
{
    b.link.clk = 1;
    b.link.eval();
    b.link.clk = 0;
    b.link.eval();
    b.cycles++;
}

// A reset that is due, of the link and of the core. Returns whether there is one in this cycle.
inline bool in_reset(orb_link_bench &b)
{
    LINK_CLASS &l = b.link;
    if (b.reset_after > 0 && --b.reset_after > 0)
        return false;
    l.rst = b.reset_left > 0;
    if (!l.rst)
        return false;
    b.reset_left--;
    l.m_axil_bvalid = l.m_axil_rvalid = l.s_axis_tvalid = 0;
    l.m_axil_awready = l.m_axil_wready = l.m_axil_arready = l.m_axis_tready = 0;
    std::fill(std::begin(b.registers), std::end(b.registers), 0);
    b.writes_before = b.writes.size();
    b.beats_before = b.beats_in.size();
    b.next_out = b.long_in = b.long_out = 0;
    l.eval();
    return true;
}

// Each channel keeps what it offers until it is taken, or until a reset.
inline void drive_core(orb_link_bench &b)
{
    LINK_CLASS &l = b.link;
    if (in_reset(b))
        return;
    const bool ready = !pauses(b, b.pause.registers);
    l.m_axil_awready = ready && l.m_axil_awvalid && l.m_axil_wvalid && !l.m_axil_bvalid;
    l.m_axil_wready = l.m_axil_awready;
    l.m_axil_arready = ready && !l.m_axil_rvalid;
    const bool in_rests = rests(b, b.long_in), out_rests = rests(b, b.long_out);
    l.m_axis_tready = !in_rests && !pauses(b, b.pause.beat_in);
    if (!l.s_axis_tvalid) {
        l.s_axis_tvalid = !out_rests && !pauses(b, b.pause.beat_out);
        l.s_axis_tdata = l.s_axis_tvalid ? b.next_out * 0x9E3779u & 0xFFFFFF : 0xDEAD;
    }
    l.eval();
}

// What the core does at the clock's edge, from what it sees before it.
struct CoreStep {
    bool wrote, read, answered_w, answered_r, took, gave;
    uint32_t waddr, wdata, raddr, beat;
};

inline CoreStep watch_core(const LINK_CLASS &l)
{
    return {.wrote = l.m_axil_awvalid && l.m_axil_awready,
            .read = l.m_axil_arvalid && l.m_axil_arready,
            .answered_w = l.m_axil_bvalid && l.m_axil_bready,
            .answered_r = l.m_axil_rvalid && l.m_axil_rready,
            .took = l.m_axis_tvalid && l.m_axis_tready,
            .gave = l.s_axis_tvalid && l.s_axis_tready,
            .waddr = l.m_axil_awaddr / 4u,
            .wdata = l.m_axil_wdata,
            .raddr = l.m_axil_araddr / 4u,
            .beat = l.m_axis_tdata};
}

inline bool refuses(uint32_t word)
{
    return word >= kRefused;
}

inline void step_core(orb_link_bench &b, const CoreStep &s)
{
    LINK_CLASS &l = b.link;
    if (s.answered_w)
        l.m_axil_bvalid = 0;
    if (s.answered_r)
        l.m_axil_rvalid = 0;
    if (s.wrote) {
        if (s.waddr >= kOwn)
            b.rule = 1;
        l.m_axil_bvalid = 1;
        l.m_axil_bresp = refuses(s.waddr) ? 2 : 0;
        if (!refuses(s.waddr))
            b.registers[s.waddr] = s.wdata;
        b.writes.push_back({s.waddr * 4, s.wdata});
    }
    if (s.read) {
        if (s.raddr >= kOwn)
            b.rule = 2;
        l.m_axil_rvalid = 1;
        l.m_axil_rresp = refuses(s.raddr) ? 2 : 0;
        l.m_axil_rdata = refuses(s.raddr) ? 0xBADBADu : b.registers[s.raddr];
    }
    if (s.took)
        b.beats_in.push_back(s.beat);
    if (s.gave) {
        b.next_out++;
        l.s_axis_tvalid = 0;
    }
    b.dropped += l.error;
}

extern "C" {

orb_link_bench *orb_link_open(uint32_t seed)
{
    auto *b = new orb_link_bench;
    b->random.seed(seed);
    b->link.rst = 1;
    for (int i = 0; i < 4; i++)
        edge(*b);
    b->link.rst = 0;
    b->link.eval();
    return b;
}

// Resets link and core after so many cycles, 1 or more, for so many. What was recorded of the core stays.
void orb_link_reset(orb_link_bench *b, unsigned after, unsigned cycles)
{
    b->reset_after = after;
    b->reset_left = cycles;
}

unsigned orb_link_resetting(const orb_link_bench *b)
{
    return b->reset_left;
}

// The numbers of writes and beats that the core had got when the latest reset ended.
size_t orb_link_writes_before(const orb_link_bench *b)
{
    return b->writes_before;
}
size_t orb_link_beats_before(const orb_link_bench *b)
{
    return b->beats_before;
}

void orb_link_close(orb_link_bench *b)
{
    delete b;
}

void orb_link_pauses(orb_link_bench *b, const Chances *chances)
{
    b->pause = *chances;
    b->long_in = b->long_out = 0;
}

unsigned orb_link_rule(const orb_link_bench *b)
{
    return b->rule;
}
uint64_t orb_link_cycles(const orb_link_bench *b)
{
    return b->cycles;
}
uint64_t orb_link_dropped(const orb_link_bench *b)
{
    return b->dropped;
}
size_t orb_link_writes(const orb_link_bench *b, const Write **writes)
{
    *writes = b->writes.data();
    return b->writes.size();
}
size_t orb_link_beats(const orb_link_bench *b, const uint32_t **beats)
{
    *beats = b->beats_in.data();
    return b->beats_in.size();
}
}

#endif
