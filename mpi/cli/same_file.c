/* Whether all ranks read the same file. One that is on a shared disk has the same number and times everywhere, which
 * costs nothing to compare. Copies on the disks of several machines differ in these, so each rank reads all of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* st_mtim */

#include "same_file.h"

#include "message.h"
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define CHUNK ((size_t)1 << 20)

/* The number of a device is another one on each machine, so it is left out. */
typedef struct identity {
    uint64_t size, number;
    int64_t modified[2], changed[2];
} identity;

static bool complain(const ranks *r, const char *path, const char *what, int error)
{
    return fail(path, "all ranks must reach it by this name", "cannot be %s by rank %d (%s)", what, r->mine,
                strerror(error));
}

static identity identity_of(const struct stat *file)
{
    return (identity){.size = (uint64_t)file->st_size,
                      .number = (uint64_t)file->st_ino,
                      .modified = {file->st_mtim.tv_sec, file->st_mtim.tv_nsec},
                      .changed = {file->st_ctim.tv_sec, file->st_ctim.tv_nsec}};
}

static bool look(const ranks *r, const char *path, struct stat *file)
{
    return !stat(path, file) || complain(r, path, "opened", errno);
}

static bool sum_up(const ranks *r, const char *path, uint64_t *sum)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    unsigned char *bytes = malloc(CHUNK);
    uLong crc = crc32(0, NULL, 0);
    ssize_t got = 1;
    bool good = file >= 0 || complain(r, path, "opened", errno);

    good = good && (bytes || ranks_fail_memory(r, path));
    while (good && got > 0) {
        got = read(file, bytes, CHUNK);
        good = got >= 0 || complain(r, path, "read", errno);
        crc = got > 0 ? crc32(crc, bytes, (uInt)got) : crc;
    }
    *sum = crc;
    free(bytes);
    if (file >= 0)
        close(file);
    return good;
}

/* Whether a number is that of rank 0 on all ranks; the first that has another complains. Collective. */
static bool agree_on(const ranks *r, const char *path, uint64_t number)
{
    uint64_t first = number;

    ranks_share(r, &first, sizeof first);
    return ranks_agree(r, number == first || fail(path, "copy the same file to all machines, or use a shared folder",
                                                  "rank %d finds another file of this name than rank 0", r->mine));
}

bool same_file(const ranks *r, const char *path, struct stat *mine)
{
    identity own, first;
    uint64_t sum = 0;

    if (!ranks_agree(r, look(r, path, mine)))
        return false;
    own = first = identity_of(mine);
    ranks_share(r, &first, sizeof first);
    if (!ranks_sum(r, memcmp(&own, &first, sizeof own) != 0))
        return true;
    return agree_on(r, path, own.size) && ranks_agree(r, sum_up(r, path, &sum)) && agree_on(r, path, sum);
}

bool same_version(const ranks *r, const char *path, const struct stat *before)
{
    struct stat now;

    return ranks_agree(r, look(r, path, &now) &&
                              (place_unchanged(before, &now) ||
                               fail(path, "run the command again", "was changed by another program meanwhile")));
}
