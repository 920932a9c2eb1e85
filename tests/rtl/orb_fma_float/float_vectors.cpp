// Operands for floating-point arithmetic that are likely to find a fault.
// SPDX-License-Identifier: Apache-2.0
#include "float_vectors.h"

Vectors::Vectors(Format sum, Format factor, uint64_t seed) : sum(sum), factor(factor), state(seed)
{
}

// splitmix64
uint64_t Vectors::bits()
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t Vectors::below(uint32_t n)
{
    return (bits() >> 32) * n >> 32;
}

std::vector<uint32_t> Vectors::specials(Format format)
{
    const uint32_t one = (uint32_t)format.bias() << format.man, least_normal = 1u << format.man;
    std::vector<uint32_t> values = {
        0,                                // zero
        1,                                // least number
        least_normal / 2,                 // a subnormal
        least_normal - 1,                 // largest subnormal
        least_normal,                     // least normal number
        least_normal + 1,                 //
        one - 1,                          // just below one
        one,                              //
        one + 1,                          // just above one
        one + least_normal / 2,           // one and a half
        format.infinity() - 1,            // largest number
        format.infinity() - least_normal, // largest power of two
        format.infinity(),                //
        format.infinity() + 1,            // signalling NaN
        format.quiet_nan(),               //
        format.sign() - 1,                // quiet NaN with payload
    };
    const std::size_t count = values.size();
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(values[i] | format.sign());
    return values;
}

std::vector<Operands> Vectors::special() const
{
    std::vector<Operands> all;
    for (const uint32_t a : specials(sum))
        for (const uint32_t x : specials(factor))
            for (const uint32_t c : specials(factor))
                all.push_back({a, x, c});
    return all;
}

uint32_t Vectors::any(Format format)
{
    return bits() & (2 * format.sign() - 1);
}

// Any bits, or few ones, or few zeros.
uint32_t Vectors::fraction(Format format)
{
    const uint32_t mask = (1u << format.man) - 1, any = bits();
    const unsigned shift = below(format.man + 1);
    switch (below(8)) {
    case 0:
        return 0;
    case 1:
        return mask;
    case 2:
        return 1u << shift & mask;
    case 3:
        return ~(1u << shift) & mask;
    case 4:
        return any << shift & mask;
    case 5:
        return mask >> shift;
    default:
        return any & mask;
    }
}

// A number of about 2^exponent, as far as the format reaches; of either sign.
uint32_t Vectors::number(Format format, int exponent)
{
    const int field = exponent + format.bias(), most = (1 << format.exp) - 2;
    const uint32_t sign = bits() & format.sign();
    if (field < 1)
        return sign | (field < -(int)format.man ? 1 : ((1u << format.man) | fraction(format)) >> (1 - field));
    return sign | (uint32_t)(field > most ? most : field) << format.man | fraction(format);
}

// Factors with a product of about 2^exponent.
void Vectors::factors(int exponent, Operands &o)
{
    const int reach = factor.bias() + (below(4) ? 0 : factor.man); // now and then a subnormal factor
    const int low = exponent - factor.bias() > -reach ? exponent - factor.bias() : -reach;
    const int high = exponent + reach < factor.bias() ? exponent + reach : factor.bias();
    const int share = low < high ? low + (int)below(high - low + 1) : exponent / 2;
    o.x = number(factor, share);
    o.c = number(factor, exponent - share);
}

Operands Vectors::hard()
{
    const int bias = sum.bias(), man = sum.man;
    Operands o = {any(sum), any(factor), any(factor)};
    const int a_exponent = (int)((o.a & sum.infinity()) >> sum.man) - bias;

    switch (below(9)) {
    case 0: // any bits
        break;
    case 1: // cancellation, all but a few bits
        factors((int)below(2 * bias) - bias, o);
        o.a = (exact_fma(sum, factor, 0, o.x, o.c) ^ sum.sign()) ^ (bits() & ((1u << below(sum.man + 1)) - 1));
        break;
    case 2: // a product of about half a last place of the addend: ties, and traps for a second rounding
        factors(a_exponent - man - 1, o);
        break;
    case 3: // significands that overlap in part
        factors(a_exponent + (int)below(3 * man + 13) - man - 4, o);
        break;
    case 4: // subnormal results
        o.a = number(sum, 1 - bias - (int)below(man + 3));
        factors(3 - bias - (int)below(man + 8), o);
        break;
    case 5: // overflow in the rounding
        o.a = (o.a & sum.sign()) | (sum.infinity() - 1 - below(4) - (below(4) ? 0 : below(2) << man));
        factors(bias - (int)below(man + 4), o);
        break;
    case 6: // a sparse addend beside a sparse product
        o.a = number(sum, (int)below(2 * bias) - bias);
        factors((int)((o.a & sum.infinity()) >> sum.man) - bias + (int)below(3 * man + 13) - man - 4, o);
        break;
    case 7: { // a product halfway between two sums, if it is long enough, and an addend anywhere below it
        const int first = 1 + (int)below(factor.man), second = man + 1 - first;
        const uint32_t one = (uint32_t)factor.bias() << factor.man, hidden = 1u << factor.man;
        o.x = (bits() & factor.sign()) | (one + (hidden >> first));
        o.c = (bits() & factor.sign()) | (one + (second > 0 && second < 32 ? hidden >> second : 0));
        o.a = number(sum, -(int)below(3 * man));
        break;
    }
    default: { // one special value
        const std::vector<uint32_t> sums = specials(sum), words = specials(factor);
        const unsigned which = below(3);
        (which == 0   ? o.a
         : which == 1 ? o.x
                      : o.c) = which == 0 ? sums[below(sums.size())] : words[below(words.size())];
    }
    }
    return o;
}

Operands Vectors::moderate()
{
    Operands o = {number(sum, (int)below(8) - 4), 0, 0};
    o.x = number(factor, (int)below(6) - 3);
    o.c = number(factor, (int)below(6) - 5);
    return o;
}

uint32_t Vectors::wide()
{
    const unsigned cut = sum.man - factor.man;
    const int range = factor.bias() + factor.man + 4;
    const int exponent = (int)below(2 * range) - range;
    const uint32_t v = number(sum, exponent < factor.bias() + 3 ? exponent : factor.bias());
    /* a subnormal result loses more bits */
    const int deep = 1 - factor.bias() - exponent;
    const unsigned lost = cut + (deep > 0 ? deep : 0), half = lost > sum.man ? sum.man : lost;
    if (!half || below(4) == 0)
        return below(2) ? v : any(sum);
    return ((v >> half << half) | 1u << (half - 1)) + below(3) - 1;
}
