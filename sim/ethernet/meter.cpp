// The rates of the words of the streams on the wire.
// SPDX-License-Identifier: Apache-2.0
#include "meter.h"

#include <algorithm>

namespace ethernet
{

namespace
{

constexpr uint64_t kRow = 65536;
constexpr size_t kHeaders = 14 + 20 + 8;          // of Ethernet, IP and UDP
constexpr size_t kOthers = kHeaders + 10 + 4 + 4; // with those of the link, its CRC-32 and that of Ethernet
constexpr uint8_t kOperation[2] = {0x02, 0x03};   // words in with a request, words out with an answer
constexpr uint8_t kPort[2] = {18514 >> 8, 18514 & 255};
constexpr size_t kPortAt[2] = {36, 34}; // the port of the board

double rate(uint64_t bytes, uint64_t picoseconds)
{
    return 1e12 * static_cast<double>(bytes) / static_cast<double>(picoseconds);
}

} // namespace

void Meter::add(Way way, uint64_t picoseconds, const uint8_t *frame, size_t size)
{
    if (size <= kOthers || frame[kHeaders + 1] != kOperation[way] ||
        !std::equal(kPort, kPort + 2, frame + kPortAt[way]))
        return;
    const size_t length = static_cast<size_t>(frame[38] << 8 | frame[39]) + 34; // of UDP, without padding
    const uint64_t before = marks[way].empty() ? 0 : marks[way].back().bytes;
    if (length + 4 > kOthers && length <= size)
        marks[way].push_back({picoseconds, before + length + 4 - kOthers});
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
