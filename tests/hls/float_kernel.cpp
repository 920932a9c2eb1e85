// Drives orb_hls_float32_fma as gates with hard and random operands, a vector a cycle, against libm's fmaf.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: float_kernel VECTORS SEED
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

#include "Vorb_hls_float32_fma.h"
#include "float_vectors.h"

namespace
{

constexpr Format BINARY32 = {8, 23};
constexpr unsigned LONGEST = 64; // cycles within which an answer has to come

struct Asked {
    Operands o;
    uint32_t expected;
};

Vorb_hls_float32_fma gates;
std::deque<Asked> waiting;
uint64_t checked, wrong;

uint32_t libm(const Operands &o)
{
    float a, x, c;
    uint32_t y;
    memcpy(&a, &o.a, sizeof a);
    memcpy(&x, &o.x, sizeof x);
    memcpy(&c, &o.c, sizeof c);
    const float result = fmaf(x, c, a);
    memcpy(&y, &result, sizeof y);
    return std::isnan(result) ? BINARY32.quiet_nan() : y;
}

// One cycle; takes the operands, if there are any, and checks an answer that comes.
void cycle(const Operands *o)
{
    gates.clk = 0;
    gates.go_vld = o != nullptr;
    if (o) {
        // in the order of the arguments, the first highest
        gates.go_data[2] = o->a;
        gates.go_data[1] = o->x;
        gates.go_data[0] = o->c;
    }
    gates.eval();
    if (o && gates.go_rdy)
        waiting.push_back({*o, libm(*o)});
    if (o && !gates.go_rdy) {
        puts("a vector is not taken");
        exit(1);
    }
    if (gates.done_vld) {
        if (waiting.empty() || gates.done_data != waiting.front().expected) {
            const Asked last = waiting.empty() ? Asked() : waiting.front();
            if (++wrong < 10)
                printf("%08x + %08x * %08x: %08x, libm %08x\n", last.o.a, last.o.x, last.o.c, gates.done_data,
                       last.expected);
        }
        if (!waiting.empty())
            waiting.pop_front();
        ++checked;
    }
    gates.clk = 1;
    gates.eval();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: float_kernel VECTORS SEED\n"), 2;
    const uint64_t count = strtoull(argv[1], nullptr, 0);
    Vectors vectors(BINARY32, BINARY32, strtoull(argv[2], nullptr, 0));

    gates.done_rdy = 1;
    gates.rst = 1;
    for (unsigned n = 0; n < 4; ++n)
        cycle(nullptr);
    gates.rst = 0;
    cycle(nullptr);
    const auto special = vectors.special();
    for (const Operands &o : special)
        cycle(&o);
    for (uint64_t n = 0; n < count; ++n) {
        const Operands o = vectors.hard();
        cycle(&o);
    }
    for (unsigned n = 0; n < LONGEST; ++n)
        cycle(nullptr);
    printf("%" PRIu64 " vectors, %" PRIu64 " wrong\n", checked, wrong);
    return wrong || !waiting.empty() || checked != count + special.size();
}
