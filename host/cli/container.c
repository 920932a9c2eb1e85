/* Files of compressed volumes: a zstd frame with a check sum, of a line of JSON and the sections after it.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* stpcpy */

#include "container.h"

#include "infile.h"
#include "message.h"

#include <stdint.h>
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

void sections_release(section plain[SECTIONS])
{
    for (int i = 0; i < SECTIONS; i++) {
        free(plain[i].bytes);
        plain[i] = (section){0};
    }
}

/* ---- writing ---- */

/* A line of text; NULL when memory ran out. */
static char *text_of(const json_t *about, const section plain[SECTIONS])
{
    json_t *content = json_copy((json_t *)about), *sizes = json_object();
    char *text = NULL;
    bool good = content && sizes && !json_object_set_new(content, "version", json_integer(VERSION));
    for (int i = 0; good && i < SECTIONS; i++)
        good = !json_object_set_new(sizes, names[i], json_integer((json_int_t)plain[i].size));
    if (good && !json_object_set(content, "sections", sizes))
        text = json_dumps(content, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(sizes);
    json_decref(content);
    return text;
}

unsigned char *container_pack(const json_t *about, const section plain[SECTIONS], size_t *size)
{
    char *text = text_of(about, plain);
    size_t total = text ? strlen(text) + 1 : 0;
    unsigned char *all = NULL, *file = NULL, *to;
    ZSTD_CCtx *zstd = ZSTD_createCCtx();

    for (int i = 0; i < SECTIONS; i++)
        total += plain[i].size;
    all = malloc(total + 1);
    file = malloc(ZSTD_compressBound(total));
    if (!text || !all || !file || !zstd) {
        fail_memory(NULL);
        *size = 0;
    } else {
        to = (unsigned char *)stpcpy((char *)all, text);
        *to++ = '\n';
        for (int i = 0; i < SECTIONS; i++)
            if (plain[i].size)
                to = (unsigned char *)memcpy(to, plain[i].bytes, plain[i].size) + plain[i].size;
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
        *size = ZSTD_compress2(zstd, file, ZSTD_compressBound(total), all, total);
        if (ZSTD_isError(*size))
            *size = fail("zstd", NULL, "%s", ZSTD_getErrorName(*size));
    }
    if (!*size) {
        free(file);
        file = NULL;
    }
    ZSTD_freeCCtx(zstd);
    free(all);
    free(text);
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

/* Takes the sections apart. \param from  the first byte after the text \param left  bytes from there on */
static bool take_sections(const char *path, const json_t *content, const unsigned char *from, size_t left,
                          section plain[SECTIONS])
{
    json_int_t size;

    for (int i = 0; i < SECTIONS; i++) {
        if (json_unpack((json_t *)content, "{s:{s:I}}", "sections", names[i], &size) || size < 0 ||
            (uint64_t)size > left)
            return container_damaged(path);
        plain[i] = (section){malloc((size_t)size + 1), (size_t)size};
        if (!plain[i].bytes)
            return fail_memory(path);
        memcpy(plain[i].bytes, from, plain[i].size);
        from += size;
        left -= (size_t)size;
    }
    return !left || container_damaged(path);
}

json_t *container_read(const char *path, section plain[SECTIONS])
{
    size_t size = 0, held = 0, length = 0;
    unsigned char *file = read_file(path, &size), *all = file ? decompress(path, file, size, &held) : NULL;
    const unsigned char *end = all ? memchr(all, '\n', held) : NULL;
    json_t *content = NULL;
    json_int_t version = 0;
    bool good = all;

    free(file);
    if (end) {
        length = (size_t)(end - all) + 1;
        content = json_loadb((const char *)all, length, 0, NULL);
    }
    if (good && (!content || json_unpack(content, "{s:I}", "version", &version)))
        good = fail(path, "give a file that orbital compress wrote", "is not a compressed volume");
    if (good && version != VERSION)
        good = fail(path, "use the orbital that wrote it", "is of an unknown version");
    good = good && take_sections(path, content, all + length, held - length, plain);
    free(all);
    if (!good) {
        json_decref(content);
        content = NULL;
    }
    return content;
}
