/* Input files, plain or compressed with gzip.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "infile.h"

#include "interrupt.h"
#include "message.h"
#include "names.h"
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define CHUNK ((size_t)1 << 20)

struct infile {
    char *path;       /* for messages */
    char *name;       /* for libraries */
    bool standard;    /* it came through standard input */
    bool copy;        /* of that; it goes when it is closed. It has a name, as libhdf5 opens no file without one. */
    int fd;           /* of a plain file, or -1 */
    gzFile stream;    /* of a compressed one, or NULL */
    int opened;       /* its descriptor, whichever of the two owns it */
    struct stat then; /* when it was opened */
    uint64_t limit;
    bool more; /* data follow those that were read */
};

static bool complain_damaged(const infile *file, const char *detail)
{
    return fail(file->path, "obtain the file again", "damaged or truncated (%s)", detail);
}

static bool complain_copy(const infile *file, int error)
{
    return fail(file->path, "set TMPDIR to a folder with enough space", "its copy in %s cannot be written (%s)",
                name_of_temporary_folder(), strerror(error));
}

/* Copies what comes through a pipe into a file: formats are read back and forth, libraries open names, and the size
 * reveals wrong headers. */
static bool spool(infile *file)
{
    char *bytes = malloc(CHUNK);
    ssize_t got = 1;
    bool good = bytes && asprintf(&file->name, "%s/.orbital-XXXXXX", name_of_temporary_folder()) >= 0;

    if (!good) {
        file->name = NULL;
        fail_memory(file->path);
    } else {
        file->fd = place_temporary(file->name);
        file->copy = file->fd >= 0;
        good = file->copy || complain_copy(file, errno);
    }
    while (good && got > 0) {
        got = read(STDIN_FILENO, bytes, CHUNK);
        if (interrupt_pending())
            good = false;
        else if (got < 0)
            good = fail(file->path, "check its source", "cannot be read (%s)", strerror(errno));
        for (ssize_t put, done = 0; good && done < got; done += put)
            if ((put = write(file->fd, bytes + done, (size_t)(got - done))) < 0)
                good = complain_copy(file, errno);
    }
    if (good)
        lseek(file->fd, 0, SEEK_SET);
    free(bytes);
    return good;
}

/* Standard input as a file: itself, if it is one and stands at its beginning. */
static bool open_standard(infile *file)
{
    struct stat status;
    if (isatty(STDIN_FILENO))
        return fail(file->path, "redirect a volume into it, or give a file", "is a terminal");
    if (fstat(STDIN_FILENO, &status) || !S_ISREG(status.st_mode) || lseek(STDIN_FILENO, 0, SEEK_CUR) != 0)
        return spool(file);
    file->fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    if (file->fd < 0)
        return fail(file->path, "check its source", "cannot be read (%s)", strerror(errno));
    if (asprintf(&file->name, "/dev/fd/%d", file->fd) < 0)
        file->name = NULL;
    return file->name || fail_memory(file->path);
}

static bool open_named(infile *file)
{
    /* Without waiting, should it be a pipe. */
    file->fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file->fd < 0)
        return fail(file->path, errno == ENOENT ? "check the name" : "check the file", "cannot be read (%s)",
                    strerror(errno));
    file->name = strdup(file->path);
    return file->name || fail_memory(file->path);
}

bool infile_is_packed(const infile *file, uint64_t offset)
{
    unsigned char magic[2] = {0};
    return offset <= INT64_MAX && pread(file->fd, magic, 2, (off_t)offset) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

/* Begins to unpack from where the file stands. */
static bool unpack(infile *file)
{
    file->stream = gzdopen(file->fd, "rb");
    if (!file->stream)
        return fail_memory(file->path);
    file->fd = -1; /* now the stream's */
    gzbuffer(file->stream, (unsigned)CHUNK);
    return true;
}

bool infile_unpack(infile *file, uint64_t offset)
{
    file->limit = file->limit > UINT64_MAX / INFILE_DEFLATE ? UINT64_MAX : file->limit * INFILE_DEFLATE;
    return infile_seek(file, offset) && unpack(file);
}

/* Looks at an open file, and begins to unpack it where it is packed. */
static bool begin(infile *file, infile_packing packing)
{
    bool packed, begins_so;
    struct stat status;

    if (fstat(file->fd, &status))
        return fail(file->path, "check the file", "cannot be read (%s)", strerror(errno));
    if (!S_ISREG(status.st_mode))
        return fail(file->path, "give the name of a volume", "is not a regular file");
    if (status.st_size == 0)
        return fail(file->path, "give a volume", "is empty");
    file->opened = file->fd;
    file->then = status;
    file->limit = (uint64_t)status.st_size;
    begins_so = infile_is_packed(file, 0);
    packed = packing == INFILE_BY_CONTENT ? begins_so
             : packing == INFILE_BY_NAME  ? name_ends_in(file->path, ".gz")
                                          : packing == INFILE_GZIP;
    if (!packed)
        return true;
    if (begins_so)
        file->limit = file->limit > UINT64_MAX / INFILE_DEFLATE ? UINT64_MAX : file->limit * INFILE_DEFLATE;
    return unpack(file);
}

infile *infile_open(const char *path, infile_packing packing)
{
    infile *file = calloc(1, sizeof *file);

    if (!file) {
        fail_memory(path);
        return NULL;
    }
    file->fd = -1;
    file->standard = name_is_standard(path);
    file->path = strdup(file->standard ? "standard input" : path);
    if (!file->path)
        fail_memory(path);
    else if ((file->standard ? open_standard(file) : open_named(file)) && begin(file, packing))
        return file;
    infile_close(file);
    return NULL;
}

void infile_close(infile *file)
{
    if (!file)
        return;
    if (file->stream)
        gzclose(file->stream);
    if (file->fd >= 0)
        close(file->fd);
    if (file->copy) {
        unlink(file->name);
        interrupt_keep(file->name);
    }
    free(file->name);
    free(file->path);
    free(file);
}

const char *infile_path(const infile *file)
{
    return file->path;
}

const char *infile_name(const infile *file)
{
    return file->name;
}

const char *infile_beside(const infile *file)
{
    return file->standard ? NULL : file->path;
}

bool infile_compressed(const infile *file)
{
    return file->stream != NULL;
}

uint64_t infile_limit(const infile *file)
{
    return file->limit;
}

/* One read of at most CHUNK bytes; negative on failure. */
static long read_some(infile *file, void *bytes, size_t size)
{
    if (size > CHUNK)
        size = CHUNK;
    return file->stream ? gzread(file->stream, bytes, (unsigned)size) : read(file->fd, bytes, size);
}

static bool holds(const infile *file, uint64_t requested, uint64_t limit)
{
    return requested <= limit ||
           fail(file->path, "obtain the file again",
                "truncated, or its header is wrong: it claims %" PRIu64 " bytes, but cannot hold more than %" PRIu64,
                requested, limit);
}

size_t infile_start(infile *file, void *bytes, size_t size)
{
    size_t got = 0;
    long part = 1;
    while (got < size && part > 0) {
        part = read_some(file, (char *)bytes + got, size - got);
        got += part > 0 ? (size_t)part : 0;
    }
    if (file->stream)
        gzrewind(file->stream);
    else
        lseek(file->fd, 0, SEEK_SET);
    return got;
}

bool infile_holds(const infile *file, uint64_t offset, uint64_t size)
{
    return holds(file, size > UINT64_MAX - offset ? UINT64_MAX : offset + size, file->limit);
}

bool infile_holds_packed(const infile *file, uint64_t size, uint64_t ratio)
{
    return holds(file, size, file->limit > UINT64_MAX / ratio ? UINT64_MAX : file->limit * ratio);
}

bool infile_unchanged(const infile *file)
{
    struct stat now;

    return (!fstat(file->opened, &now) && place_unchanged(&file->then, &now)) ||
           fail(file->path, "run the command again", "was changed by another program meanwhile");
}

uint64_t infile_at(const infile *file)
{
    return (uint64_t)(file->stream ? gztell(file->stream) : lseek(file->fd, 0, SEEK_CUR));
}

bool infile_seek(infile *file, uint64_t offset)
{
    if (offset > INT64_MAX ||
        (file->stream ? gzseek(file->stream, (z_off_t)offset, SEEK_SET) : lseek(file->fd, (off_t)offset, SEEK_SET)) < 0)
        return complain_damaged(file, "cannot reach its data");
    return true;
}

/* What went wrong with the last read, or NULL. */
static const char *trouble(const infile *file)
{
    int code = Z_OK;
    const char *detail = file->stream ? gzerror(file->stream, &code) : NULL;
    const char *colon = detail ? strstr(detail, ": ") : NULL; /* after a number for the file */
    return code == Z_ERRNO ? strerror(errno) : code < 0 ? (colon ? colon + 2 : detail) : NULL;
}

bool infile_read(infile *file, void *bytes, size_t size)
{
    char *to = bytes;
    while (size > 0) {
        long got = read_some(file, to, size);
        if (interrupt_pending())
            return false;
        if (got <= 0) {
            const char *detail = trouble(file);
            return complain_damaged(file, detail ? detail : got < 0 ? strerror(errno) : "it ends too early");
        }
        to += got;
        size -= (size_t)got;
    }
    return true;
}

bool infile_finish(infile *file)
{
    /* The check sum of a compressed file is compared when its end is reached. Data after what was expected, as some
     * writers append, does no harm. */
    char byte;
    const char *detail;
    file->more = read_some(file, &byte, 1) > 0;
    detail = trouble(file);
    return detail ? complain_damaged(file, detail) : true;
}

bool infile_has_more(const infile *file)
{
    return file->more;
}
