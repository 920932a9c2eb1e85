/* Elements from files.
 * SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include "message.h"

#include <stdlib.h>

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
