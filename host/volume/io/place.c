/* Files that appear under their names when they are complete: what the file system has to do for that.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* renameat2, mkostemp, asprintf */

#include "place.h"

#include "interrupt.h"
#include "names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

int place_temporary(char *name)
{
    int fd;
    interrupt_hold(true); /* until the handler knows the file */
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        interrupt_remove(name);
    interrupt_hold(false);
    return fd;
}

int place_unnamed(char **name)
{
    char *path;
    int fd = -1;

    *name = NULL;
    if (asprintf(&path, "%s/.orbital-XXXXXX", name_of_temporary_folder()) < 0)
        return -1;
    interrupt_hold(true);
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    interrupt_hold(false);
    free(path);
    if (fd >= 0 && asprintf(name, "/dev/fd/%d", fd) < 0) {
        *name = NULL;
        close(fd);
        fd = -1;
    }
    return fd;
}

/* The permissions of a file that this process creates. */
static mode_t usual_mode(void)
{
    const mode_t mask = umask(077); /* POSIX has no other way to read it */
    umask(mask);
    return 0666 & ~mask;
}

int place_permissions(int fd, const struct stat *replaced)
{
    mode_t mode = replaced ? replaced->st_mode & 0777 : usual_mode();
    if (replaced && fchown(fd, replaced->st_uid, (gid_t)-1))
        errno = 0; /* only root may give files away */
    if (replaced && fchown(fd, (uid_t)-1, replaced->st_gid)) {
        /* Neither another group nor others may do now what only the other could before. */
        const mode_t both = (mode >> 3) & mode & 07;
        mode = (mode & 0700) | both << 3 | both;
    }
    return fchmod(fd, mode) ? errno : 0;
}

int place_new(const char *from, const char *to)
{
    if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (!link(from, to)) { /* some file systems can only do this */
        unlink(from);
        return 0;
    }
    return errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP ? ENOTSUP : errno;
}

/* Opens the folder of a file. Returns a descriptor, or -1. */
static int open_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    const int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    free(folder);
    return fd;
}

bool place_unchanged(const struct stat *then, const struct stat *now)
{
    return now->st_dev == then->st_dev && now->st_ino == then->st_ino && now->st_size == then->st_size &&
           now->st_mtim.tv_sec == then->st_mtim.tv_sec && now->st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

int place_sync(const char *path)
{
    const int fd = open_folder(path);
    /* A folder that this user may not list, and one whose file system has no fsync, cannot be waited for. */
    const int error = fd >= 0 && fsync(fd) && errno != EINVAL ? errno : 0;

    if (fd >= 0)
        close(fd);
    return error;
}

int place_lock(const char *path)
{
    const int fd = open_folder(path);

    while (fd >= 0 && flock(fd, LOCK_EX) && errno == EINTR && !interrupt_pending())
        ;
    return fd;
}
