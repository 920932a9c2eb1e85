/* FILE.orbital.json: what orbital knows of a file whose format has no place for it.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "sidecar.h"

#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char *sidecar_name(const char *path)
{
    char *name = NULL;
    return asprintf(&name, "%s.orbital.json", path) < 0 ? NULL : name;
}

json_t *sidecar_load(const char *path, bool *good)
{
    char *name = path ? sidecar_name(path) : NULL;
    json_error_t error;
    json_t *content = NULL;

    *good = true;
    if (!path)
        return NULL;
    if (!name)
        *good = fail_memory(path);
    else if (!access(name, F_OK)) {
        content = json_load_file(name, 0, &error);
        if (!json_is_object(content))
            *good = fail(name, "remove it, or use the one that belongs to the volume", "is not an orbital record");
    }
    free(name);
    if (!*good) {
        json_decref(content);
        content = NULL;
    }
    return content;
}

bool sidecar_write(outfile *file, const json_t *record, const json_t *more)
{
    json_t *content = more ? json_copy((json_t *)more) : json_object();
    char *text = NULL;
    bool good;

    if (content && record)
        json_object_set_new(content, "orbital", json_deep_copy(record));
    if (content)
        text = json_dumps(content, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    good = text ? outfile_puts(file, text) && outfile_puts(file, "\n") : fail_memory(NULL);
    free(text);
    json_decref(content);
    return good;
}
