// Floating-point arithmetic by its definition: exact sums in a fixed-point number that holds any product, rounded once.
// SPDX-License-Identifier: Apache-2.0
#ifndef FLOAT_EXACT_H
#define FLOAT_EXACT_H

#include <cstdint>

// An IEEE 754 binary format: exponent and fraction bits. binary32 at most.
struct Format {
    unsigned exp, man;

    int bias() const
    {
        return (1 << (exp - 1)) - 1;
    }
    uint32_t infinity() const
    {
        return ((1u << exp) - 1) << man;
    }
    uint32_t quiet_nan() const
    {
        return infinity() | 1u << (man - 1);
    }
    uint32_t sign() const
    {
        return 1u << (exp + man);
    }
    bool is_nan(uint32_t v) const
    {
        return (v & (sign() - 1)) > infinity();
    }
    bool is_infinite(uint32_t v) const
    {
        return (v & (sign() - 1)) == infinity();
    }
    bool is_zero(uint32_t v) const
    {
        return (v & (sign() - 1)) == 0;
    }
};

// a + x*c, rounded to nearest even; any NaN comes out as the positive quiet one.
uint32_t exact_fma(Format sum, Format factor, uint32_t a, uint32_t x, uint32_t c);

// v, rounded to nearest even.
uint32_t exact_round(Format sum, Format word, uint32_t v);

#endif
