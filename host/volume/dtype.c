/* Element types of files, and their conversion from and to double.
 * SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { U8, U16, U32, U64, I8, I16, I32, I64, F16, F32, F64, C64, C128 };

static const dtype types[] = {
    [U8] = {"uint8", 'u', 1},         [U16] = {"uint16", 'u', 2},  [U32] = {"uint32", 'u', 4},
    [U64] = {"uint64", 'u', 8},       [I8] = {"int8", 'i', 1},     [I16] = {"int16", 'i', 2},
    [I32] = {"int32", 'i', 4},        [I64] = {"int64", 'i', 8},   [F16] = {"float16", 'f', 2},
    [F32] = {"float32", 'f', 4},      [F64] = {"float64", 'f', 8}, [C64] = {"complex64", 'c', 8},
    [C128] = {"complex128", 'c', 16},
};

#define TYPE_COUNT (sizeof types / sizeof *types)

const dtype *dtype_named(const char *name)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (!strcmp(types[i].name, name))
            return &types[i];
    return NULL;
}

const dtype *dtype_find(char letter, unsigned size)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (types[i].letter == letter && types[i].size == size)
            return &types[i];
    return NULL;
}

const dtype *dtype_of_code(const dtype_code *table, int code)
{
    while (table->name && table->code != code)
        table++;
    return table->name ? dtype_named(table->name) : NULL;
}

int dtype_code_of(const dtype_code *table, const dtype *type)
{
    while (table->name && strcmp(table->name, type->name))
        table++;
    return table->name ? table->code : -1;
}

const char *dtype_names(void)
{
    return "uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float32 float64 complex64 complex128";
}

bool dtype_is_integer(const dtype *type)
{
    return type->letter == 'i' || type->letter == 'u';
}

bool dtype_is_complex(const dtype *type)
{
    return type->letter == 'c';
}

/* The index in types of the elements' parts: of the elements themselves if they are real. */
static int part_of(const dtype *type)
{
    return type == &types[C64] ? F32 : type == &types[C128] ? F64 : (int)(type - types);
}

bool host_is_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

/* ---- float16, which C11 has no type for ---- */

static double half_decode(uint16_t bits)
{
    int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
    double magnitude;
    if (exponent == 31)
        magnitude = mantissa ? NAN : INFINITY;
    else if (exponent == 0)
        magnitude = ldexp(mantissa, -24);
    else
        magnitude = ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

static uint16_t half_encode(double value, size_t *clipped)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double magnitude = fabs(value);
    int exponent;
    long mantissa;
    if (isnan(value))
        return 0x7e00;
    if (isinf(value))
        return sign | 0x7c00;
    if (magnitude >= 65520.0) { /* from here on it would round to infinity */
        ++*clipped;
        return sign | 0x7bff;
    }
    exponent = magnitude < 0x1p-14 ? -14 : ilogb(magnitude);
    mantissa = lrint(ldexp(magnitude, 10 - exponent));
    /* One sum for all: 1024 in the mantissa steps the exponent, as do 2048 from rounding up; a subnormal has less. */
    return sign | (uint16_t)((exponent + 14) * 1024L + mantissa);
}

/* ---- all types ---- */

/* Copies one element, reversing its bytes when they are in the other order. */
static inline void load(void *element, const unsigned char *bytes, size_t size, bool swap)
{
    unsigned char ordered[8] = {0};
    if (swap) {
        for (size_t i = 0; i < size; i++)
            ordered[i] = bytes[size - 1 - i];
        bytes = ordered;
    }
    memcpy(element, bytes, size);
}

#define DECODE(ctype, convert)                                                                                         \
    for (size_t i = 0; i < count; i++) {                                                                               \
        ctype element;                                                                                                 \
        load(&element, from + i * sizeof element, sizeof element, swap);                                               \
        values[i] = convert(element);                                                                                  \
    }

void dtype_decode(const dtype *type, const void *bytes, bool swap, double *values, size_t count)
{
    const unsigned char *from = bytes;
    if (dtype_is_complex(type))
        count *= 2;
    switch (part_of(type)) {
    case U8:
        DECODE(uint8_t, (double)) break;
    case U16:
        DECODE(uint16_t, (double)) break;
    case U32:
        DECODE(uint32_t, (double)) break;
    case U64:
        DECODE(uint64_t, (double)) break;
    case I8:
        DECODE(int8_t, (double)) break;
    case I16:
        DECODE(int16_t, (double)) break;
    case I32:
        DECODE(int32_t, (double)) break;
    case I64:
        DECODE(int64_t, (double)) break;
    case F16:
        DECODE(uint16_t, half_decode) break;
    case F32:
        DECODE(float, (double)) break;
    default:
        DECODE(double, (double)) break;
    }
}

/* The limit is one above the largest, a power of two, as the largest itself need not be a double. */
#define ENCODE_INTEGER(ctype, smallest, largest, limit)                                                                \
    for (size_t i = 0; i < count; i++) {                                                                               \
        double rounded = nearbyint(values[i]);                                                                         \
        ctype element;                                                                                                 \
        if (rounded >= (double)(smallest) && rounded < (limit)) {                                                      \
            element = (ctype)rounded;                                                                                  \
        } else {                                                                                                       \
            element = rounded > 0 ? (largest) : (smallest);                                                            \
            clipped++;                                                                                                 \
        }                                                                                                              \
        memcpy(to + i * sizeof element, &element, sizeof element);                                                     \
    }

#define ENCODE_FLOAT(ctype, largest)                                                                                   \
    for (size_t i = 0; i < count; i++) {                                                                               \
        bool outside = fabs(values[i]) > (double)(largest) && isfinite(values[i]);                                     \
        ctype element = outside ? (ctype)copysign((double)(largest), values[i]) : (ctype)values[i];                    \
        clipped += outside;                                                                                            \
        memcpy(to + i * sizeof element, &element, sizeof element);                                                     \
    }

size_t dtype_encode(const dtype *type, const double *values, void *bytes, size_t count)
{
    unsigned char *to = bytes;
    size_t clipped = 0;
    if (dtype_is_complex(type))
        count *= 2;
    switch (part_of(type)) {
    case U8:
        ENCODE_INTEGER(uint8_t, 0, UINT8_MAX, 0x1p8) break;
    case U16:
        ENCODE_INTEGER(uint16_t, 0, UINT16_MAX, 0x1p16) break;
    case U32:
        ENCODE_INTEGER(uint32_t, 0, UINT32_MAX, 0x1p32) break;
    case U64:
        ENCODE_INTEGER(uint64_t, 0, UINT64_MAX, 0x1p64) break;
    case I8:
        ENCODE_INTEGER(int8_t, INT8_MIN, INT8_MAX, 0x1p7) break;
    case I16:
        ENCODE_INTEGER(int16_t, INT16_MIN, INT16_MAX, 0x1p15) break;
    case I32:
        ENCODE_INTEGER(int32_t, INT32_MIN, INT32_MAX, 0x1p31) break;
    case I64:
        ENCODE_INTEGER(int64_t, INT64_MIN, INT64_MAX, 0x1p63) break;
    case F16:
        for (size_t i = 0; i < count; i++) {
            uint16_t element = half_encode(values[i], &clipped);
            memcpy(to + i * sizeof element, &element, sizeof element);
        }
        break;
    case F32:
        ENCODE_FLOAT(float, FLT_MAX) break;
    default:
        ENCODE_FLOAT(double, DBL_MAX) break;
    }
    return clipped;
}
