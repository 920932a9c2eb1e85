/* One of the output files: what is written before it is complete.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "outfile.h"
#include "interrupt.h"
#include "message.h"
#include "names.h"
#include "outfile_state.h"
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

bool outfile_disk_fails(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO;
}

bool outfile_complain(const outfile *file, int error)
{
    const char *cure = "choose another folder";
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        cure = "free some space, or choose another folder";
    if (name_is_standard(file->path))
        return fail("standard output", "set TMPDIR to a folder with enough space",
                    "its copy in %s cannot be written (%s)", name_of_temporary_folder(), strerror(error));
    return fail(file->path, cure, "cannot be written (%s)", strerror(error));
}

/* Creates the file under another name in the target's folder, or without a name for standard output. */
static bool create_temporary(outfile *file)
{
    const char *slash = strrchr(file->target, '/');
    file->unnamed = name_is_standard(file->path);
    if (file->unnamed)
        file->fd = place_unnamed(&file->temporary);
    else if (asprintf(&file->temporary, "%.*s.orbital-XXXXXX", slash ? (int)(slash - file->target) + 1 : 0,
                      file->target) < 0)
        file->temporary = NULL;
    else
        file->fd = place_temporary(file->temporary);
    if (file->fd >= 0)
        return true;
    outfile_complain(file, file->temporary || file->unnamed ? errno : ENOMEM);
    free(file->temporary); /* no file has this name */
    file->temporary = NULL;
    return false;
}

/* Opens the stream through which is appended. It closes a copy: the file itself stays open, to be synchronised with the
 * disk. */
static bool open_stream(outfile *file, bool compressed)
{
    const int copy = fcntl(file->fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
        return outfile_complain(file, errno);
    if (compressed)
        file->compressed = gzdopen(copy, "wb");
    else
        file->plain = fdopen(copy, "wb");
    if (file->compressed || file->plain)
        return true;
    close(copy);
    return fail_memory(file->path);
}

bool outfile_begin(outfile *file, bool compressed)
{
    return create_temporary(file) && open_stream(file, compressed);
}

bool outfile_compress(outfile *file)
{
    FILE *plain = file->plain;
    errno = 0;
    file->plain = NULL;
    return (fclose(plain) == 0 || outfile_complain(file, errno ? errno : EIO)) && open_stream(file, true);
}

/* Writes bytes at an offset of a file that is not compressed, and to which nothing is appended. It reports a failure,
 * and returns false. */
static bool write_at(outfile *file, uint64_t offset, const void *bytes, size_t size)
{
    const char *from = bytes;
    while (size > 0) {
        const size_t part = size < CHUNK ? size : CHUNK;
        ssize_t put;
        if (interrupt_pending())
            return false;
        put = pwrite(file->fd, from, part, (off_t)offset);
        if (put <= 0)
            return outfile_complain(file, put ? errno : EIO);
        from += put;
        offset += (uint64_t)put;
        size -= (size_t)put;
    }
    return true;
}

bool outfile_copy_target(outfile *file)
{
    const int from = open(file->target, O_RDONLY | O_CLOEXEC);
    char *bytes = malloc(CHUNK);
    uint64_t done = 0;
    ssize_t got = 1;
    bool good = from >= 0 ? !fstat(from, &file->copied) : errno == ENOENT;

    file->edited = true;
    good = good || outfile_complain(file, errno);
    if (good && !bytes)
        good = fail_memory(file->path);
    while (good && from >= 0 && got > 0) {
        got = read(from, bytes, CHUNK);
        good = got >= 0 ? write_at(file, done, bytes, (size_t)got) : outfile_complain(file, errno);
        done += got > 0 ? (uint64_t)got : 0;
    }
    free(bytes);
    if (from >= 0)
        close(from);
    return good;
}

bool outfile_write(outfile *file, const void *bytes, size_t size)
{
    const char *from = bytes;
    while (size > 0) {
        size_t part = size < CHUNK ? size : CHUNK;
        if (interrupt_pending())
            return false;
        errno = 0;
        if (file->plain ? fwrite(from, 1, part, file->plain) != part
                        : gzwrite(file->compressed, from, (unsigned)part) != (int)part)
            return outfile_complain(file, errno ? errno : EIO);
        from += part;
        size -= part;
    }
    return true;
}

/* Writes a gzip member that holds the head as it is: with a head of the same size it has the same size again. The
 * stream of what follows shares the file's offset, which is put at the end for it. */
static bool write_member(outfile *file, const void *head, size_t size)
{
    const int copy = fcntl(file->fd, F_DUPFD_CLOEXEC, 0); /* closed with the member */
    gzFile member = copy >= 0 && lseek(copy, 0, SEEK_SET) == 0 ? gzdopen(copy, "wb0") : NULL;
    bool good = member && gzwrite(member, head, (unsigned)size) == (int)size;

    if (copy >= 0 && !member)
        close(copy);
    good = gzclose(member) == Z_OK && good && lseek(file->fd, 0, SEEK_END) > 0;
    return good || outfile_complain(file, errno ? errno : EIO);
}

bool outfile_head(outfile *file, const void *bytes, size_t size)
{
    file->head_alone = file->compressed != NULL; /* which has written nothing yet */
    return file->head_alone ? write_member(file, bytes, size) : outfile_write(file, bytes, size);
}

bool outfile_flush(outfile *file)
{
    return !file->plain || fflush(file->plain) == 0 || outfile_complain(file, errno);
}

bool outfile_replace_head(outfile *file, const void *bytes, size_t size)
{
    return file->head_alone ? write_member(file, bytes, size) : outfile_flush(file) && write_at(file, 0, bytes, size);
}

const char *outfile_name(const outfile *file)
{
    return file->temporary;
}

uint64_t outfile_size(const outfile *file)
{
    struct stat status;
    return fstat(file->fd, &status) ? 0 : (uint64_t)status.st_size;
}

bool outfile_puts(outfile *file, const char *text)
{
    return outfile_write(file, text, strlen(text));
}

bool outfile_complete(outfile *file)
{
    struct stat replaced;
    int error = 0;
    bool good;
    errno = 0;
    good = (!file->plain || !fclose(file->plain)) && (!file->compressed || gzclose(file->compressed) == Z_OK);
    file->plain = NULL;
    file->compressed = NULL;
    if (good && !file->unnamed)
        error = place_permissions(file->fd, stat(file->target, &replaced) ? NULL : &replaced);
    good = good && !error && fsync(file->fd) == 0;
    return good || outfile_complain(file, error ? error : errno ? errno : EIO);
}

void outfile_forget(outfile *file)
{
    interrupt_keep(file->temporary);
    free(file->temporary);
    file->temporary = NULL;
}

void outfile_release(outfile *file)
{
    if (file->plain)
        fclose(file->plain);
    if (file->compressed)
        gzclose(file->compressed);
    if (file->fd >= 0)
        close(file->fd);
    if (file->temporary && !file->unnamed)
        unlink(file->temporary);
    outfile_forget(file);
    free(file->target);
    free(file->path);
}
