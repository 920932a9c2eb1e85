/* Files of compressed volumes: a mark, the length of a text, the text (JSON), the sections, the CRC-32 of all that.
 * SPDX-License-Identifier: Apache-2.0 */
#include "container.h"

#include "infile.h"
#include "message.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#define MARK "\x89ORB\r\n\x1a\n" /* as in PNG, of which transfer as text spoils one letter or another */
#define MARK_SIZE 8
#define NUMBER_SIZE 4 /* of a number beside the text, its low byte first */
#define VERSION 1
#define LEVEL 19 /* of zstd: the best that costs no more memory to read */

#define RATIO 32768 /* zstd cannot do better than 128 KiB from four bytes */

static const char *const names[SECTIONS] = {"header", "map", "values"};

bool container_damaged(const char *path)
{
    return fail(path, "get it again from where it came from", "damaged or cut short");
}

void sections_release(section plain[SECTIONS])
{
    for (int i = 0; i < SECTIONS; i++) {
        free(plain[i].bytes);
        plain[i] = (section){0};
    }
}

static void put_number(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < NUMBER_SIZE; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static uint32_t get_number(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t check_sum(const unsigned char *bytes, size_t size)
{
    return (uint32_t)crc32_z(crc32_z(0, NULL, 0), bytes, size);
}

/* ---- writing ---- */

static bool compress_section(const section *plain, section *packed)
{
    const size_t bound = ZSTD_compressBound(plain->size);
    packed->bytes = malloc(bound);
    if (!packed->bytes)
        return fail_memory(NULL);
    packed->size = ZSTD_compress(packed->bytes, bound, plain->bytes, plain->size, LEVEL);
    return !ZSTD_isError(packed->size) || fail("zstd", NULL, "%s", ZSTD_getErrorName(packed->size));
}

/* The text of a file; NULL when memory ran out. */
static char *text_of(const json_t *about, const section plain[SECTIONS], const section packed[SECTIONS])
{
    json_t *content = json_copy((json_t *)about), *sizes = json_object();
    char *text = NULL;
    bool good = content && sizes && !json_object_set_new(content, "version", json_integer(VERSION));
    for (int i = 0; good && i < SECTIONS; i++)
        good = !json_object_set_new(sizes, names[i],
                                    json_pack("[II]", (json_int_t)packed[i].size, (json_int_t)plain[i].size));
    if (good && !json_object_set(content, "sections", sizes))
        text = json_dumps(content, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(sizes);
    json_decref(content);
    return text;
}

unsigned char *container_pack(const json_t *about, const section plain[SECTIONS], size_t *size)
{
    section packed[SECTIONS] = {{0}};
    unsigned char *file = NULL, *to;
    char *text = NULL;
    bool good = true;

    for (int i = 0; good && i < SECTIONS; i++)
        good = compress_section(&plain[i], &packed[i]);
    if (good && !(text = text_of(about, plain, packed)))
        good = fail_memory(NULL);
    if (good) {
        *size = MARK_SIZE + NUMBER_SIZE + strlen(text) + NUMBER_SIZE;
        for (int i = 0; i < SECTIONS; i++)
            *size += packed[i].size;
        to = file = malloc(*size);
        good = file || fail_memory(NULL);
    }
    if (good) {
        memcpy(to, MARK, MARK_SIZE);
        put_number(to + MARK_SIZE, (uint32_t)strlen(text));
        to += MARK_SIZE + NUMBER_SIZE;
        memcpy(to, text, strlen(text));
        to += strlen(text);
        for (int i = 0; i < SECTIONS; i++) {
            memcpy(to, packed[i].bytes, packed[i].size);
            to += packed[i].size;
        }
        put_number(to, check_sum(file, (size_t)(to - file)));
    }
    free(text);
    sections_release(packed);
    return file;
}

/* ---- reading ---- */

/* All bytes of a file; NULL on failure, which is reported. */
static unsigned char *read_file(const char *path, size_t *size)
{
    infile *file = infile_open(path, INFILE_BY_NAME);
    unsigned char *bytes = NULL;
    bool good = file;
    if (good && infile_compressed(file))
        good = fail(path, "unpack it first", "is compressed with gzip");
    if (good) {
        *size = (size_t)infile_limit(file);
        bytes = malloc(*size);
        good = bytes ? infile_read(file, bytes, *size) : fail_memory(path);
    }
    infile_close(file);
    if (!good) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

/* The text, and where the sections begin; NULL on failure, which is reported. */
static json_t *read_text(const char *path, const unsigned char *file, size_t size, size_t *sections)
{
    const size_t least = MARK_SIZE + NUMBER_SIZE + NUMBER_SIZE;
    json_t *content = NULL;
    size_t length;
    if (size < MARK_SIZE || memcmp(file, MARK, MARK_SIZE)) {
        fail(path, "give a file that orbital compress wrote", "is not a compressed volume");
        return NULL;
    }
    if (size >= least && check_sum(file, size - NUMBER_SIZE) == get_number(file + size - NUMBER_SIZE)) {
        length = get_number(file + MARK_SIZE);
        if (length <= size - least)
            content = json_loadb((const char *)file + MARK_SIZE + NUMBER_SIZE, length, 0, NULL);
        *sections = MARK_SIZE + NUMBER_SIZE + length;
    }
    if (!content)
        container_damaged(path);
    return content;
}

/* Decompresses a section of a known size. */
static bool expand_section(const char *path, const unsigned char *packed, size_t packed_size, section *plain)
{
    plain->bytes = plain->size <= (packed_size + 1) * (uint64_t)RATIO ? malloc(plain->size + 1) : NULL;
    if (!plain->bytes)
        return plain->size <= (packed_size + 1) * (uint64_t)RATIO ? fail_memory(path) : container_damaged(path);
    return ZSTD_decompress(plain->bytes, plain->size, packed, packed_size) == plain->size || container_damaged(path);
}

json_t *container_read(const char *path, section plain[SECTIONS])
{
    size_t size = 0, at = 0;
    unsigned char *file = read_file(path, &size);
    json_t *content = file ? read_text(path, file, size, &at) : NULL;
    json_int_t version = 0, packed, unpacked;
    bool good = content;

    if (good && (json_unpack(content, "{s:I}", "version", &version) || version != VERSION))
        good = fail(path, "use the orbital that wrote it", "is of a version that is unknown here");
    for (int i = 0; good && i < SECTIONS; i++) {
        good = (!json_unpack(content, "{s:{s:[II]}}", "sections", names[i], &packed, &unpacked) && packed >= 0 &&
                unpacked >= 0 && (uint64_t)packed <= size - NUMBER_SIZE - at) ||
               container_damaged(path);
        if (good) {
            plain[i].size = (size_t)unpacked;
            good = expand_section(path, file + at, (size_t)packed, &plain[i]);
            at += (size_t)packed;
        }
    }
    free(file);
    if (!good) {
        json_decref(content);
        content = NULL;
    }
    return content;
}
