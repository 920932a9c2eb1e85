// What goes wrong on the simulated network, from a seed; and what others send on it.
// SPDX-License-Identifier: Apache-2.0
#ifndef ORB_ETHERNET_FAULTS_H
#define ORB_ETHERNET_FAULTS_H

#include "packet.h"

#include <map>
#include <random>
#include <string>

namespace ethernet
{

// A frame, and how much later it comes.
struct Arrival {
    Frame frame;
    uint64_t delay; // picoseconds
};

class Faults
{
  public:
    // Reads the environment ORB_NET_*; ends the process if a value is not a number.
    Faults();

    // What becomes of a frame: nothing, one, or two.
    std::vector<Arrival> strike(const Frame &frame);

    // A frame of somebody else, to the board; `seen` is a datagram of a real host.
    Frame foreign(const Place &board, const Mac &mac, const Datagram &seen);

    // Picoseconds until the next foreign frame; the largest number if there are none.
    uint64_t next_foreign();

    const std::map<std::string, uint64_t> &count() const
    {
        return counted;
    }

  private:
    bool chance(const char *kind, double probability);
    uint64_t below(uint64_t limit);
    Frame damage(Frame frame);

    std::mt19937_64 random;
    double lose, twice, delay, swap, damaged, cut, flood;
    std::map<std::string, uint64_t> counted;
};

} // namespace ethernet

#endif
