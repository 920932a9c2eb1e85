/* A folder of empty files with the names of models, in which the library looks for them.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, setenv */
#include "model_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char model_folder[] = "/tmp/orbital-test-XXXXXX";

int model_folder_make(const char *const *files, size_t count)
{
    assert_non_null(mkdtemp(model_folder));
    for (size_t i = 0; i < count; i++) {
        char path[128];
        FILE *file;

        snprintf(path, sizeof path, "%s/%s", model_folder, files[i]);
        file = fopen(path, "w");
        assert_non_null(file);
        fclose(file);
    }
    return setenv("ORB_MODEL_PATH", model_folder, 1);
}

int model_folder_remove(const char *const *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char path[128];

        snprintf(path, sizeof path, "%s/%s", model_folder, files[i]);
        unlink(path);
    }
    return rmdir(model_folder);
}
