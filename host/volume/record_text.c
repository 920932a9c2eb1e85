/* The JSON in which files and the records beside them say what was done.
 * SPDX-License-Identifier: Apache-2.0 */
#include "record_text.h"

#include "message.h"

json_t *record_parse(const char *text, size_t size)
{
    json_t *content = size <= RECORD_BYTES ? json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL) : NULL;

    if (json_is_object(content))
        return content;
    json_decref(content);
    return NULL;
}

json_t *record_within(const char *path, const char *text, size_t size)
{
    json_t *record = record_parse(text, size);

    if (!record)
        record_damaged(path);
    return record;
}

bool record_damaged(const char *path)
{
    return fail(path, "use the file and the record as orbital forward wrote them",
                "the record of its forward transform is damaged");
}
