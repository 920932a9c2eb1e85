/* Input files, plain or compressed with gzip.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "infile.h"

#include "interrupt.h"
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define CHUNK ((size_t)1 << 20)

struct infile {
    char *path;
    int fd;        /* of a plain file, or -1 */
    gzFile stream; /* of a compressed one, or NULL */
    uint64_t limit;
};

static bool complain_damaged(const infile *file, const char *detail)
{
    return fail(file->path, "get it again from where it came from", "damaged or cut short (%s)", detail);
}

infile *infile_open(const char *path)
{
    infile *file = calloc(1, sizeof *file);
    unsigned char magic[2] = {0};
    struct stat status;
    bool good = false;
    size_t length = strlen(path);

    if (!file || !(file->path = strdup(path))) {
        free(file);
        fail_memory(path);
        return NULL;
    }
    /* Without waiting, should it be a pipe. */
    file->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file->fd < 0 || fstat(file->fd, &status)) {
        fail(path, errno == ENOENT ? "check the name" : "check the file", "cannot be read (%s)", strerror(errno));
        goto end;
    }
    if (!S_ISREG(status.st_mode)) {
        fail(path, "give the name of a volume", "is not a regular file");
        goto end;
    }
    if (status.st_size == 0) {
        fail(path, "give a volume", "is empty");
        goto end;
    }
    file->limit = (uint64_t)status.st_size;
    if (length > 3 && !strcmp(path + length - 3, ".gz")) {
        if (pread(file->fd, magic, 2, 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b)
            file->limit = file->limit > UINT64_MAX / INFILE_DEFLATE ? UINT64_MAX : file->limit * INFILE_DEFLATE;
        file->stream = gzdopen(file->fd, "rb");
        if (!file->stream) {
            fail_memory(path);
            goto end;
        }
        file->fd = -1; /* now the stream's */
        gzbuffer(file->stream, (unsigned)CHUNK);
    }
    good = true;
end:
    if (!good) {
        infile_close(file);
        file = NULL;
    }
    return file;
}

void infile_close(infile *file)
{
    if (!file)
        return;
    if (file->stream)
        gzclose(file->stream);
    if (file->fd >= 0)
        close(file->fd);
    free(file->path);
    free(file);
}

const char *infile_path(const infile *file)
{
    return file->path;
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

size_t infile_peek(infile *file, void *bytes, size_t size)
{
    long got = read_some(file, bytes, size);
    return got < 0 ? 0 : (size_t)got;
}

static bool holds(const infile *file, uint64_t wanted, uint64_t limit)
{
    return wanted <= limit ||
           fail(file->path, "get it again from where it came from",
                "cut short or with a false header: it claims %" PRIu64 " bytes, but cannot hold more than %" PRIu64,
                wanted, limit);
}

bool infile_holds(const infile *file, uint64_t offset, uint64_t size)
{
    return holds(file, size > UINT64_MAX - offset ? UINT64_MAX : offset + size, file->limit);
}

bool infile_holds_packed(const infile *file, uint64_t size, uint64_t ratio)
{
    return holds(file, size, file->limit > UINT64_MAX / ratio ? UINT64_MAX : file->limit * ratio);
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
    return code == Z_ERRNO ? strerror(errno) : code < 0 ? detail : NULL;
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

size_t infile_read_at(infile *file, uint64_t offset, void *bytes, size_t size)
{
    char *to = bytes;
    size_t done = 0;
    long got = 1;
    while (done < size && got > 0 && offset + done <= INT64_MAX && !interrupt_pending()) {
        const size_t part = size - done < CHUNK ? size - done : CHUNK;
        got = pread(file->fd, to + done, part, (off_t)(offset + done));
        done += got > 0 ? (size_t)got : 0;
    }
    return done;
}

bool infile_finish(infile *file)
{
    /* The check sum of a compressed file is compared when its end is reached. Data behind what was expected, as some
     * writers append, does no harm. */
    char byte;
    const char *detail;
    (void)read_some(file, &byte, 1);
    detail = trouble(file);
    return detail ? complain_damaged(file, detail) : true;
}
