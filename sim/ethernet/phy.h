// A PHY at the RGMII pins of a board's Verilated top: clocks the board, and moves whole Ethernet frames.
// SPDX-License-Identifier: Apache-2.0
#ifndef ORB_ETHERNET_PHY_H
#define ORB_ETHERNET_PHY_H

#include "meter.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace ethernet
{

// From the destination's address to the checksum (FCS).
using Frame = std::vector<uint8_t>;

constexpr uint64_t kByteTime = 8000; // picoseconds of a byte on the wire

class Phy
{
  public:
    Phy();
    ~Phy();

    uint64_t now() const; // picoseconds since the board was switched on
    uint64_t cycles() const;

    // Goes to the board when the wire is free, at `time` or later.
    void send(const Frame &frame, uint64_t time);
    // Bytes of the frames that have not begun to go to the board.
    size_t waiting() const;
    const Meter &rates() const
    {
        return meter;
    }

    // Runs until that time, or until a frame of the board has ended.
    std::optional<Frame> run(uint64_t until);

  private:
    struct Board;
    struct Outgoing {
        uint64_t time;
        Frame frame;
    };
    void rise();
    bool fall();

    std::unique_ptr<Board> board;
    Meter meter;
    std::deque<Outgoing> queue; // to the board, in the order of their times
    Frame sending;              // with its preamble
    size_t place = 0, gap = 0;
    Frame received;
    uint8_t low = 0; // nibble
    bool receives = false, preamble = true;
};

} // namespace ethernet

#endif
