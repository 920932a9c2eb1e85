/* Output files that appear complete and together, or not at all.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf, realpath */

#include "outfile.h"

#include "interrupt.h"
#include "message.h"

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
    bool standard; /* to be printed, from memory: */
    char *memory;
    size_t size;
};

struct outputs {
    bool force;
    const char *input;
    size_t count;
    outfile file[MAX_FILES];
};

static bool complain_write(const outfile *file, int error)
{
    const char *cure = "choose another place";
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        cure = "make room, or choose another place";
    return fail(file->path, cure, "cannot be written (%s)", strerror(error));
}

outputs *outputs_create(bool force, const char *input)
{
    outputs *set = calloc(1, sizeof *set);
    if (!set) {
        fail_memory(NULL);
        return NULL;
    }
    set->force = force;
    set->input = input;
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
            return complain_write(file, errno);
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

/* The absolute name of what is or will be at a path, symbolic links resolved; NULL when memory ran out. */
static char *absolute(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *target = realpath(path, NULL), *folder = NULL;
    if (target)
        return target;
    folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    if (folder)
        target = realpath(folder, NULL);
    free(folder);
    folder = target;
    if (!folder)
        return strdup(path); /* there is no such folder: creating the file will tell */
    if (asprintf(&target, "%s/%s", folder, name) < 0)
        target = NULL;
    free(folder);
    return target;
}

/* Takes the next place of the set, with the names filled in. */
static outfile *new_entry(outputs *set, const char *path)
{
    outfile *file = &set->file[set->count];
    if (set->count == MAX_FILES)
        return NULL;
    file->fd = -1;
    file->path = strdup(path);
    file->target = absolute(path);
    set->count++;
    if (!file->path || !file->target) {
        fail_memory(path);
        return NULL;
    }
    for (size_t i = 0; i + 1 < set->count; i++)
        if (!strcmp(set->file[i].target, file->target)) {
            fail(path, "give each its own name", "is the name of two outputs");
            return NULL;
        }
    return may_replace(set, file) ? file : NULL;
}

/* Creates a file of a new name in the target's folder. */
static bool create_temporary(outfile *file)
{
    const char *slash = strrchr(file->target, '/');
    int folder = slash ? (int)(slash - file->target) + 1 : 0;
    int error = EEXIST;
    for (unsigned attempt = 0; error == EEXIST && attempt < 1000; attempt++) {
        char *name = NULL;
        if (asprintf(&name, "%.*s.orbital-%ld-%u.tmp", folder, file->target, (long)getpid(), attempt) < 0)
            return fail_memory(file->path);
        file->fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file->fd >= 0) {
            file->temporary = name;
            return true;
        }
        error = errno;
        free(name);
    }
    return complain_write(file, error);
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && !strcmp(name + length - tail, ending);
}

/* A file in memory, to be printed on standard output when the others are in place. */
static outfile *add_standard(outputs *set)
{
    outfile *file = &set->file[set->count];
    if (set->count == MAX_FILES)
        return NULL;
    *file = (outfile){.fd = -1, .standard = true, .path = strdup("standard output"), .target = strdup("-")};
    set->count++;
    if (file->path && file->target)
        file->plain = open_memstream(&file->memory, &file->size);
    if (!file->plain)
        fail_memory(NULL);
    return file->plain ? file : NULL;
}

outfile *outputs_add(outputs *set, const char *path)
{
    outfile *file = strcmp(path, "-") ? new_entry(set, path) : NULL;
    int copy;
    if (!strcmp(path, "-"))
        return add_standard(set);
    if (!file || !create_temporary(file))
        return NULL;
    /* The stream closes a copy: the file itself stays open, to be synchronised with the disk. */
    copy = fcntl(file->fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) {
        complain_write(file, errno);
        return NULL;
    }
    if (ends_in(path, ".gz"))
        file->compressed = gzdopen(copy, "wb");
    else
        file->plain = fdopen(copy, "wb");
    if (!file->compressed && !file->plain) {
        close(copy);
        fail_memory(path);
        return NULL;
    }
    return file;
}

bool outputs_remove(outputs *set, const char *path)
{
    if (access(path, F_OK))
        return true;
    return new_entry(set, path) != NULL;
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
            return complain_write(file, errno ? errno : EIO);
        from += part;
        size -= part;
    }
    return true;
}

bool outfile_puts(outfile *file, const char *text)
{
    return outfile_write(file, text, strlen(text));
}

/* Writes out what the streams still hold, and waits until the disk has it. */
static bool complete(outfile *file)
{
    bool good = true;
    errno = 0;
    if (file->plain)
        good = fclose(file->plain) == 0;
    if (file->compressed)
        good = gzclose(file->compressed) == Z_OK;
    file->plain = NULL;
    file->compressed = NULL;
    if (good && !file->standard)
        good = fsync(file->fd) == 0;
    return good || complain_write(file, errno ? errno : EIO);
}

bool outputs_commit(outputs *set)
{
    bool good = true;
    for (size_t i = 0; good && i < set->count; i++)
        if (set->file[i].temporary || set->file[i].standard)
            good = complete(&set->file[i]);
    if (interrupt_pending())
        good = false;
    for (size_t i = 0; good && i < set->count; i++) {
        outfile *file = &set->file[i];
        if (file->standard)
            continue;
        if (file->temporary ? rename(file->temporary, file->target) : unlink(file->target))
            good = complain_write(file, errno);
        if (good) {
            free(file->temporary);
            file->temporary = NULL;
        }
    }
    for (size_t i = 0; good && i < set->count; i++)
        if (set->file[i].standard) /* main tells what goes wrong there */
            fwrite(set->file[i].memory, 1, set->file[i].size, stdout);
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
        free(file->temporary);
        free(file->target);
        free(file->path);
        free(file->memory);
    }
    free(set);
}
