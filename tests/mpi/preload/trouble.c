/* What befalls a rank of a program that it is loaded into ahead of MPI: the environment says what, and of which rank.
 * SPDX-License-Identifier: Apache-2.0
 *
 * ORB_TROUBLE is "kill" (by SIGKILL, where it opens its output), "full" (files may have 4096 bytes from there on),
 * "full-early" (from MPI_Init on), "blind" (it reaches no file by MPI), "memory" (none; at its end it says how much
 * it took) or "poor" (the allocation of many bytes whose number is ORB_TROUBLE_COUNT, from 0 at MPI_Init on, fails).
 * ORB_TROUBLE_RANK: all unless given. */
#define _GNU_SOURCE

#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool is(const char *trouble)
{
    const char *said = getenv("ORB_TROUBLE"), *rank = getenv("ORB_TROUBLE_RANK");
    int mine;

    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    return said && !strcmp(said, trouble) && (!rank || atoi(rank) == mine);
}

static void limit(void)
{
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, 4096});
}

#define MANY_BYTES 200000 /* more than what MPI takes for itself */

static int until_poor = -1;

static bool fails(size_t size)
{
    return size >= MANY_BYTES && until_poor >= 0 && until_poor-- == 0;
}

void *malloc(size_t size)
{
    extern void *__libc_malloc(size_t);
    return fails(size) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    extern void *__libc_calloc(size_t, size_t);
    return fails(count * size) ? NULL : __libc_calloc(count, size);
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    if (is("poor"))
        until_poor = atoi(getenv("ORB_TROUBLE_COUNT"));
    if (is("full-early"))
        limit();
    return code;
}

int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file)
{
    if (!(mode & MPI_MODE_RDONLY) && is("kill"))
        raise(SIGKILL);
    if (!(mode & MPI_MODE_RDONLY) && is("full"))
        limit();
    return PMPI_File_open(comm, is("blind") ? "/nowhere/at/all" : name, mode, info, file);
}

/* Where files are to become full late, the file system cannot take room for them ahead. */
int fallocate(int fd, int mode, off_t offset, off_t size)
{
    if (!is("full"))
        return (int)syscall(SYS_fallocate, fd, mode, offset, size);
    errno = EOPNOTSUPP;
    return -1;
}

int MPI_Finalize(void)
{
    struct rusage used;

    if (is("memory") && !getrusage(RUSAGE_SELF, &used))
        fprintf(stderr, "memory %ld\n", used.ru_maxrss);
    return PMPI_Finalize();
}
