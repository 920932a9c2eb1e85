# Floating-point words of the array and the numbers that they stand for.
# SPDX-License-Identifier: Apache-2.0
import numpy as np


def fraction_bits(exp, bits):
    """Of a format with so many exponent bits and bits in all."""
    return bits - 1 - exp


def unit(exp, bits):
    """Largest relative error of a rounding."""
    return 2.0**-(fraction_bits(exp, bits) + 1)


def sum_format(m):
    """(exponent bits, bits) of the sums of a model."""
    return (m.exp if m.aw == m.w else 8), m.aw


def to_words(m, numbers):
    """Numbers rounded to nearest even, as words of model m, sign extended."""
    numbers = np.asarray(numbers)
    if m.exp == 5:
        return numbers.astype(np.float16).view(np.int16).astype(np.int32)
    patterns = numbers.astype(np.float32).view(np.uint32)
    if m.w == 32:
        return patterns.view(np.int32)
    wide = patterns.astype(np.uint64)  # bfloat16 is the upper half of binary32
    return ((wide + 0x7FFF + (wide >> 16 & 1)) >> 16).astype(np.uint16).view(np.int16).astype(np.int32)


def to_numbers(m, words):
    """The reverse of to_words, in double precision."""
    words = np.asarray(words, dtype=np.int32)
    if m.exp == 5:
        return words.astype(np.int16).view(np.float16).astype(float)
    return (words if m.w == 32 else words << 16).view(np.float32).astype(float)
