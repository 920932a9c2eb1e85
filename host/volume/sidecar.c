/* The JSON beside files that cannot hold it themselves.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "sidecar.h"

#include "infile.h"
#include "message.h"
#include "record_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

char *sidecar_name(const char *path)
{
    char *name = NULL;
    if (asprintf(&name, "%s.orbital.json", path) >= 0)
        return name;
    fail_memory(path);
    return NULL;
}

bool sidecar_damaged(const char *name)
{
    return fail(name, "remove it, or use the one that belongs to the volume", "is not an orbital record");
}

/* Parses a sidecar. NULL if the text is none. */
static json_t *parse(const char *text, size_t size)
{
    json_t *content = record_parse(text, size), *raw = NULL, *record = NULL;
    const char *digits = NULL;

    if (content && !json_unpack(content, "{s?o, s?o, s?s !}", "raw", &raw, "orbital", &record, "values", &digits) &&
        (!record || json_is_object(record)))
        return content;
    json_decref(content);
    return NULL;
}

json_t *sidecar_read(const char *name)
{
    infile *file = infile_open(name, INFILE_PLAIN);
    const size_t size = file ? (size_t)infile_limit(file) : 0;
    const bool fits = size <= RECORD_BYTES;
    char *text = file && fits ? malloc(size) : NULL;
    json_t *content = NULL;

    if (text && infile_read(file, text, size)) {
        content = parse(text, size);
        if (!content)
            sidecar_damaged(name);
    } else if (file && !fits) {
        sidecar_damaged(name);
    } else if (file && !text) {
        fail_memory(name);
    }
    infile_close(file);
    free(text);
    return content;
}

bool sidecar_may_go(const char *name, bool replaced)
{
    struct stat status;
    json_t *content;

    if (lstat(name, &status))
        return true;
    if (S_ISLNK(status.st_mode))
        return !replaced || fail(name, "remove it, or choose another name for the output", "is a symbolic link");
    content = sidecar_read(name);
    json_decref(content);
    return content;
}
