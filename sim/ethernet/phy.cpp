// A PHY at the RGMII pins of a board's Verilated top.
// SPDX-License-Identifier: Apache-2.0
//
// RGMII 2.0 at 1 Gb/s: the low nibble of a byte with the rising edge of the clock, the high one with the falling edge.
// The simulated pins have no delays, so each value is there around the edge that samples it.
#include "phy.h"

#include BOARD_VERILATED
#include "verilated.h"

namespace ethernet
{

namespace
{

constexpr uint64_t kHalfCore = 500000000000 / BOARD_CLOCK_HZ; // picoseconds
constexpr uint64_t kHalfByte = kByteTime / 2;
constexpr size_t kPreamble = 7, kGap = 12; // bytes
constexpr uint8_t kStart = 0xD5;

} // namespace

struct Phy::Board {
    VerilatedContext context;
    std::unique_ptr<BOARD_CLASS> top;
    uint64_t core_edge = kHalfCore, wire_edge = kHalfByte, now = 0, cycles = 0;
};

Phy::Phy() : board(new Board)
{
    board->context.threads(1);
    board->top.reset(new BOARD_CLASS(&board->context));
    board->top->clk_100mhz = 0;
    board->top->eth_rx_clk = 0;
    board->top->eval();
}

Phy::~Phy()
{
    board->top->final();
}

uint64_t Phy::now() const
{
    return board->now;
}

uint64_t Phy::cycles() const
{
    return board->cycles;
}

void Phy::send(const Frame &frame, uint64_t time)
{
    auto at = queue.end();
    while (at != queue.begin() && (at - 1)->time > time)
        --at;
    queue.insert(at, {time, frame});
}

size_t Phy::waiting() const
{
    size_t bytes = 0;
    for (const Outgoing &one : queue)
        bytes += one.frame.size();
    return bytes;
}

// The clock rises: the board samples the low nibble; then the high one of the same byte follows.
void Phy::rise()
{
    BOARD_CLASS &top = *board->top;
    top.eth_rx_clk = 1;
    top.eval();
    low = top.eth_tx_ctl ? top.eth_tx_data : 0;
    receives = top.eth_tx_ctl;
    if (place < sending.size())
        top.eth_rx_data = sending[place] >> 4;
}

// The clock falls; true if a frame of the board has ended. Then the low nibble of the next byte follows.
bool Phy::fall()
{
    BOARD_CLASS &top = *board->top;
    top.eth_rx_clk = 0;
    top.eval();
    bool ended = false;
    if (receives) {
        const uint8_t byte = low | static_cast<uint8_t>(top.eth_tx_data << 4);
        if (!preamble)
            received.push_back(byte);
        else if (byte == kStart)
            preamble = false;
    } else {
        ended = !received.empty();
        preamble = true;
    }
    if (place < sending.size() && ++place == sending.size()) {
        meter.add(Meter::kToBoard, board->now, sending.data() + kPreamble + 1, sending.size() - kPreamble - 1);
        gap = kGap;
    } else if (gap > 0)
        --gap;
    if (place == sending.size() && gap == 0 && !queue.empty() && queue.front().time <= board->now) {
        sending.assign(kPreamble, 0x55);
        sending.push_back(kStart);
        sending.insert(sending.end(), queue.front().frame.begin(), queue.front().frame.end());
        queue.pop_front();
        place = 0;
    }
    const bool sends = place < sending.size();
    top.eth_rx_ctl = sends;
    top.eth_rx_data = sends ? sending[place] & 15 : 0xD; // between frames: the link is up, 1 Gb/s, full duplex
    return ended;
}

std::optional<Frame> Phy::run(uint64_t until)
{
    while (board->now < until) {
        if (board->core_edge <= board->wire_edge) {
            board->now = board->core_edge;
            board->core_edge += kHalfCore;
            board->top->clk_100mhz = !board->top->clk_100mhz;
            board->cycles += board->top->clk_100mhz;
            board->top->eval();
        } else {
            board->now = board->wire_edge;
            board->wire_edge += kHalfByte;
            if (!board->top->eth_rx_clk)
                rise();
            else if (fall()) {
                Frame frame;
                frame.swap(received);
                meter.add(Meter::kToHost, board->now, frame.data(), frame.size());
                return frame;
            }
        }
    }
    return std::nullopt;
}

} // namespace ethernet
