/* Finds models: all that there are, and the one that fits a request.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr1, asprintf, secure_getenv */
#include "error.h"
#include "model.h"

#include <orb_libdir.h>

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A relative folder means what the current folder makes of it: whoever chooses that would choose the code that runs. */
static bool is_absolute(const char *folder)
{
    return folder[0] == '/';
}

/* The folder from the environment, or NULL. A program with the rights of another user takes none. ORB_OK, ORB_INVALID,
 * ORB_NO_MEMORY */
static orb_status chosen_folder(char **folder)
{
    const char *chosen = secure_getenv("ORB_MODEL_PATH");

    if (!chosen || !*chosen)
        return ORB_OK;
    if (!is_absolute(chosen))
        return orb_refuse(ORB_INVALID, "ORB_MODEL_PATH is \"%.120s\": give the absolute path of the folder", chosen);
    *folder = strdup(chosen);
    return *folder ? ORB_OK : ORB_NO_MEMORY;
}

/* The path of the shared library that holds an address; NULL if the program itself holds it. For a program, dladdr
 * gives argv[0], which the parent process chose. */
static const char *library_that_holds(const void *address)
{
    void *program = dlopen(NULL, RTLD_LAZY), *in_program = NULL, *in_library = NULL;
    Dl_info info = {.dli_fname = NULL};
    const bool found = program && !dlinfo(program, RTLD_DI_LINKMAP, &in_program) &&
                       dladdr1(address, &info, &in_library, RTLD_DL_LINKMAP) && in_library != in_program;

    if (program)
        dlclose(program);
    return found ? info.dli_fname : NULL;
}

/* The folder beside this shared library, or NULL if there is none, or if the loader found it in a relative folder.
 * ORB_OK, ORB_NO_MEMORY */
static orb_status folder_beside_library(char **folder)
{
    static const char here[] = ""; /* an address within this library */
    const char *path = library_that_holds(here);

    if (!path || !is_absolute(path))
        return ORB_OK;
    if (asprintf(folder, "%.*s/orbital", (int)(strrchr(path, '/') - path), path) < 0)
        *folder = NULL;
    return *folder ? ORB_OK : ORB_NO_MEMORY;
}

/* The folder where models are installed, or NULL. ORB_OK, ORB_NO_MEMORY */
static orb_status installed_folder(char **folder)
{
    static const char installed[] = ORB_LIBDIR "/orbital";

    if (!is_absolute(installed))
        return ORB_OK;
    *folder = strdup(installed);
    return *folder ? ORB_OK : ORB_NO_MEMORY;
}

orb_status orb_model_visit(unsigned place, orb_model_visitor visit, void *user)
{
    static orb_status (*const places[ORB_MODEL_PLACES])(char **folder) = {chosen_folder, folder_beside_library,
                                                                          installed_folder};
    char *folder = NULL;
    orb_status status = places[place](&folder);
    DIR *dir = status || !folder ? NULL : opendir(folder);

    if (dir) {
        for (struct dirent *entry = readdir(dir); entry && !status; entry = readdir(dir))
            status = visit(user, folder, entry->d_name);
        closedir(dir);
    }
    free(folder);
    return status;
}

/* A search, and the best model so far: the most usual one, and of those the first by name. */
typedef struct search {
    const char *engine;
    const orb_request *request;
    char *path;
    orb_request properties;
    int score;
} search;

/* Takes a file as best if it fits the request better than what was found. */
static orb_status consider(void *user, const char *folder, const char *file)
{
    search *best = user;
    orb_request is;
    int score;
    char *path;

    if (!orb_request_of_file(&is, best->engine, file) || !orb_request_fits(best->request, &is))
        return ORB_OK;
    score = orb_request_usual(&is);
    if (best->path && (score < best->score || (score == best->score && strcmp(file, strrchr(best->path, '/') + 1) > 0)))
        return ORB_OK;
    if (asprintf(&path, "%s/%s", folder, file) < 0)
        return ORB_NO_MEMORY;
    free(best->path);
    best->path = path;
    best->properties = is;
    best->score = score;
    return ORB_OK;
}

orb_status orb_model_find(const char *engine, const orb_request *request, char **path, orb_request *found)
{
    search best = {.engine = engine, .request = request};
    orb_status status = ORB_OK;

    for (unsigned place = 0; place < ORB_MODEL_PLACES && !status && !best.path; place++)
        status = orb_model_visit(place, consider, &best);
    if (!status && !best.path)
        status = ORB_NO_DEVICE;
    if (status) {
        free(best.path);
        best.path = NULL;
    }
    *path = best.path;
    *found = best.properties;
    return status;
}
