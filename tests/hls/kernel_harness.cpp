// Drives a kernel with its memories: fills them, starts it, waits for its answer, and reads what it wrote.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

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

/* Returns the cycles from the one in which the arguments are taken to that of the answer; 0 if none comes within the
 * limit, -1 if an address was outside of its memory or a word was lost. */
extern "C" long run(int scalars, const uint64_t *held, int memories, int64_t *const *words, const long *sizes,
                    const int *written, const int *bits, uint64_t *result, long limit)
{
    if (!bench)
        open_bench();
    for (int n = 0; n < scalars; ++n)
        write(255, n, held[n]);
    for (int m = 0; m < memories; ++m)
        for (long n = 0; n < sizes[m]; ++n)
            write(m, n, words[m][n]);

    bench->go = 1;
    bench->eval();
    while (!bench->taken && limit-- > 0) {
        tick();
        bench->eval();
    }
    long cycles = 0;
    bool done = false;
    for (; !done && cycles < limit; ++cycles) {
        bench->eval();
        done = bench->done;
        *result = bench->result;
        tick();
        // The arguments count when they are taken, and no longer.
        bench->go = 0;
        bench->we = cycles < scalars;
        bench->sel = 255;
        bench->at = static_cast<unsigned>(cycles);
        bench->data = ~held[cycles < scalars ? cycles : 0];
        bench->eval();
    }
    bench->we = 0;
    for (int n = 0; n < 32; ++n) // what it still has to write
        tick();
    for (int m = 0; m < memories; ++m)
        for (long n = 0; written[m] && n < sizes[m]; ++n) {
            bench->sel = m;
            bench->at = n;
            bench->eval();
            words[m][n] = static_cast<int64_t>(bench->word << (64 - bits[m])) >> (64 - bits[m]);
        }
    return bench->bad ? -1 : done ? cycles : 0;
}
