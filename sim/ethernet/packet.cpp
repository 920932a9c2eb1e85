// Ethernet frames of ARP, and of UDP over IPv4.
// SPDX-License-Identifier: Apache-2.0
#include "packet.h"

#include <algorithm>
#include <zlib.h>

namespace ethernet
{

namespace
{

constexpr size_t kHeader = 14, kIp = 20, kUdp = 8, kSum = 4, kShortest = 60;
constexpr size_t kArp = 28;
constexpr unsigned kTypeIp = 0x0800, kTypeArp = 0x0806;

void put(Frame &to, uint64_t value, unsigned bytes)
{
    for (unsigned i = bytes; i-- > 0;)
        to.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

uint32_t get(const uint8_t *from, unsigned bytes)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | from[i];
    return value;
}

void put_mac(Frame &to, const Mac &mac)
{
    to.insert(to.end(), mac.begin(), mac.end());
}

unsigned ip_sum(const uint8_t *header)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < kIp; i += 2)
        sum += get(header + i, 2);
    while (sum >> 16)
        sum = (sum & 0xFFFF) + (sum >> 16);
    return ~sum & 0xFFFF;
}

uint32_t frame_sum(const Frame &frame, size_t count)
{
    return static_cast<uint32_t>(crc32(0, frame.data(), static_cast<uInt>(count)));
}

} // namespace

Mac mac_of(uint32_t ip)
{
    Mac mac{2, 0};
    for (unsigned i = 0; i < 4; i++)
        mac[2 + i] = static_cast<uint8_t>(ip >> (24 - 8 * i));
    return mac;
}

void finish(Frame &frame)
{
    if (frame.size() < kShortest)
        frame.resize(kShortest);
    const uint32_t sum = frame_sum(frame, frame.size());
    for (unsigned i = 0; i < kSum; i++)
        frame.push_back(static_cast<uint8_t>(sum >> (8 * i)));
}

bool intact(const Frame &frame)
{
    uint32_t sum = 0;
    if (frame.size() < kShortest + kSum)
        return false;
    for (unsigned i = 0; i < kSum; i++)
        sum |= static_cast<uint32_t>(frame[frame.size() - kSum + i]) << (8 * i);
    return sum == frame_sum(frame, frame.size() - kSum);
}

Frame write(const Datagram &datagram, const Mac &from, const Mac &to)
{
    Frame frame;
    put_mac(frame, to);
    put_mac(frame, from);
    put(frame, kTypeIp, 2);
    put(frame, 0x4500, 2);
    put(frame, kIp + kUdp + datagram.data.size(), 2);
    put(frame, 0x00004000, 4); // not to be fragmented
    put(frame, 0x4011, 2);     // time to live, UDP
    put(frame, 0, 2);
    put(frame, datagram.from.ip, 4);
    put(frame, datagram.to.ip, 4);
    const unsigned sum = ip_sum(frame.data() + kHeader);
    frame[kHeader + 10] = static_cast<uint8_t>(sum >> 8);
    frame[kHeader + 11] = static_cast<uint8_t>(sum);
    put(frame, datagram.from.port, 2);
    put(frame, datagram.to.port, 2);
    put(frame, kUdp + datagram.data.size(), 2);
    put(frame, 0, 2); // no checksum
    frame.insert(frame.end(), datagram.data.begin(), datagram.data.end());
    finish(frame);
    return frame;
}

Frame write(const Arp &arp)
{
    Frame frame;
    put_mac(frame, arp.reply ? arp.to_mac : kEverybody);
    put_mac(frame, arp.from_mac);
    put(frame, kTypeArp, 2);
    put(frame, 0x0001080006040000 + (arp.reply ? 2 : 1), 8);
    put_mac(frame, arp.from_mac);
    put(frame, arp.from_ip, 4);
    put_mac(frame, arp.reply ? arp.to_mac : Mac{});
    put(frame, arp.to_ip, 4);
    finish(frame);
    return frame;
}

std::optional<Datagram> read_datagram(const Frame &frame)
{
    const uint8_t *ip = frame.data() + kHeader, *udp = ip + kIp;
    if (get(frame.data() + 12, 2) != kTypeIp || ip[0] != 0x45 || ip[9] != 0x11 || ip_sum(ip) != 0)
        return std::nullopt;
    const size_t length = get(udp + 4, 2);
    if (length < kUdp || get(ip + 2, 2) != kIp + length || kHeader + kIp + length + kSum > frame.size())
        return std::nullopt;
    return Datagram{{get(ip + 12, 4), static_cast<uint16_t>(get(udp, 2))},
                    {get(ip + 16, 4), static_cast<uint16_t>(get(udp + 2, 2))},
                    {udp + kUdp, udp + length}};
}

std::optional<Arp> read_arp(const Frame &frame)
{
    const uint8_t *arp = frame.data() + kHeader;
    static_assert(kHeader + kArp < kShortest);
    if (get(frame.data() + 12, 2) != kTypeArp || get(arp, 4) != 0x00010800 || get(arp + 4, 2) != 0x0604)
        return std::nullopt;
    Arp got{get(arp + 6, 2) == 2, {}, {}, get(arp + 14, 4), get(arp + 24, 4)};
    std::copy_n(arp + 8, 6, got.from_mac.begin());
    std::copy_n(arp + 18, 6, got.to_mac.begin());
    return got;
}

} // namespace ethernet
