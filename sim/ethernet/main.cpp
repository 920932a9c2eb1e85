// A simulated board on a simulated network: the process that clocks it, and the clock of the programs that talk to it.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: NAME CLOCK-SOCKET [PORT]; docs/simulated-boards.md describes its environment. It ends at the end of its input.
#include "clock.h"
#include "network.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace
{

constexpr uint64_t kPicoseconds = 1000; // of a nanosecond
constexpr uint64_t kStart = 1000000000; // nanoseconds when the board is switched on

struct Client {
    int file;
    bool waits;
    net_wait wait;
};

[[noreturn]] void fail(const char *what)
{
    std::perror(what);
    std::exit(1);
}

int listen_at(const char *path)
{
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::snprintf(name.sun_path, sizeof name.sun_path, "%s", path);
    unlink(path);
    const int file = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (file < 0 || bind(file, reinterpret_cast<const sockaddr *>(&name), sizeof name) || listen(file, 8))
        fail(path);
    return file;
}

// Picoseconds since the board was switched on.
uint64_t since(uint64_t nanoseconds)
{
    return nanoseconds > kStart ? (nanoseconds - kStart) * kPicoseconds : 0;
}

// Takes what the clients say, and new ones; waits for it if `block`. False at the end of the input.
bool attend(int listener, std::vector<Client> &clients, bool block)
{
    std::vector<pollfd> files{{STDIN_FILENO, POLLIN, 0}, {listener, POLLIN, 0}};
    for (const Client &client : clients)
        files.push_back({client.file, POLLIN, 0});
    if (poll(files.data(), files.size(), block ? -1 : 0) < 0)
        fail("poll");
    for (size_t i = clients.size(); i-- > 0;)
        if (files[i + 2].revents) {
            Client &client = clients[i];
            client.waits = recv(client.file, &client.wait, sizeof client.wait, 0) == sizeof client.wait;
            if (!client.waits) { // it has ended
                close(client.file);
                clients.erase(clients.begin() + static_cast<ptrdiff_t>(i));
            }
        }
    if (files[1].revents)
        clients.push_back({accept4(listener, nullptr, nullptr, SOCK_CLOEXEC), false, {}});
    return !files[0].revents;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        std::fprintf(stderr, "Usage: %s CLOCK-SOCKET [PORT]\n", argv[0]);
        return 2;
    }
    ethernet::Network network(static_cast<uint16_t>(argc > 2 ? std::atoi(argv[2]) : 18514));
    const int listener = listen_at(argv[1]);
    std::vector<Client> clients;
    std::puts("ready");
    std::fflush(stdout);

    bool idle = true;
    while (attend(listener, clients, idle)) {
        idle = clients.empty() ||
               !std::all_of(clients.begin(), clients.end(), [](const Client &client) { return client.waits; });
        if (idle)
            continue;
        uint64_t until = UINT64_MAX, latest = 0;
        for (const Client &client : clients) {
            until = std::min(until, client.wait.until);
            latest = std::max(latest, client.wait.now);
        }
        // What the programs have sent goes when they begin to wait.
        bool delivered = network.run(since(latest));
        network.collect();
        delivered = network.run(delivered ? since(latest) : since(std::max(until, latest))) || delivered;
        const uint64_t now = kStart + network.now() / kPicoseconds;
        for (Client &client : clients)
            if (delivered || now >= client.wait.until) {
                client.waits = false;
                if (send(client.file, &now, sizeof now, MSG_NOSIGNAL) < 0)
                    std::fprintf(stderr, "a program has ended while it waited\n");
            }
        idle = true;
    }
    if (const char *path = std::getenv("ORB_NET_REPORT"))
        network.report(path);
    unlink(argv[1]);
    return 0;
}
