/* Elements from files.
 * SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK ((size_t)1 << 16)

bool elements_read(infile *file, const dtype *type, bool swap, double *values, size_t count)
{
    const size_t parts = dtype_is_complex(type) ? 2 : 1;
    unsigned char *bytes = malloc((count < CHUNK ? count : CHUNK) * type->size);
    bool good = bytes || fail_memory(infile_path(file));

    for (size_t done = 0, part; good && done < count; done += part) {
        part = count - done < CHUNK ? count - done : CHUNK;
        good = infile_read(file, bytes, part * type->size);
        if (good)
            dtype_decode(type, bytes, swap, values + parts * done, part);
    }
    free(bytes);
    return good;
}

/* Each number is hashed with its place by the finalizer of MurmurHash3. */
uint64_t elements_fingerprint(const double *values, uint64_t first, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        bits ^= (first + i + 1) * 0x9e3779b97f4a7c15u;
        bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdu;
        bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53u;
        sum += bits ^ bits >> 33;
    }
    return sum;
}
