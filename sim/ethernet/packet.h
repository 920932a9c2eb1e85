// Ethernet frames of ARP, and of UDP over IPv4.
// SPDX-License-Identifier: Apache-2.0
#ifndef ORB_ETHERNET_PACKET_H
#define ORB_ETHERNET_PACKET_H

#include "phy.h"

#include <array>

namespace ethernet
{

using Mac = std::array<uint8_t, 6>;
constexpr Mac kEverybody{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

struct Place {
    uint32_t ip;
    uint16_t port;
};

struct Datagram {
    Place from, to;
    std::vector<uint8_t> data;
};

struct Arp {
    bool reply;
    Mac from_mac, to_mac;
    uint32_t from_ip, to_ip;
};

// The address of a computer on the simulated network.
Mac mac_of(uint32_t ip);

// With padding and checksum.
Frame write(const Datagram &datagram, const Mac &from, const Mac &to);
Frame write(const Arp &arp);

// Pads to the shortest frame, and appends the checksum.
void finish(Frame &frame);

// Is the checksum right, and the frame long enough?
bool intact(const Frame &frame);

// What an intact frame contains, if it is that.
std::optional<Datagram> read_datagram(const Frame &frame);
std::optional<Arp> read_arp(const Frame &frame);

} // namespace ethernet

#endif
