/* Names of files.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf, realpath */

#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool name_ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && !strcmp(name + length - tail, ending);
}

bool name_is_standard(const char *name)
{
    return !strcmp(name, "-");
}

const char *name_of_temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

char *name_absolute(const char *path)
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
        return strdup(path); /* there is no such folder: creating the file will report it */
    if (asprintf(&target, "%s/%s", folder, name) < 0)
        target = NULL;
    free(folder);
    return target;
}
