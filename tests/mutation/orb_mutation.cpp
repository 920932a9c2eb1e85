// What a core with faults in it asks of its surroundings: which fault acts, and an end to waiting for it.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

extern "C" int orb_mutation()
{
    const char *number = std::getenv("ORB_MUTATION");
    return number != nullptr ? std::atoi(number) : 0;
}

// Called after more cycles than any program takes: the host waits for an answer that never comes.
extern "C" void orb_mutant_hangs()
{
    std::puts("no answer");
    std::fflush(stdout);
    std::_Exit(EXIT_FAILURE);
}
