/* Files that appear under their names when they are complete: what the file system has to do for that.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>
#include <sys/stat.h>

/** Creates a file that only this user may read and write. A signal that ends the process removes it.
 *  \param name  ends in XXXXXX, which is replaced. Kept, not copied, until interrupt_keep(name)
 *  \return its descriptor, or -1 with errno */
int place_temporary(char *name);

/** Creates such a file in the folder for temporary files, without a name there: nothing of it stays behind, however the
 *  process ends.
 *  \param name  out: a name under which this process can open it, which the caller frees; NULL on failure
 *  \return its descriptor, or -1 with errno */
int place_unnamed(char **name);

/** Gives a file the permissions and, as far as this user may, the owner and the group of the one that it replaces.
 *  \param replaced  NULL: none; the file gets the permissions of a new one
 *  \return an errno, or 0 */
int place_permissions(int fd, const struct stat *replaced);

/** Renames a file unless the new name is taken.
 *  \return an errno, or 0: EEXIST if it is taken, ENOTSUP if the file system cannot do that */
int place_new(const char *from, const char *to);

/** Whether two looks found the same file, of the same size, and nobody wrote to it in between. */
bool place_unchanged(const struct stat *then, const struct stat *now);

/** Waits until the disk has the names in the folder of a file. \return an errno, or 0 */
int place_sync(const char *path);

/** Waits until no other command holds this lock on the folder of a file, and takes it. Where the file system has no
 *  such locks, nothing is waited for. \return a descriptor to close when the lock may go, or -1 */
int place_lock(const char *path);

#endif
