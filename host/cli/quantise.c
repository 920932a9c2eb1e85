/* Coefficients as small integers, in order of frequency.
 * SPDX-License-Identifier: Apache-2.0 */
#include "quantise.h"

#include "filter.h"
#include "message.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A coefficient is q steps from q - 2/3 to q + 1/3 more than it has: near the middle of the many small ones. */
#define ROUNDING (1.0 / 3)

#define VALUE_BYTES 5 /* of the largest value, of 32 bits */

typedef struct place {
    double frequency; /* squared */
    size_t offset;
} place;

static int by_frequency(const void *left, const void *right)
{
    const place *a = left, *b = right;
    if (a->frequency != b->frequency)
        return a->frequency < b->frequency ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Lists the first points of all blocks. */
static void list_blocks(bands *b, const size_t size[3], const volume *c)
{
    size_t stride[3], slow = c->first_fastest ? 2 : 0, fast = 2 - slow, count = 0;
    volume_strides(c, stride);
    for (size_t i = 0; i < c->shape[slow]; i += size[slow])
        for (size_t j = 0; j < c->shape[1]; j += size[1])
            for (size_t k = 0; k < c->shape[fast]; k += size[fast])
                b->block[count++] = i * stride[slow] + j * stride[1] + k * stride[fast];
}

bool bands_create(bands *b, const transform_spec *spec, const volume *c)
{
    const size_t size[3] = {spec_block(spec, 0), spec_block(spec, 1), spec_block(spec, 2)};
    double *const f[3] = {frequency_table(spec, 0), frequency_table(spec, 1), frequency_table(spec, 2)};
    place *places;
    size_t stride[3];
    bool good;

    volume_strides(c, stride);
    b->positions = size[0] * size[1] * size[2];
    b->blocks = volume_count(c) / b->positions;
    b->position = malloc(b->positions * sizeof *b->position);
    b->block = malloc(b->blocks * sizeof *b->block);
    places = malloc(b->positions * sizeof *places);
    good = f[0] && f[1] && f[2] && ((b->position && b->block && places) || fail_memory(NULL));
    for (size_t p = 0; good && p < b->positions; p++) {
        const size_t k[3] = {p / (size[1] * size[2]), p / size[2] % size[1], p % size[2]};
        places[p] = (place){0, 0};
        for (int axis = 0; axis < 3; axis++) {
            places[p].frequency += f[axis][k[axis]] * f[axis][k[axis]];
            places[p].offset += k[axis] * stride[axis];
        }
    }
    if (good) {
        qsort(places, b->positions, sizeof *places, by_frequency);
        for (size_t p = 0; p < b->positions; p++)
            b->position[p] = places[p].offset;
        list_blocks(b, size, c);
    }
    free(places);
    for (int axis = 0; axis < 3; axis++)
        free(f[axis]);
    return good;
}

void bands_release(bands *b)
{
    free(b->position);
    free(b->block);
    *b = (bands){0};
}

void integers_release(integers *n)
{
    free(n->map);
    free(n->values);
    *n = (integers){0};
}

static size_t map_size(const bands *b)
{
    const size_t count = b->positions * b->blocks;
    return count / 8 + (count % 8 != 0);
}

bool quantise(const bands *b, const volume *c, double step, integers *n, volume *rounded)
{
    size_t bit = 0;
    unsigned char *to;
    *n = (integers){.map_size = map_size(b)};
    n->map = calloc(n->map_size, 1);
    to = n->values = malloc(VALUE_BYTES * volume_count(c));
    if (!n->map || !n->values)
        return fail_memory(NULL);
    for (size_t p = 0; p < b->positions; p++)
        for (size_t i = 0; i < b->blocks; i++, bit++) {
            const size_t at = b->block[i] + b->position[p];
            const double steps = floor(fabs(c->data[at]) / step + ROUNDING);
            if (steps > INT32_MAX)
                return fail("compress", "choose a lower --quality, or a smaller --block",
                            "coefficients of more than 2^31 steps");
            rounded->data[at] = copysign(steps * step, c->data[at]);
            if (steps > 0) {
                uint32_t value = 2 * (uint32_t)steps - 2 + (c->data[at] < 0);
                n->map[bit / 8] |= (unsigned char)(1u << bit % 8);
                for (; value >= 128; value >>= 7)
                    *to++ = (unsigned char)(value | 128);
                *to++ = (unsigned char)value;
            }
        }
    n->values_size = (size_t)(to - n->values);
    return true;
}

/* The next value; false if there is none. */
static bool next_value(const integers *n, size_t *at, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 7 * VALUE_BYTES && *at < n->values_size; shift += 7) {
        const unsigned char byte = n->values[(*at)++];
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

bool dequantise(const bands *b, const integers *n, double step, volume *rounded)
{
    size_t bit = 0, at = 0;
    if (n->map_size != map_size(b))
        return false;
    for (size_t p = 0; p < b->positions; p++)
        for (size_t i = 0; i < b->blocks; i++, bit++) {
            uint64_t value = 0;
            const bool present = n->map[bit / 8] >> bit % 8 & 1;
            if (present && !next_value(n, &at, &value))
                return false;
            rounded->data[b->block[i] + b->position[p]] =
                present ? (value % 2 ? -step : step) * (double)(value / 2 + 1) : 0;
        }
    return at == n->values_size;
}
