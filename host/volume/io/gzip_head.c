/* The first bytes of what a gzip file holds (RFC 1951, RFC 1952), replaced when the file is complete.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "gzip_head.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { MEMBER_HEADER = 10, BLOCK_HEADER = 5, TRAILER = 8 };

/* Whether all was read or written. \param done  what the call returned */
static bool is_all(ssize_t done, size_t size)
{
    if (done >= 0 && (size_t)done < size)
        errno = EIO;
    return done >= 0 && (size_t)done == size;
}

/* Walks along the stored blocks, which begin at whole bytes. \param sums  of the old bytes and the new, out */
static bool replace(int fd, const unsigned char *bytes, size_t size, uLong sums[2])
{
    unsigned char block[BLOCK_HEADER], *old = malloc(size);
    off_t at = MEMBER_HEADER;
    bool good = old != NULL;
    for (size_t done = 0, part; good && done < size; done += part) {
        good = is_all(pread(fd, block, sizeof block, at), sizeof block);
        part = block[1] | (size_t)block[2] << 8;
        part = part < size - done ? part : size - done;
        if (good && (block[0] & 7 || !part)) { /* the last block, or a compressed one */
            errno = EIO;
            good = false;
        }
        at += BLOCK_HEADER;
        good =
            good && is_all(pread(fd, old + done, part, at), part) && is_all(pwrite(fd, bytes + done, part, at), part);
        at += (off_t)part;
    }
    if (good) {
        sums[0] = crc32_z(0, old, size);
        sums[1] = crc32_z(0, bytes, size);
    }
    free(old);
    return good;
}

/* Check sums are linear: what the others differ in follows from what these do. */
bool gzip_replace_head(int fd, const void *bytes, size_t size, uint64_t whole)
{
    unsigned char trailer[TRAILER];
    struct stat status;
    uLong sums[2] = {0, 0}, change;
    if (fstat(fd, &status) || !replace(fd, bytes, size, sums) ||
        !is_all(pread(fd, trailer, TRAILER, status.st_size - TRAILER), TRAILER))
        return false;
    change = crc32_combine(sums[0] ^ sums[1], 0, (z_off_t)(whole - size));
    for (int i = 0; i < 4; i++)
        trailer[i] ^= (unsigned char)(change >> 8 * i);
    return is_all(pwrite(fd, trailer, TRAILER, status.st_size - TRAILER), TRAILER);
}
