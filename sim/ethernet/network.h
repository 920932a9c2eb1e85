// The network between a simulated board and the programs of this computer: frames here, datagrams of a real socket
// there.
// SPDX-License-Identifier: Apache-2.0
#ifndef ORB_ETHERNET_NETWORK_H
#define ORB_ETHERNET_NETWORK_H

#include "faults.h"

namespace ethernet
{

// Addresses of the simulated network are those of the loopback, 127.0.0.0/8, so each address of a board and of a
// program is that of a real socket.
class Network
{
  public:
    // port: of the real socket, which stands for that of all boards
    explicit Network(uint16_t port);
    ~Network();

    // Sends what the programs have sent since to the board.
    void collect();
    // Runs until that time, or until a datagram has been delivered to a program. True if one was.
    bool run(uint64_t until);

    uint64_t now() const
    {
        return phy.now();
    }
    int file() const
    {
        return socket_file;
    }
    void report(const char *path) const;

  private:
    struct Delivery {
        uint64_t time;
        Frame frame;
    };
    void take(const Frame &frame);
    bool deliver(const Frame &frame);
    void to_board(const Frame &frame);
    void ask_for(uint32_t ip);

    Phy phy;
    Faults faults;
    int socket_file;
    int mirror;                       // see loopback.h
    std::vector<Delivery> deliveries; // to the programs, in the order of their times
    std::map<uint32_t, Mac> boards;   // addresses that are known
    std::vector<Datagram> held;       // until the address of the board is known
    Datagram seen;                    // the last one of a program
    Mac seen_mac{};
    uint64_t foreign_time, asked_time = 0;
    uint64_t to_board_count = 0, to_host_count = 0, bytes_to_board = 0, bytes_to_host = 0, bad = 0;
};

} // namespace ethernet

#endif
