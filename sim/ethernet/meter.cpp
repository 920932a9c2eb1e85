// The rates of the words of the streams on the wire.
// SPDX-License-Identifier: Apache-2.0
#include "meter.h"

#include <algorithm>

namespace ethernet
{

namespace
{

constexpr uint64_t kRow = 65536;
constexpr size_t kHeaders = 14 + 20 + 8;   // of Ethernet, IP and UDP
constexpr size_t kAround = 10 + 4;         // header and CRC-32 of the link
constexpr uint8_t kIn = 0x02, kOut = 0x03; // operations of the link
constexpr uint8_t kPort[] = {18514 >> 8, 18514 & 255};

double rate(uint64_t bytes, uint64_t picoseconds)
{
    return 1e12 * static_cast<double>(bytes) / static_cast<double>(picoseconds);
}

} // namespace

void Meter::mark(Way way, uint64_t time, uint64_t more)
{
    const uint64_t before = marks[way].empty() ? 0 : marks[way].back().bytes;
    marks[way].push_back({time, before + more});
}

void Meter::add(Way way, uint64_t picoseconds, const uint8_t *frame, size_t size)
{
    const size_t port = way == kToBoard ? 36 : 34; // where the number of the board's is
    if (size < kHeaders + kAround || !std::equal(kPort, kPort + 2, frame + port))
        return;
    const uint8_t *body = frame + kHeaders;
    const size_t length = static_cast<size_t>(frame[38] << 8 | frame[39]) - 8; // without padding
    if (length < kAround || kHeaders + length > size)
        return;
    const uint32_t number = body[6] | static_cast<uint32_t>(body[7]) << 8 | static_cast<uint32_t>(body[8]) << 16 |
                            static_cast<uint32_t>(body[9]) << 24;
    if (way == kToBoard && body[1] == kIn)
        sent[number] = length - kAround;
    else if (way == kToHost && body[1] == kOut)
        mark(kToHost, picoseconds, length - kAround);
    else if (way == kToHost && body[1] == kIn && sent.count(number))
        mark(kToBoard, picoseconds, sent.extract(number).mapped());
}

template <typename Visit> void Meter::visit_rows(Way way, Visit visit) const
{
    size_t first = 0;
    for (const Mark &last : marks[way]) {
        while (last.bytes - marks[way][first].bytes >= kRow) {
            visit(marks[way][first], last);
            first++;
        }
    }
}

double Meter::most(Way way) const
{
    double most = 0;
    visit_rows(way, [&](const Mark &first, const Mark &last) {
        most = std::max(most, rate(last.bytes - first.bytes, last.time - first.time));
    });
    return most;
}

uint64_t Meter::bytes_at(Way way, uint64_t time) const
{
    const auto after =
        std::partition_point(marks[way].begin(), marks[way].end(), [&](const Mark &mark) { return mark.time <= time; });
    return after == marks[way].begin() ? 0 : (after - 1)->bytes;
}

double Meter::most_both() const
{
    double most = 0;
    visit_rows(kToHost, [&](const Mark &first, const Mark &last) {
        const uint64_t in = bytes_at(kToBoard, last.time) - bytes_at(kToBoard, first.time);
        const uint64_t less = std::min(in, last.bytes - first.bytes);
        most = std::max(most, rate(less, last.time - first.time));
    });
    return most;
}

} // namespace ethernet
