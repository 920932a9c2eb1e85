// Drives a kernel with its memories: fills them, starts calls, waits for their results, and reads what was written.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <random>

#include "Vkernel_bench.h"
#include "verilated.h"

namespace
{

Vkernel_bench *bench; // one for as long as the library is loaded

void tick()
{
    bench->clk = 0;
    bench->eval();
    bench->clk = 1;
    bench->eval();
}

void open_bench()
{
    bench = new Vkernel_bench;
    bench->we = bench->go = 0;
    bench->rst = 1;
    for (int n = 0; n < 4; ++n)
        tick();
    bench->rst = 0;
    tick();
}

void write(unsigned sel, unsigned at, uint64_t data)
{
    bench->we = 1;
    bench->sel = sel;
    bench->at = at;
    bench->data = data;
    tick();
    bench->we = 0;
}

} // namespace

/* Returns the cycles from the one in which the arguments of the first call are taken to that of the last result; 0 if a
 * result is missing within the limit, -1 if an address was outside of its memory or a word was lost, -2 if there were
 * more results than calls. seed: of the cycles in which the memories and the results stall; 0 for none. */
extern "C" long run(int calls, int scalars, const uint64_t *held, int memories, int64_t *const *words,
                    const long *sizes, const int *written, const int *bits, uint64_t *results, long limit,
                    unsigned seed)
{
    if (!bench)
        open_bench();
    write(254, 0, 0); // no complaint of an earlier run
    for (int n = 0; n < scalars; ++n)
        write(255, n, held[n]);
    for (int m = 0; m < memories; ++m)
        for (long n = 0; n < sizes[m]; ++n)
            write(m, n, words[m][n]);

    std::mt19937 random(seed);
    bench->stalls = seed != 0;
    int begun = 0, ended = 0, changes = 2 * scalars; // of the arguments, since those of the last call were taken
    long first = 0, last = 0, cycle = 0;
    // After the last result: whatever it still writes, and results that should not be.
    for (long quiet = seed ? 512 : 32; quiet && cycle < limit; ++cycle) {
        quiet -= ended >= calls;
        bench->go |= begun < calls && changes == 2 * scalars && (!seed || random() % 2);
        bench->slow = seed ? random() & random() : 0;
        bench->eval();
        if (bench->done) {
            if (ended < calls)
                results[ended] = bench->result;
            ++ended;
            last = cycle;
        }
        bool takes = bench->go && bench->taken;
        // Arguments count when they are taken, and no longer: the complement follows, and then those of the next call.
        bench->we = changes < (begun < calls ? 2 : 1) * scalars;
        bench->sel = 255;
        bench->at = scalars ? changes % scalars : 0;
        if (bench->we)
            bench->data =
                changes < scalars ? ~held[(begun - 1) * scalars + changes] : held[begun * scalars + changes - scalars];
        changes += changes < 2 * scalars;
        tick();
        if (takes) {
            first = begun++ ? first : cycle;
            changes = 0;
            bench->go = 0;
        }
    }
    bench->we = bench->go = bench->slow = 0;
    for (int m = 0; m < memories; ++m)
        for (long n = 0; written[m] && n < sizes[m]; ++n) {
            bench->sel = m;
            bench->at = n;
            bench->eval();
            words[m][n] = static_cast<int64_t>(bench->word << (64 - bits[m])) >> (64 - bits[m]);
        }
    return bench->bad ? -1 : ended > calls ? -2 : ended == calls ? last - first + 1 : 0;
}
