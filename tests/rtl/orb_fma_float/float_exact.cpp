// Floating-point arithmetic by its definition: exact sums in a fixed-point number that holds any product, rounded once.
// SPDX-License-Identifier: Apache-2.0
#include "float_exact.h"

namespace
{

// A two's complement fixed-point number; its lowest bit is worth 2^UNIT, that of the least product in binary32.
class Exact
{
  public:
    static constexpr int UNIT = -298;

    // Adds (-1)^negative * magnitude * 2^exponent.
    void add(bool negative, uint64_t magnitude, int exponent)
    {
        const unsigned at = exponent - UNIT, word = at / 64, shift = at % 64;
        const uint64_t low = magnitude << shift, high = shift ? magnitude >> (64 - shift) : 0;
        bool carry = false;

        for (unsigned i = word; i < WORDS; ++i) {
            const uint64_t part = i == word ? low : i == word + 1 ? high : 0;
            const uint64_t before = words[i];
            words[i] = negative ? before - part - carry : before + part + carry;
            carry = negative ? before < part || (before == part && carry)
                             : words[i] < before || (words[i] == before && carry);
        }
    }

    bool is_zero() const
    {
        uint64_t any = 0;
        for (const uint64_t word : words)
            any |= word;
        return any == 0;
    }

    // The nearest number of the format, of two the even one; not for zero.
    uint32_t round(Format format) const
    {
        Exact m = *this;
        const bool negative = words[WORDS - 1] >> 63;
        if (negative)
            m.negate();

        int top = 64 * WORDS - 1;
        while (!m.bit(top))
            top -= m.words[top / 64] ? 1 : 64;

        const int least = 1 - format.bias() - (int)format.man - UNIT; // place of a subnormal's last bit
        const int last = top - (int)format.man > least ? top - (int)format.man : least;
        uint32_t significand = 0;
        for (int i = top; i >= last; --i)
            significand = significand << 1 | m.bit(i);
        if (m.bit(last - 1) && (significand & 1 || m.any_below(last - 1)))
            ++significand;

        uint32_t field = significand >> format.man ? last - least + 1 : 0;
        if (significand >> (format.man + 1)) // rounded up to the next power of two
            ++field, significand >>= 1;
        uint32_t result = field << format.man | (significand & ((1u << format.man) - 1));
        if (field >= (1u << format.exp) - 1)
            result = format.infinity();
        return result | (negative ? format.sign() : 0);
    }

  private:
    static constexpr int WORDS = 9;
    uint64_t words[WORDS] = {};

    bool bit(int i) const
    {
        return i >= 0 && words[i / 64] >> i % 64 & 1;
    }

    bool any_below(int i) const
    {
        for (int word = 0; word < i / 64; ++word)
            if (words[word])
                return true;
        return i > 0 && words[i / 64] & ((UINT64_C(1) << i % 64) - 1);
    }

    void negate()
    {
        bool carry = true;
        for (uint64_t &word : words) {
            word = ~word + carry;
            carry = carry && !word;
        }
    }
};

uint32_t significand(Format format, uint32_t v)
{
    const uint32_t hidden = 1u << format.man;
    return (v & (hidden - 1)) | (v & format.infinity() ? hidden : 0);
}

// Exponent of the last bit.
int exponent(Format format, uint32_t v)
{
    const int field = (v & format.infinity()) >> format.man;
    return (field ? field : 1) - format.bias() - (int)format.man;
}

} // namespace

uint32_t exact_fma(Format sum, Format factor, uint32_t a, uint32_t x, uint32_t c)
{
    const bool product_negative = !(x & factor.sign()) != !(c & factor.sign());
    const bool a_negative = a & sum.sign();
    const bool infinite = factor.is_infinite(x) || factor.is_infinite(c);

    if (factor.is_nan(x) || factor.is_nan(c) || sum.is_nan(a))
        return sum.quiet_nan();
    if (infinite) {
        const bool invalid = factor.is_zero(x) || factor.is_zero(c);
        if (invalid || (sum.is_infinite(a) && a_negative != product_negative))
            return sum.quiet_nan();
        return sum.infinity() | (product_negative ? sum.sign() : 0);
    }
    if (sum.is_infinite(a))
        return a;

    Exact exact;
    exact.add(product_negative, (uint64_t)significand(factor, x) * significand(factor, c),
              exponent(factor, x) + exponent(factor, c));
    exact.add(a_negative, significand(sum, a), exponent(sum, a));
    if (exact.is_zero())
        return product_negative && a_negative ? sum.sign() : 0;
    return exact.round(sum);
}

uint32_t exact_round(Format sum, Format word, uint32_t v)
{
    const uint32_t sign = v & sum.sign() ? word.sign() : 0;

    if (sum.is_nan(v))
        return word.quiet_nan();
    if (sum.is_infinite(v))
        return word.infinity() | sign;
    if (sum.is_zero(v))
        return sign;
    Exact exact;
    exact.add(sign, significand(sum, v), exponent(sum, v));
    return exact.round(word);
}
