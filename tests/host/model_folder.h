/* A folder of empty files with the names of models, in which the library looks for them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_FOLDER_H
#define MODEL_FOLDER_H

#include "support.h"

/* Its path, once it is there. */
extern char model_folder[];

/* Makes it with these files, and names it in ORB_MODEL_PATH. Returns 0, as a fixture does. */
int model_folder_make(const char *const *files, size_t count);

/* Removes it with these files. Returns 0, as a fixture does. */
int model_folder_remove(const char *const *files, size_t count);

#endif
