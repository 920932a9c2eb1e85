// The rates of the words of the streams on the wire.
// SPDX-License-Identifier: Apache-2.0
#ifndef ORB_ETHERNET_METER_H
#define ORB_ETHERNET_METER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ethernet
{

class Meter
{
  public:
    enum Way { kToBoard, kToHost };

    // A frame has passed the wire. Only the words in it count, those to the board when it answers that it has them.
    void add(Way way, uint64_t picoseconds, const uint8_t *frame, size_t size);

    // Bytes of words in a second, in the fastest 64 Kbyte in a row; 0 if there were fewer.
    double most(Way way) const;
    // The same of the slower direction, while both move words: the best 64 Kbyte to the host in a row.
    double most_both() const;

  private:
    struct Mark {
        uint64_t time, bytes; // so many have passed by then
    };
    // Calls visit(first, last) for each row of marks of a direction that is long enough.
    template <typename Visit> void visit_rows(Way way, Visit visit) const;
    uint64_t bytes_at(Way way, uint64_t time) const;

    void mark(Way way, uint64_t time, uint64_t more);

    std::array<std::vector<Mark>, 2> marks;
    std::map<uint32_t, uint64_t> sent; // bytes of words in the datagrams to the board, by their numbers
};

} // namespace ethernet

#endif
