// What goes wrong on the simulated network, from a seed; and what others send on it.
// SPDX-License-Identifier: Apache-2.0
#include "faults.h"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <zlib.h>

namespace ethernet
{

namespace
{

constexpr uint64_t kMicrosecond = 1000000; // picoseconds
constexpr unsigned kOpen = 5;              // operation, see docs/ethernet.md
constexpr uint64_t kDelay = 3000 * kMicrosecond, kSwap = 50 * kMicrosecond;

double number(const char *name, double otherwise, double most)
{
    const char *text = std::getenv(name);
    char *end = nullptr;
    const double value = text ? std::strtod(text, &end) : otherwise;
    if (text && (end == text || *end || !(value >= 0 && value <= most))) {
        std::fprintf(stderr, "%s=%s: not a number from 0 to %g\n", name, text, most);
        std::exit(2);
    }
    return value;
}

double probability(const char *name)
{
    return number(name, 0, 1);
}

} // namespace

Faults::Faults()
    : random(static_cast<uint64_t>(number("ORB_NET_SEED", 1, 0x1p53))), lose(probability("ORB_NET_LOSE")),
      twice(probability("ORB_NET_TWICE")), delay(probability("ORB_NET_DELAY")), swap(probability("ORB_NET_SWAP")),
      damaged(probability("ORB_NET_DAMAGE")), cut(probability("ORB_NET_CUT")), flood(number("ORB_NET_FLOOD", 0, 1e6))
{
}

bool Faults::chance(const char *kind, double probability)
{
    const bool strikes = probability > 0 && static_cast<double>(random() >> 11) * 0x1p-53 < probability;
    if (strikes)
        counted[kind]++;
    return strikes;
}

uint64_t Faults::below(uint64_t limit)
{
    return random() % limit;
}

// Some bits are inverted: on the wire, where the frame's checksum shows it, or in a switch, which makes a new one.
Frame Faults::damage(Frame frame)
{
    for (uint64_t bits = 1 + below(4); bits-- > 0;)
        frame[below(frame.size())] ^= static_cast<uint8_t>(1u << below(8));
    if (below(2)) {
        frame.resize(frame.size() - 4);
        finish(frame);
    }
    return frame;
}

std::vector<Arrival> Faults::strike(const Frame &frame)
{
    std::vector<Arrival> arrivals;
    for (int copies = chance("twice", twice) ? 2 : 1; copies-- > 0;) {
        Arrival one{frame, 0};
        if (chance("lost", lose))
            continue;
        if (chance("delayed", delay))
            one.delay += below(kDelay);
        if (chance("swapped", swap))
            one.delay += below(kSwap);
        if (chance("damaged", damaged))
            one.frame = damage(one.frame);
        if (chance("cut", cut))
            one.frame.resize(1 + below(one.frame.size()));
        arrivals.push_back(one);
    }
    return arrivals;
}

// A body with a checksum that is right.
static std::vector<uint8_t> body(std::mt19937_64 &random, unsigned operation, size_t payload)
{
    std::vector<uint8_t> bytes(10 + payload);
    for (uint8_t &byte : bytes)
        byte = static_cast<uint8_t>(random());
    bytes[1] = static_cast<uint8_t>(operation);
    const uint32_t sum = static_cast<uint32_t>(crc32(0, bytes.data(), static_cast<uInt>(bytes.size())));
    for (unsigned i = 0; i < 4; i++)
        bytes.push_back(static_cast<uint8_t>(sum >> (8 * i)));
    return bytes;
}

Frame Faults::foreign(const Place &board, const Mac &mac, const Datagram &seen)
{
    const uint32_t stranger = 0x7F010000 | static_cast<uint32_t>(1 + below(250)), other = board.ip + 7;
    const Mac from = mac_of(stranger);
    const Place source{stranger, static_cast<uint16_t>(1024 + below(60000))};
    Frame frame;
    counted["foreign"]++;
    switch (below(10)) {
    case 0: // asks for the board's address, or for another one
        return write(Arp{false, from, {}, stranger, below(2) ? board.ip : other});
    case 1: // claims the address of somebody
        return write(Arp{true, from, mac, below(2) ? seen.from.ip : stranger, board.ip});
    case 2: // another port
        return write(Datagram{source, {board.ip, static_cast<uint16_t>(below(65536))}, body(random, 0, below(1400))},
                     from, mac);
    case 3: // another address, on a switch that does not know where it is: also a copy of what a host sends to a board
        return write(below(2)
                         ? Datagram{seen.from, {other, seen.to.port}, seen.data}
                         : Datagram{source, {other, board.port}, body(random, static_cast<unsigned>(below(4)), 40)},
                     from, mac);
    case 4: // what the host sends, from somebody else; but nobody else asks to be served, as that might come first
        return write(Datagram{{stranger, seen.from.port},
                              board,
                              seen.data.size() > 1 && seen.data[1] < kOpen ? seen.data : body(random, 2, 300)},
                     from, mac);
    case 5: // requests of a stranger, but never to be served
        return write(Datagram{source, board, body(random, below(4) ? static_cast<unsigned>(below(4)) : 4, below(1400))},
                     from, mac);
    case 6: // longer than a frame may be
        return write(Datagram{source, board, body(random, 2, 1500 + below(7000))}, from, mac);
    case 7: // shorter than a header, or without a checksum
        return write(Datagram{source, board, std::vector<uint8_t>(below(30))}, from, mac);
    case 8: // headers of IP and UDP with something wrong
        frame = write(Datagram{seen.from, board, seen.data}, from, mac);
        frame[14 + below(28)] ^= static_cast<uint8_t>(1 + below(255));
        frame[42 + below(seen.data.size())] ^= 1; // so that the board takes none of the host's from another port
        frame.resize(frame.size() - 4);
        finish(frame);
        return frame;
    default: // noise
        frame.resize(1 + below(1600));
        for (uint8_t &byte : frame)
            byte = static_cast<uint8_t>(random());
        return frame;
    }
}

uint64_t Faults::next_foreign()
{
    if (flood <= 0)
        return std::numeric_limits<uint64_t>::max();
    return 1 + below(static_cast<uint64_t>(2e12 / flood)); // flood: frames a second
}

} // namespace ethernet
