/* What befalls a command while it gives files their names. It is loaded ahead of the libraries.
 * SPDX-License-Identifier: Apache-2.0
 *
 * ORB_LOG is a file for a line on each call that is watched. ORB_TROUBLE is
 *   "appear"         another program creates ORB_NAME when that name is to be given,
 *   "appear-linked"  the same, where renameat2 does not work,
 *   "early"          it creates that file when the first output is complete,
 *   "change"         it appends to that file then,
 *   "rewrite"        it writes that file's first bytes anew when the first output has just been created,
 *   "no-renameat2"   renameat2 does not work,
 *   "no-link"        nor does link,
 *   "slow"           it takes a second until a file has replaced another,
 *   "signals"        two signals arrive before each name is given, or
 *   "signals-early"  two signals arrive when a file has just been created. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool is(const char *trouble)
{
    const char *said = getenv("ORB_TROUBLE");
    return said && !strcmp(said, trouble);
}

static void note(const char *call, int fd, const char *name, unsigned mode)
{
    char link[64], path[PATH_MAX] = "";
    FILE *log = getenv("ORB_LOG") ? fopen(getenv("ORB_LOG"), "a") : NULL;

    if (!log)
        return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (!name && readlink(link, path, sizeof path - 1) > 0)
        name = strrchr(path, '/') + 1;
    fprintf(log, "%s %s %o\n", call, name ? name : "", mode);
    fclose(log);
}

static void write_other(int flags)
{
    const int fd = open(getenv("ORB_NAME"), O_WRONLY | O_CREAT | flags, 0644);
    if (fd < 0 || write(fd, "precious", 8) != 8 || close(fd))
        abort();
}

static void rewrite_other(void)
{
    char bytes[8];
    const int fd = open(getenv("ORB_NAME"), O_RDWR);
    if (fd < 0 || pread(fd, bytes, 8, 0) != 8 || pwrite(fd, bytes, 8, 0) != 8 || close(fd))
        abort();
}

static void interrupt_twice(void)
{
    raise(SIGINT);
    raise(SIGTERM);
}

int mkostemp(char *name, int flags)
{
    void *symbol = dlsym(RTLD_NEXT, "mkostemp");
    int (*real)(char *, int), fd;

    memcpy(&real, &symbol, sizeof real); /* C has no conversion from an object's to a function's address */
    fd = real(name, flags);
    if (is("signals-early"))
        interrupt_twice();
    if (is("rewrite"))
        rewrite_other();
    return fd;
}

int fchmod(int fd, mode_t mode)
{
    struct stat status;
    fstat(fd, &status);
    note("fchmod-from", fd, NULL, status.st_mode & 07777);
    return (int)syscall(SYS_fchmod, fd, mode);
}

int fsync(int fd)
{
    static int calls;
    struct stat status;
    fstat(fd, &status);
    note(S_ISDIR(status.st_mode) ? "fsync-folder" : "fsync", fd, NULL, status.st_mode & 07777);
    if (!calls++ && is("early"))
        write_other(O_EXCL);
    else if (calls == 1 && is("change"))
        write_other(O_APPEND);
    return (int)syscall(SYS_fsync, fd);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    const char *slash = strrchr(to, '/');
    note("rename", -1, slash ? slash + 1 : to, flags);
    if (is("signals"))
        interrupt_twice();
    if ((is("appear") || is("appear-linked")) && !strcmp(getenv("ORB_NAME"), slash ? slash + 1 : to))
        write_other(O_EXCL);
    if (!is("no-renameat2") && !is("no-link") && !is("appear-linked"))
        return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
    errno = EINVAL;
    return -1;
}

int rename(const char *from, const char *to)
{
    if (is("slow"))
        sleep(1);
    return (int)syscall(SYS_rename, from, to);
}

int link(const char *from, const char *to)
{
    note("link", -1, strrchr(to, '/') + 1, 0);
    if (!is("no-link"))
        return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    errno = EPERM;
    return -1;
}
