// Drives float_bench.v with hard and random operands, and compares it and the C reference with exact arithmetic.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: float_harness VECTORS SEED. The formats are macros: EXP, MAN of the factors, AEXP, AMAN of the sums.
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vfloat_bench.h"
#include "float_exact.h"
#include "float_vectors.h"

extern "C" {
#include "orb_hls_float.h"
}

namespace
{

constexpr Format FACTOR = {EXP, MAN}, SUM = {AEXP, AMAN};
constexpr orb_hls_format HLS_FACTOR = {EXP, MAN}, HLS_SUM = {AEXP, AMAN};
constexpr unsigned LATENCY = 8, ROUND_LATENCY = 3; // of float_bench.v
constexpr unsigned VARIANTS = 3, GROUP[VARIANTS] = {1, 4, 8};
constexpr unsigned RING = 16; // vectors that are remembered

struct Vector {
    Operands o;
    bool en, first;
    uint32_t expected[VARIANTS], v;
};

// libm's opinion, where it has one
bool agrees_with_libm(const Operands &o, uint32_t expected)
{
    if (SUM.man != 23 || FACTOR.man != 23)
        return true;
    float a, x, c;
    uint32_t y;
    memcpy(&a, &o.a, sizeof a);
    memcpy(&x, &o.x, sizeof x);
    memcpy(&c, &o.c, sizeof c);
    const float result = fmaf(x, c, a);
    memcpy(&y, &result, sizeof y);
    return (std::isnan(result) ? SUM.quiet_nan() : y) == expected;
}

class Harness
{
  public:
    bool failed = false;

    // One vector, as the rest of its fields ask; checks what comes out in this cycle.
    void cycle(Vector in)
    {
        expect(in);
        ring[count % RING] = in;
        dut.x = in.o.x, dut.c = in.o.c, dut.a = in.o.a, dut.v = in.v;
        dut.en = in.en, dut.first = in.first;
        dut.clk = 0;
        dut.eval();
        dut.clk = 1;
        dut.eval();
        ++count;
        if (count >= LATENCY)
            check_sums(past(LATENCY));
        if (count >= ROUND_LATENCY)
            check_round(past(ROUND_LATENCY));
    }

    void drain()
    {
        for (unsigned i = 0; i < LATENCY; ++i)
            cycle(Vector());
    }

    uint64_t vectors() const
    {
        return checked;
    }

  private:
    Vfloat_bench dut;
    Vector ring[RING] = {};
    uint64_t count = 0, checked = 0;

    // The vector that entered so many cycles ago, the newest being 1
    const Vector &past(unsigned cycles) const
    {
        return ring[(count - cycles) % RING];
    }

    void expect(Vector &in)
    {
        for (unsigned k = 0; k < VARIANTS; ++k) {
            if (in.first && k > 0) {
                in.expected[k] = in.expected[0];
                continue;
            }
            Operands o = in.o;
            o.a = in.first ? in.o.a : past(GROUP[k]).expected[k];
            in.expected[k] = exact_fma(SUM, FACTOR, o.a, o.x, o.c);
            if (!in.en)
                continue;
            if (!agrees_with_libm(o, in.expected[k]))
                fail("libm", o, in.expected[k], 0);
            const uint32_t hls = orb_hls_float_fma(HLS_SUM, HLS_FACTOR, o.a, o.x, o.c);
            if (hls != in.expected[k])
                fail("reference", o, in.expected[k], hls);
        }
    }

    void check_sums(const Vector &v)
    {
        if (!v.en)
            return;
        ++checked;
        if (dut.y_short != v.expected[0])
            fail("multiply-add, latency 1+1", v.o, v.expected[0], dut.y_short);
        if (dut.y_usual != v.expected[1])
            fail("multiply-add, latency 2+4", v.o, v.expected[1], dut.y_usual);
        if (dut.y_long != v.expected[2])
            fail("multiply-add, latency 3+5", v.o, v.expected[2], dut.y_long);
    }

    void check_round(const Vector &in)
    {
        const Operands o = {in.v, 0, 0};
        const bool same = SUM.exp == FACTOR.exp && SUM.man == FACTOR.man;
        if (same && SUM.is_nan(in.v)) // a sum that is a NaN is the quiet one, so nothing has to make it so
            return;
        const uint32_t expected = exact_round(SUM, FACTOR, in.v);
        const bool special = FACTOR.is_nan(expected) || FACTOR.is_infinite(expected);
        bool hls_special;
        const uint32_t hls = orb_hls_float_round(HLS_SUM, HLS_FACTOR, in.v, &hls_special);

        if (hls != expected || hls_special != special)
            fail("reference, narrowed", o, expected, hls);
        if (dut.q != expected || dut.sat != special)
            fail("rounding", o, expected, dut.q);
        if (dut.v_q != past(1).v)
            fail("rounding's copy", o, past(1).v, dut.v_q);
    }

    void fail(const char *who, const Operands &o, uint32_t expected, uint32_t got)
    {
        if (!failed)
            printf("%s: a=%08" PRIx32 " x=%08" PRIx32 " c=%08" PRIx32 ": %08" PRIx32 ", expected %08" PRIx32 "\n", who,
                   o.a, o.x, o.c, got, expected);
        failed = true;
    }
};

// Sums that begin anew with each vector, with pauses
void single_sums(Harness &harness, Vectors &vectors, uint64_t count)
{
    for (uint64_t i = 0; i < count && !harness.failed; ++i)
        harness.cycle({vectors.hard(), vectors.below(16) != 0, true, {}, vectors.wide()});
}

// Long running sums, GROUP of them in turn
void running_sums(Harness &harness, Vectors &vectors, uint64_t count)
{
    constexpr unsigned TURNS = GROUP[VARIANTS - 1];
    for (uint64_t i = 0; i < count && !harness.failed;) {
        const unsigned length = TURNS * (1 + vectors.below(24));
        const bool moderate = vectors.below(4);
        for (unsigned k = 0; k < length; ++k, ++i) {
            Operands o = moderate ? vectors.moderate() : vectors.hard();
            if (vectors.below(2))
                o.a = 0; // most sums of the array begin with it
            harness.cycle({o, true, k < TURNS, {}, vectors.wide()});
        }
        for (unsigned pause = vectors.below(3); pause; --pause)
            harness.cycle({});
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s VECTORS SEED\n", argv[0]);
        return 2;
    }
    const uint64_t count = strtoull(argv[1], nullptr, 10), seed = strtoull(argv[2], nullptr, 10);
    Vectors vectors(SUM, FACTOR, seed);
    Harness harness;

    for (const Operands &o : vectors.special())
        harness.cycle({o, true, true, {}, o.a});
    single_sums(harness, vectors, count);
    running_sums(harness, vectors, count / 8);
    harness.drain();
    printf("%" PRIu64 " sums, seed %" PRIu64 ": %s\n", harness.vectors(), seed,
           harness.failed ? "FAILED" : "all equal");
    return harness.failed;
}
