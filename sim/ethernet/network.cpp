// The network between a simulated board and the programs of this computer.
// SPDX-License-Identifier: Apache-2.0
#include "network.h"

#include "loopback.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cstdio>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace ethernet
{

namespace
{

constexpr uint64_t kLatency = 10000000; // picoseconds from a program to the wire, and back
// Picoseconds between two requests for an address. Linux waits for a second, but a second takes minutes to simulate;
// tests/host/test_udp.c has such a wait.
constexpr uint64_t kAskAgain = 20000000000;
constexpr uint32_t kLoopbackBroadcast = 0x7FFFFFFF, kBroadcast = 0xFFFFFFFF;
constexpr size_t kHeld = 64;
constexpr uint16_t kBoardPort = 18514;

[[noreturn]] void fail(const char *what)
{
    std::perror(what);
    std::exit(1);
}

sockaddr_in name_of(const Place &place)
{
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(place.ip);
    name.sin_port = htons(place.port);
    return name;
}

// A datagram with the address to which it was sent, or from which it is sent.
struct Message {
    uint8_t data[65536];
    alignas(cmsghdr) uint8_t control[CMSG_SPACE(sizeof(in_pktinfo))];
    sockaddr_in other{};
    iovec part{data, sizeof data};
    msghdr header{};

    Message()
    {
        header.msg_name = &other;
        header.msg_namelen = sizeof other;
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = sizeof control;
        std::memset(control, 0, sizeof control);
    }
};

} // namespace

Network::Network(uint16_t port)
    : socket_file(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)), mirror(loopback_open()),
      foreign_time(faults.next_foreign())
{
    const int yes = 1, room = 4 << 20;
    const sockaddr_in name = name_of({INADDR_ANY, port});
    if (socket_file < 0 || setsockopt(socket_file, IPPROTO_IP, IP_PKTINFO, &yes, sizeof yes) ||
        bind(socket_file, reinterpret_cast<const sockaddr *>(&name), sizeof name) || mirror < 0)
        fail("the socket of the simulated network");
    setsockopt(socket_file, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
}

Network::~Network()
{
    close(socket_file);
    close(mirror);
}

void Network::to_board(const Frame &frame)
{
    to_board_count++;
    bytes_to_board += frame.size();
    for (const Arrival &one : faults.strike(frame))
        phy.send(one.frame, now() + kLatency + one.delay);
}

void Network::ask_for(uint32_t ip)
{
    asked_time = now();
    to_board(write(Arp{false, mac_of(seen.from.ip), {}, seen.from.ip, ip}));
}

void Network::collect()
{
    static Message m;
    for (;;) {
        m.header.msg_controllen = sizeof m.control;
        const ssize_t length = recvmsg(socket_file, &m.header, 0);
        if (length < 0)
            return;
        in_pktinfo info{};
        for (cmsghdr *c = CMSG_FIRSTHDR(&m.header); c; c = CMSG_NXTHDR(&m.header, c))
            if (c->cmsg_type == IP_PKTINFO)
                std::memcpy(&info, CMSG_DATA(c), sizeof info);
        uint32_t to = ntohl(info.ipi_addr.s_addr);
        to = to == kLoopbackBroadcast ? kBroadcast : to;
        seen = {{ntohl(m.other.sin_addr.s_addr), ntohs(m.other.sin_port)}, {to, kBoardPort}, {m.data, m.data + length}};
        if (to == kBroadcast)
            to_board(write(seen, mac_of(seen.from.ip), kEverybody));
        else if (boards.count(to))
            to_board(write(seen, mac_of(seen.from.ip), seen_mac = boards[to]));
        else {
            if (held.size() < kHeld)
                held.push_back(seen);
            if (!asked_time)
                ask_for(to);
        }
    }
}

bool Network::deliver(const Frame &frame)
{
    static Message m;
    const auto datagram = intact(frame) ? read_datagram(frame) : std::nullopt;
    const Mac to = datagram ? mac_of(datagram->to.ip) : Mac{};
    if (!intact(frame) || (datagram && !std::equal(to.begin(), to.end(), frame.begin()))) {
        bad++;
        return false;
    }
    if (!datagram || datagram->from.port != kBoardPort || datagram->data.size() > sizeof m.data)
        return false;
    m.other = name_of(datagram->to);
    m.part.iov_len = datagram->data.size();
    std::copy(datagram->data.begin(), datagram->data.end(), m.data);
    m.header.msg_controllen = sizeof m.control;
    cmsghdr *c = CMSG_FIRSTHDR(&m.header);
    in_pktinfo info{};
    info.ipi_spec_dst.s_addr = htonl(datagram->from.ip);
    c->cmsg_level = IPPROTO_IP;
    c->cmsg_type = IP_PKTINFO;
    c->cmsg_len = CMSG_LEN(sizeof info);
    std::memcpy(CMSG_DATA(c), &info, sizeof info);
    const cpu_set_t usual = loopback_stay();
    const bool sent = sendmsg(socket_file, &m.header, 0) >= 0; // nobody may listen there any more
    if (!loopback_settle(mirror, usual))
        fail("the loopback");
    to_host_count += sent;
    bytes_to_host += sent ? frame.size() : 0;
    return sent;
}

// A frame of the board: the network answers ARP, and delivers the rest later.
void Network::take(const Frame &frame)
{
    for (const Arrival &one : faults.strike(frame)) {
        const auto arp = intact(one.frame) ? read_arp(one.frame) : std::nullopt;
        if (!arp) {
            const uint64_t time = now() + kLatency + one.delay;
            const auto at =
                std::find_if(deliveries.begin(), deliveries.end(), [&](const Delivery &d) { return d.time > time; });
            deliveries.insert(at, {time, one.frame});
        } else if (arp->reply) {
            boards[arp->from_ip] = arp->from_mac;
            asked_time = 0;
            for (const Datagram &waiting : std::exchange(held, {}))
                if (waiting.to.ip == arp->from_ip)
                    to_board(write(waiting, mac_of(waiting.from.ip), seen_mac = arp->from_mac));
        } else if (arp->to_ip >> 16 == 0x7F00) { // computers of this network
            to_board(write(Arp{true, mac_of(arp->to_ip), arp->from_mac, arp->to_ip, arp->from_ip}));
        }
    }
}

bool Network::run(uint64_t until)
{
    bool delivered = false;
    while (!delivered && now() < until) {
        uint64_t next = std::min(until, foreign_time);
        if (!deliveries.empty())
            next = std::min(next, std::max(deliveries.front().time, now() + 1));
        if (asked_time)
            next = std::min(next, std::max(asked_time + kAskAgain, now() + 1));
        if (const auto frame = phy.run(next))
            take(*frame);
        while (!deliveries.empty() && deliveries.front().time <= now()) {
            const Frame frame = deliveries.front().frame;
            deliveries.erase(deliveries.begin());
            delivered = deliver(frame) || delivered;
        }
        if (asked_time && now() >= asked_time + kAskAgain && !held.empty())
            ask_for(held.front().to.ip);
        else if (held.empty())
            asked_time = 0;
        if (now() >= foreign_time) {
            foreign_time += faults.next_foreign();
            if (!seen.data.empty() && seen.to.ip != kBroadcast)
                phy.send(faults.foreign(seen.to, seen_mac, seen), now());
        }
    }
    return delivered;
}

void Network::report(const char *path) const
{
    FILE *file = std::fopen(path, "w");
    if (!file)
        fail(path);
    std::fprintf(file, "{\"microseconds\": %.3f, \"cycles\": %llu, \"to_board\": %llu, \"to_host\": %llu, ",
                 static_cast<double>(now()) / 1e6, static_cast<unsigned long long>(phy.cycles()),
                 static_cast<unsigned long long>(to_board_count), static_cast<unsigned long long>(to_host_count));
    std::fprintf(file, "\"bytes_to_board\": %llu, \"bytes_to_host\": %llu, \"bad\": %llu",
                 static_cast<unsigned long long>(bytes_to_board), static_cast<unsigned long long>(bytes_to_host),
                 static_cast<unsigned long long>(bad));
    std::fprintf(file, ", \"clock_hz\": %llu, \"rate_to_board\": %.0f, \"rate_to_host\": %.0f, \"rate_both\": %.0f",
                 static_cast<unsigned long long>(BOARD_CLOCK_HZ), phy.rates().most(Meter::kToBoard),
                 phy.rates().most(Meter::kToHost), phy.rates().most_both());
    for (const auto &[kind, count] : faults.count())
        std::fprintf(file, ", \"%s\": %llu", kind.c_str(), static_cast<unsigned long long>(count));
    std::fprintf(file, "}\n");
    std::fclose(file);
}

} // namespace ethernet
