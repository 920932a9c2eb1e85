/* Reads bytes of the fuzzer as a file of the format that the program's name ends in.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of a raw file the bytes before the first 0 are the record beside it. */
#define _GNU_SOURCE /* basename */

#include "trip.h"

#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Of the process; the fuzzer calls from one thread. */
static const char *ending;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    ending = strchr(basename((*argv)[0]), '.');
    require(ending);
    trip_begin(ending, ending);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const uint8_t *end = strcmp(ending, ".raw") ? NULL : size ? memchr(bytes, 0, size) : NULL;
    const size_t record = end ? (size_t)(end - bytes) : 0;

    if (end) {
        trip_write(trip_record, bytes, record);
        bytes += record + 1;
        size -= record + 1;
    }
    trip_write(trip_in, bytes, size);
    trip_run(NULL, false, true);
    return 0;
}
