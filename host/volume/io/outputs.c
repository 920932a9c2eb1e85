/* Output files that appear when all are complete.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream, F_DUPFD_CLOEXEC */

#include "interrupt.h"
#include "message.h"
#include "names.h"
#include "outfile.h"
#include "outfile_state.h"
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILES = 8 };

struct outputs {
    bool force;
    bool may_force; /* the command has --force */
    const char *input;
    int standard; /* standard output as it was, or -1 */
    size_t count;
    outfile file[MAX_FILES];
};

static outputs *create(outputs content)
{
    outputs *set = calloc(1, sizeof *set);
    if (set)
        *set = content;
    else
        fail_memory(NULL);
    return set;
}

outputs *outputs_create(bool force, const char *input)
{
    return create((outputs){.force = force, .may_force = true, .input = input, .standard = -1});
}

outputs *outputs_create_new(const char *input)
{
    return create((outputs){.input = input, .standard = -1});
}

/* What to do about a file that is there already. */
static const char *existing_cure(const outputs *set)
{
    return set->may_force ? "choose another name, or --force" : "choose another name, or remove it first";
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
        return fail(path, set->may_force ? "choose another name, or --force" : "choose another name",
                    "is the input itself");
    return fail(path, existing_cure(set), "exists already");
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

outfile *outputs_add_as(outputs *set, const char *path, bool compressed)
{
    outfile *file = new_entry(set, path);
    return file && outfile_begin(file, compressed) ? file : NULL;
}

outfile *outputs_add(outputs *set, const char *path)
{
    return outputs_add_as(set, path, name_ends_in(path, ".gz"));
}

outfile *outputs_edit(outputs *set, const char *path)
{
    outfile *file = outputs_add(set, path);
    return file && outfile_copy_target(file) ? file : NULL;
}

bool outputs_remove(outputs *set, const char *path)
{
    return access(path, F_OK) || new_entry(set, path);
}

/* Whether what an edited file was copied from is still the same. */
static bool is_unchanged(const outfile *file)
{
    struct stat now = {.st_ino = 0};
    if (stat(file->target, &now) && errno != ENOENT)
        return outfile_complain(file, errno);
    return place_unchanged(&file->copied, &now) ||
           fail(file->path, "run the command again", "was changed by another program meanwhile");
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

/* Names the outputs that are where they belong, in a text that the caller frees; NULL if there are none. */
static char *list_placed(const outputs *set)
{
    char *text = NULL;
    size_t size, count = 0;
    FILE *list = open_memstream(&text, &size);

    for (const outfile *file = set->file; list && file < set->file + set->count; file++)
        if (file->fd >= 0 && (file->unnamed || !file->temporary))
            fprintf(list, "%s%s", count++ ? ", " : "", file->unnamed ? "standard output" : file->path);
    if (list)
        fclose(list);
    if (!count) {
        free(text);
        text = NULL;
    }
    return text;
}

/* Reports that a file did not get its name, and names those that are where they belong. */
static bool complain_of_name(const outputs *set, const outfile *file, int error)
{
    char *placed = list_placed(set);
    const char *before = placed ? "; written before it: " : "", *names = placed ? placed : "";

    if (error == EEXIST && !set->force)
        fail(file->path, existing_cure(set), "exists already%s%s", before, names);
    else if (error == ENOTSUP)
        fail(file->path, set->may_force ? "choose another folder, or --force" : "choose another folder",
             "cannot be written (its file system cannot protect a file of this name)%s%s", before, names);
    else
        fail(file->path, "choose another folder", "cannot be written (%s)%s%s", strerror(error), before, names);
    free(placed);
    return false;
}

/* Gives a file its name, or removes one that must go. \return an errno, or 0 */
static int give_name(const outputs *set, outfile *file)
{
    int error;
    if (!file->temporary)
        return unlink(file->path) && errno != ENOENT ? errno : 0; /* of a link the link itself */
    if (set->force)
        error = rename(file->temporary, file->target) ? errno : 0;
    else
        error = place_new(file->temporary, file->target);
    if (!error)
        outfile_forget(file);
    return error ? error : place_sync(file->target);
}

bool outputs_commit(outputs *set)
{
    bool good = true;
    int lock = -1;

    for (size_t i = 0; good && i < set->count; i++)
        if (set->file[i].temporary)
            good = outfile_complete(&set->file[i]);
    /* The work may have taken long: what appeared meanwhile is found before the first file has its name. */
    for (size_t i = 0; good && i < set->count; i++)
        good = set->file[i].unnamed || may_replace(set, &set->file[i]);
    if (interrupt_pending())
        good = false;
    for (size_t i = 0; good && i < set->count; i++)
        if (set->file[i].unnamed)
            good = send(&set->file[i], set->standard);
    /* From here to the last name nobody else may add to a file, as what one of the two adds would be lost, nor replace
     * one of several, as the coefficients of one would lie beside the record of the other. */
    for (size_t i = 0; good && i < set->count; i++)
        if (!set->file[i].unnamed && (set->file[i].edited || set->count > 1)) {
            lock = lock < 0 ? place_lock(set->file[i].target) : lock;
            good = !set->file[i].edited || is_unchanged(&set->file[i]);
        }
    interrupt_hold(true); /* from the first name to the last */
    for (size_t i = 0; good && i < set->count; i++) {
        const int error = set->file[i].unnamed ? 0 : give_name(set, &set->file[i]);
        good = !error || complain_of_name(set, &set->file[i], error);
    }
    interrupt_hold(false);
    if (lock >= 0)
        close(lock);
    return good;
}

void outputs_discard(outputs *set)
{
    if (!set)
        return;
    for (size_t i = 0; i < set->count; i++)
        outfile_release(&set->file[i]);
    if (set->standard >= 0)
        close(set->standard);
    free(set);
}
