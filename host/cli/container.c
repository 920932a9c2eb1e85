/* Files of compressed volumes: a zstd frame with a check sum, of a line of JSON and the sections after it.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "container.h"

#include "infile.h"
#include "message.h"
#include "record_text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define VERSION 2
#define LEVEL 19    /* of zstd: the best that costs no more memory to read */
#define RATIO 32768 /* zstd cannot do better than 128 KiB from four bytes */

static const char *const names[SECTIONS] = {"header", "map", "values"};

bool container_damaged(const char *path)
{
    return fail(path, "obtain the file again", "damaged or truncated");
}

/* ---- writing ---- */

static unsigned char *compress(const void *bytes, size_t count, size_t *size)
{
    const size_t room = ZSTD_compressBound(count);
    unsigned char *file = malloc(room);
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    bool good = file && zstd;

    if (good) {
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
        *size = ZSTD_compress2(zstd, file, room, bytes, count);
        good = !ZSTD_isError(*size) || fail("zstd", NULL, "%s", ZSTD_getErrorName(*size));
    } else {
        fail_memory(NULL);
    }
    ZSTD_freeCCtx(zstd);
    if (good)
        return file;
    free(file);
    return NULL;
}

unsigned char *container_pack(const json_t *about, const section plain[SECTIONS], size_t *size)
{
    json_t *content = json_copy((json_t *)about), *sizes = json_object();
    char *all = NULL;
    size_t total = 0;
    unsigned char *file = NULL;
    FILE *to = open_memstream(&all, &total);
    bool good = to;

    for (int i = 0; i < SECTIONS; i++)
        good = !json_object_set_new(sizes, names[i], json_integer((json_int_t)plain[i].size)) && good;
    good = !json_object_set_new(content, "version", json_integer(VERSION)) &&
           !json_object_set(content, "sections", sizes) && good &&
           !json_dumpf(content, to, JSON_COMPACT | JSON_REAL_PRECISION(17)) && fputc('\n', to) != EOF;
    for (int i = 0; good && i < SECTIONS; i++)
        good = !plain[i].size || fwrite(plain[i].bytes, plain[i].size, 1, to) == 1;
    good = to && !fclose(to) && good;
    if (good)
        file = compress(all, total, size);
    else
        fail_memory(NULL);
    json_decref(sizes);
    json_decref(content);
    free(all);
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
        good = fail(path, "give a file that orbital compress wrote", "is not a compressed volume");
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

/* What a file holds; NULL on failure, which is reported. */
static unsigned char *decompress(const char *path, const unsigned char *file, size_t size, size_t *held)
{
    const unsigned long long claimed = ZSTD_getFrameContentSize(file, size);
    unsigned char *plain = NULL;

    *held = (size_t)claimed;
    if (claimed == ZSTD_CONTENTSIZE_ERROR || claimed == ZSTD_CONTENTSIZE_UNKNOWN)
        fail(path, "give a file that orbital compress wrote", "is not a compressed volume");
    else if (claimed / RATIO > size)
        container_damaged(path);
    else if (!(plain = malloc(*held + 1)))
        fail_memory(path);
    else if (ZSTD_decompress(plain, *held, file, size) != *held) {
        container_damaged(path);
        free(plain);
        plain = NULL;
    }
    return plain;
}

/* Finds the sections. \param from  the first byte after the text \param left  bytes from there on */
static bool find_sections(const char *path, const json_t *content, unsigned char *from, size_t left,
                          section plain[SECTIONS])
{
    json_int_t size[SECTIONS];

    if (json_unpack((json_t *)content, "{s:{s:I, s:I, s:I !}}", "sections", names[SECTION_HEADER],
                    &size[SECTION_HEADER], names[SECTION_MAP], &size[SECTION_MAP], names[SECTION_VALUES],
                    &size[SECTION_VALUES]))
        return container_damaged(path);
    for (int i = 0; i < SECTIONS; i++) {
        if (size[i] < 0 || (uint64_t)size[i] > left)
            return container_damaged(path);
        plain[i] = (section){from, (size_t)size[i]};
        from += size[i];
        left -= (size_t)size[i];
    }
    return !left || container_damaged(path);
}

json_t *container_read(const char *path, unsigned char **bytes, section plain[SECTIONS])
{
    size_t size = 0, held = 0, length = 0;
    unsigned char *file = read_file(path, &size), *all = file ? decompress(path, file, size, &held) : NULL;
    const unsigned char *end = all ? memchr(all, '\n', held) : NULL;
    json_t *content = NULL;
    json_int_t version = 0;
    bool good = all;

    free(file);
    *bytes = all;
    if (end) {
        length = (size_t)(end - all) + 1;
        content = record_parse((const char *)all, length);
    }
    if (good && (!content || json_unpack(content, "{s:I}", "version", &version)))
        good = fail(path, "give a file that orbital compress wrote", "is not a compressed volume");
    if (good && version != VERSION)
        good = fail(path, "use the orbital that wrote it", "is of an unknown version");
    if (good && find_sections(path, content, all + length, held - length, plain))
        return content;
    json_decref(content);
    return NULL;
}
