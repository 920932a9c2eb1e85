// The Verilated core behind the C interface of orb_model.h.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>

#include "Vorbital_core.h"
#include "orb_model.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

struct orb_model {
    VerilatedContext context;
    std::unique_ptr<Vorbital_core> core;
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> trace;
#endif
    uint64_t cycles = 0;
};

namespace
{

#ifndef ORB_EXP
#define ORB_EXP 0
#endif
#ifndef ORB_CW
#define ORB_CW (ORB_EXP != 0 || ORB_W < 18 ? ORB_W : 18) // the default of orbital_core
#endif
#ifndef ORB_IO_WORDS
#define ORB_IO_WORDS 1
#endif
constexpr int kWord = ORB_W;                                               // bits of a word out
constexpr int kInBits = 8 * (((ORB_W > ORB_CW ? ORB_W : ORB_CW) + 7) / 8); // bits of a word in, 8..32
constexpr int kOutBits = 8 * ((ORB_W + 7) / 8);
constexpr int kBeat = ORB_IO_WORDS; // words of a beat

// A beat as Verilator keeps it: one number up to 64 bits, else an array of 32-bit words.
inline void put(uint64_t &beat, int at, uint64_t bits)
{
    beat |= bits << at;
}
template <class Wide> void put(Wide &beat, int at, uint64_t bits)
{
    const uint64_t both = bits << (at % 32);
    beat[at / 32] |= static_cast<uint32_t>(both);
    if (both >> 32)
        beat[at / 32 + 1] |= static_cast<uint32_t>(both >> 32);
}
template <class Port> void store_beat(Port &port, const int32_t *words)
{
    constexpr uint32_t mask = ~uint32_t{0} >> (32 - kInBits);
    if constexpr (std::is_integral_v<Port>) {
        uint64_t beat = 0;
        for (int n = 0; n < kBeat; ++n)
            put(beat, n * kInBits, static_cast<uint32_t>(words[n]) & mask);
        port = static_cast<Port>(beat);
    } else {
        for (int n = 0; n < (kBeat * kInBits + 31) / 32; ++n)
            port[n] = 0;
        for (int n = 0; n < kBeat; ++n)
            put(port, n * kInBits, static_cast<uint32_t>(words[n]) & mask);
    }
}
template <class Port> uint32_t bits_at(const Port &port, int at)
{
    if constexpr (std::is_integral_v<Port>)
        return static_cast<uint32_t>(static_cast<uint64_t>(port) >> at);
    else {
        const uint64_t low = port[at / 32], high = at / 32 + 1 < (kBeat * kOutBits + 31) / 32 ? port[at / 32 + 1] : 0;
        return static_cast<uint32_t>((high << 32 | low) >> (at % 32));
    }
}
template <class Port> void fetch_beat(const Port &port, int32_t *words)
{
    for (int n = 0; n < kBeat; ++n)
        words[n] = static_cast<int32_t>(bits_at(port, n * kOutBits) << (32 - kWord)) >> (32 - kWord);
}

// A chance generator for stalls: xorshift32, good enough and the same everywhere.
struct Chance {
    uint32_t state;
    explicit Chance(uint32_t seed) : state(seed ? seed : 1u)
    {
    }
    bool operator()(uint32_t per_65536)
    {
        if (per_65536 == 0)
            return false;
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return (state >> 16) < per_65536;
    }
};

void half_tick(orb_model *m, int clk)
{
    m->core->clk = clk;
    m->core->eval();
#if VM_TRACE
    if (m->trace)
        m->trace->dump(2 * m->cycles + clk);
#endif
}

// Inputs set before it settle while the clock is low, so that a waveform shows them ahead of the edge that takes them.
void tick(orb_model *m)
{
    half_tick(m, 0);
    half_tick(m, 1);
    ++m->cycles;
}

void reset(orb_model *m)
{
    Vorbital_core &c = *m->core;
    c.rst = 1;
    c.s_axil_awvalid = c.s_axil_wvalid = c.s_axil_arvalid = 0;
    c.s_axil_bready = c.s_axil_rready = 1;
    c.s_axil_wstrb = 0xF;
    c.s_axis_tvalid = c.m_axis_tready = 0;
    for (int n = 0; n < 4; ++n)
        tick(m);
    c.rst = 0;
    tick(m);
}

orb_model *open_model(const char *trace)
{
    try {
        std::unique_ptr<orb_model> m(new orb_model);
        m->context.threads(1); // else each instance keeps an idle thread for every further processor
#if VM_TRACE
        m->context.traceEverOn(trace != nullptr);
#endif
        m->core.reset(new Vorbital_core(&m->context));
#if VM_TRACE
        if (trace != nullptr) {
            m->trace.reset(new VerilatedFstC);
            m->core->trace(m->trace.get(), 99);
            m->trace->open(trace);
        }
#else
        if (trace != nullptr)
            return nullptr; // this model was built without
#endif
        m->core->clk = 0;
        reset(m.get());
        return m.release();
    } catch (const std::exception &) {
        return nullptr;
    }
}

void close_model(orb_model *m)
{
    if (m == nullptr)
        return;
#if VM_TRACE
    if (m->trace)
        m->trace->close();
#endif
    m->core->final();
    delete m;
}

uint32_t read_register(orb_model *m, uint32_t address)
{
    Vorbital_core &c = *m->core;
    c.s_axil_araddr = address;
    c.s_axil_arvalid = 1;
    c.eval();
    while (!c.s_axil_arready)
        tick(m);
    tick(m);
    c.s_axil_arvalid = 0;
    while (!c.s_axil_rvalid)
        tick(m);
    const uint32_t value = c.s_axil_rdata;
    tick(m);
    return value;
}

void write_register(orb_model *m, uint32_t address, uint32_t value)
{
    Vorbital_core &c = *m->core;
    c.s_axil_awaddr = address;
    c.s_axil_wdata = value;
    c.s_axil_awvalid = c.s_axil_wvalid = 1;
    c.eval();
    while (!c.s_axil_awready)
        tick(m);
    tick(m);
    c.s_axil_awvalid = c.s_axil_wvalid = 0;
    while (!c.s_axil_bvalid)
        tick(m);
    tick(m);
}

int run(orb_model *m, orb_model_transfer *t)
{
    Vorbital_core &c = *m->core;
    Chance in_stall(t->seed), out_stall(t->seed ^ 0x9E3779B9u);
    bool offered = false;
    t->in_done = t->out_done = t->lasts = 0;

    for (uint64_t left = t->max_cycles; left > 0; --left) {
        if (t->in_done == t->in_count && t->out_done == t->out_count && !c.busy)
            return 0;
        // a beat once offered stays until it is taken, as AXI4-Stream asks
        if (!offered)
            offered = t->in_count - t->in_done >= kBeat && !in_stall(t->in_stall);
        c.s_axis_tvalid = offered;
        if (offered)
            store_beat(c.s_axis_tdata, t->in + t->in_done);
        const bool ready = t->out_count - t->out_done >= kBeat && !out_stall(t->out_stall);
        c.m_axis_tready = ready;
        half_tick(m, 0);

        const bool taken = offered && c.s_axis_tready;
        if (ready && c.m_axis_tvalid) {
            fetch_beat(c.m_axis_tdata, t->out + t->out_done);
            t->out_done += kBeat;
            if (c.m_axis_tlast && t->lasts < t->last_room)
                t->last[t->lasts++] = m->cycles;
        }
        half_tick(m, 1);
        ++m->cycles;
        if (taken) {
            t->in_done += kBeat;
            offered = false;
        }
    }
    c.s_axis_tvalid = c.m_axis_tready = 0;
    return t->in_done == t->in_count && t->out_done == t->out_count && !c.busy ? 0 : 1;
}

uint64_t cycles(const orb_model *m)
{
    return m->cycles;
}

const orb_model_api kApi = {ORB_MODEL_ABI, ORB_MODEL_NAME, open_model, close_model, reset,
                            read_register, write_register, run,        cycles};

} // namespace

extern "C" const orb_model_api *orb_model_get(void)
{
    return &kApi;
}
