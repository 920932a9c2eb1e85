// Operands for floating-point arithmetic that are likely to find a fault.
// SPDX-License-Identifier: Apache-2.0
#ifndef FLOAT_VECTORS_H
#define FLOAT_VECTORS_H

#include <vector>

#include "float_exact.h"

struct Operands {
    uint32_t a, x, c;
};

class Vectors
{
  public:
    Vectors(Format sum, Format factor, uint64_t seed);

    // Every combination of zeros, ends of the ranges, ones, infinities and NaNs, of either sign.
    std::vector<Operands> special() const;

    // One of the hard kinds, or any bits: cancellation, a product near half a last place of the addend, results near
    // the least and the largest numbers, a special value.
    Operands hard();

    // Factors whose products stay in the middle of the range, for long sums.
    Operands moderate();

    // A sum to be narrowed: near a tie of the format of the factors, anywhere in and around its range; or any bits.
    uint32_t wide();

    // 0 .. n-1
    uint32_t below(uint32_t n);

  private:
    Format sum, factor;
    uint64_t state;

    uint64_t bits();
    uint32_t fraction(Format format);
    uint32_t number(Format format, int exponent);
    void factors(int exponent, Operands &o);
    static std::vector<uint32_t> specials(Format format);
    uint32_t any(Format format);
};

#endif
