/* Output files that appear complete and together, or not at all.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "outfile.h"

#include "interrupt.h"
#include "message.h"
#include "names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define MAX_FILES 8
#define CHUNK ((size_t)1 << 20)

struct outfile {
    char *path;      /* as the user wrote it, for messages */
    char *target;    /* where it goes, symbolic links resolved */
    char *temporary; /* its name until then; NULL when there is nothing to write, only to remove */
    int fd;
    FILE *plain;
    gzFile compressed;
    bool head_alone; /* outfile_head made a gzip member of its own for the head, which is not compressed */
};

struct outputs {
    bool force;
    const char *input;
    int standard; /* standard output as it was, or -1 */
    size_t count;
    outfile file[MAX_FILES];
};

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

outputs *outputs_create(bool force, const char *input)
{
    outputs *set = calloc(1, sizeof *set);
    if (set)
        *set = (outputs){.force = force, .input = input, .standard = -1};
    else
        fail_memory(NULL);
    return set;
}

/* Whether the target may be taken; what is there already needs --force and must be a file. A name that the folder
 * cannot hold is found now, for renaming comes when other outputs are in place already. */
static bool may_replace(const outputs *set, const outfile *file)
{
    const char *path = file->path;
    struct stat status, input;
    if (stat(file->target, &status)) {
        if (errno != ENOENT)
            return outfile_complain(file, errno);
        if (!lstat(file->target, &status))
            return fail(path, "remove it, or choose another name", "is a symbolic link to nothing");
        return true;
    }
    if (!S_ISREG(status.st_mode))
        return fail(path, "choose another name", "is not a regular file");
    if (set->force)
        return true;
    if (set->input && !stat(set->input, &input) && input.st_dev == status.st_dev && input.st_ino == status.st_ino)
        return fail(path, "choose another name, or --force", "is the input itself");
    return fail(path, "choose another name, or --force", "exists already");
}

/* Keeps standard output for the file, and leaves standard error to all that is printed. */
static bool take_standard_output(outputs *set)
{
    fflush(stdout);
    set->standard = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (set->standard < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return fail("standard output", "give a file name", "cannot be written (%s)", strerror(errno));
    return true;
}

/* Takes the next place of the set, with the names filled in. */
static outfile *new_entry(outputs *set, const char *path)
{
    outfile *file = &set->file[set->count];
    if (set->count == MAX_FILES)
        return NULL;
    file->fd = -1;
    file->path = strdup(path);
    file->target = name_is_standard(path) ? strdup(path) : name_absolute(path);
    set->count++;
    if (!file->path || !file->target) {
        fail_memory(path);
        return NULL;
    }
    for (size_t i = 0; i + 1 < set->count; i++)
        if (!strcmp(set->file[i].target, file->target)) {
            fail(path, "give each output its own name", "is the name of two outputs");
            return NULL;
        }
    return (name_is_standard(file->path) ? take_standard_output(set) : may_replace(set, file)) ? file : NULL;
}

/* Creates a file of a new name in the target's folder. */
static bool create_temporary(outfile *file)
{
    const char *slash = strrchr(file->target, '/');
    const bool standard = name_is_standard(file->path);
    const char *beside = standard ? name_of_temporary_folder() : slash ? file->target : ".";
    const int folder = standard || !slash ? (int)strlen(beside) : (int)(slash - file->target);
    int error = EEXIST;
    for (unsigned attempt = 0; error == EEXIST && attempt < 1000; attempt++) {
        char *name = NULL;
        if (asprintf(&name, "%.*s/.orbital-%ld-%u.tmp", folder, beside, (long)getpid(), attempt) < 0)
            return fail_memory(file->path);
        file->fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file->fd >= 0) {
            file->temporary = name;
            interrupt_remove(name);
            return true;
        }
        error = errno;
        free(name);
    }
    return outfile_complain(file, error);
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

outfile *outputs_add_as(outputs *set, const char *path, bool compressed)
{
    outfile *file = new_entry(set, path);
    return file && create_temporary(file) && open_stream(file, compressed) ? file : NULL;
}

outfile *outputs_add(outputs *set, const char *path)
{
    return outputs_add_as(set, path, name_ends_in(path, ".gz"));
}

bool outfile_compress(outfile *file)
{
    FILE *plain = file->plain;
    errno = 0;
    file->plain = NULL;
    return (fclose(plain) == 0 || outfile_complain(file, errno ? errno : EIO)) && open_stream(file, true);
}

/* Copies what a file's target holds. */
static bool copy_target(outfile *file)
{
    const int from = open(file->target, O_RDONLY | O_CLOEXEC);
    char *bytes = malloc(CHUNK);
    uint64_t done = 0;
    ssize_t got = 1;
    bool good = from >= 0 || errno == ENOENT || outfile_complain(file, errno);
    if (good && !bytes)
        good = fail_memory(file->path);
    while (good && from >= 0 && got > 0) {
        got = read(from, bytes, CHUNK);
        good = got >= 0 ? outfile_write_at(file, done, bytes, (size_t)got) : outfile_complain(file, errno);
        done += got > 0 ? (uint64_t)got : 0;
    }
    free(bytes);
    if (from >= 0)
        close(from);
    return good;
}

outfile *outputs_edit(outputs *set, const char *path)
{
    outfile *file = outputs_add(set, path);
    return file && copy_target(file) ? file : NULL;
}

bool outputs_remove(outputs *set, const char *path)
{
    return access(path, F_OK) || new_entry(set, path);
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
    return file->head_alone ? write_member(file, bytes, size)
                            : outfile_flush(file) && outfile_write_at(file, 0, bytes, size);
}

bool outfile_write_at(outfile *file, uint64_t offset, const void *bytes, size_t size)
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

/* Writes out what the streams still hold, and waits until the disk has it. */
static bool complete(outfile *file)
{
    bool good;
    errno = 0;
    good = (!file->plain || !fclose(file->plain)) && (!file->compressed || gzclose(file->compressed) == Z_OK);
    file->plain = NULL;
    file->compressed = NULL;
    good = good && fsync(file->fd) == 0;
    return good || outfile_complain(file, errno ? errno : EIO);
}

/* Sends a complete file through standard output. */
static bool send(const outfile *file, int standard)
{
    char *bytes = malloc(CHUNK);
    ssize_t done = 0, got = 1;
    bool good = bytes || fail_memory(file->path);
    while (good && got > 0) {
        got = pread(file->fd, bytes, CHUNK, (off_t)done);
        if (got < 0)
            good = outfile_complain(file, errno);
        for (ssize_t put, at = 0; good && at < got; at += put) {
            put = write(standard, bytes + at, (size_t)(got - at));
            if (interrupt_pending())
                good = false;
            else if (put < 0)
                good = fail("standard output", "redirect it elsewhere", "cannot be written (%s)", strerror(errno));
        }
        done += got;
    }
    free(bytes);
    return good;
}

static void forget_temporary(outfile *file)
{
    interrupt_keep(file->temporary);
    free(file->temporary);
    file->temporary = NULL;
}

bool outputs_commit(outputs *set)
{
    bool good = true;
    for (size_t i = 0; good && i < set->count; i++)
        if (set->file[i].temporary)
            good = complete(&set->file[i]);
    if (interrupt_pending())
        good = false;
    for (size_t i = 0; good && i < set->count; i++)
        if (name_is_standard(set->file[i].path))
            good = send(&set->file[i], set->standard);
    for (size_t i = 0; good && i < set->count; i++) {
        outfile *file = &set->file[i];
        if (name_is_standard(file->path))
            continue;
        if (file->temporary ? rename(file->temporary, file->target) : unlink(file->target))
            good = outfile_complain(file, errno);
        if (good)
            forget_temporary(file);
    }
    return good;
}

void outputs_discard(outputs *set)
{
    if (!set)
        return;
    for (size_t i = 0; i < set->count; i++) {
        outfile *file = &set->file[i];
        if (file->plain)
            fclose(file->plain);
        if (file->compressed)
            gzclose(file->compressed);
        if (file->fd >= 0)
            close(file->fd);
        if (file->temporary)
            unlink(file->temporary);
        forget_temporary(file);
        free(file->target);
        free(file->path);
    }
    if (set->standard >= 0)
        close(set->standard);
    free(set);
}
