/* Reads bytes of the fuzzer as a compressed volume, as `orbital expand' does, on the engine cpu.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The first byte says what follows: 0, what a file holds, which is compressed; else the text of a file, a 0, and its
 * sections, with the lengths of the first two before them. */
#include "command.h"
#include "container.h"
#include "cursor.h"
#include "message.h"
#include "trip.h"
#include "volume.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* Bytes of a map: a transform of more points along an axis in double takes a matrix of megabytes. */
enum { MAP_LONGEST = 96 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    trip_begin(".orb", ".nii");
    return 0;
}

/* \return a file that holds these bytes, to be freed */
static uint8_t *wrap(const uint8_t *bytes, size_t size, size_t *all)
{
    uint8_t *file = malloc(ZSTD_compressBound(size));
    require(file != NULL);
    *all = ZSTD_compress(file, ZSTD_compressBound(size), bytes, size, 1);
    require(!ZSTD_isError(*all));
    return file;
}

static uint8_t *pack(const uint8_t *bytes, size_t size, size_t *all)
{
    const uint8_t *end = memchr(bytes, 0, size);
    json_t *text = end ? json_loadb((const char *)bytes, (size_t)(end - bytes), 0, NULL) : NULL;
    section plain[SECTIONS];
    uint8_t *file = NULL;
    cursor from;

    if (json_is_object(text)) {
        from = (cursor){end + 1, size - (size_t)(end + 1 - bytes)};
        plain[SECTION_HEADER].size = next(&from) | (size_t)next(&from) << 8;
        plain[SECTION_MAP].size = next(&from) % MAP_LONGEST;
        plain[SECTION_VALUES].size = from.left;
        for (int i = 0; i < SECTIONS; i++) {
            plain[i].size = plain[i].size < from.left ? plain[i].size : from.left;
            plain[i].bytes = (unsigned char *)(uintptr_t)from.at;
            from = (cursor){from.at + plain[i].size, from.left - plain[i].size};
        }
        file = container_pack(text, plain, all);
    }
    json_decref(text);
    return file;
}

/* The header of a NIfTI file may be any bytes, so that what comes out need not be a volume. */
static void expand(void)
{
    char *arguments[] = {"expand", trip_in, "-o", trip_out, "-f", "--engine", "cpu:threads=1", "--quiet", NULL};
    volume v;
    if (command_expand(sizeof arguments / sizeof *arguments - 1, arguments) == EXIT_FAILED)
        return;
    trip_loaded++;
    if (volume_load(&v, trip_out, NULL))
        trip_stored++;
    volume_release(&v);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    size_t all = 0;
    uint8_t *file = !size ? NULL : *bytes ? pack(bytes + 1, size - 1, &all) : wrap(bytes + 1, size - 1, &all);

    trip_tried++;
    if (file) {
        trip_write(trip_in, file, all);
        expand();
    }
    free(file);
    return 0;
}
