/* Finds models: all that there are, and the one that fits a request.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr, asprintf */
#include "model.h"

#include <orb_libdir.h>

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An address within this library. */
static const char here[] = "";

/* The folder `tail` of the folder that holds this library, or the program that it is linked into; NULL if unknown. */
static char *beside_library(const char *tail)
{
    char *path = NULL;
    Dl_info info;

    if (dladdr(here, &info) && info.dli_fname) {
        const char *slash = strrchr(info.dli_fname, '/');
        const int length = slash ? (int)(slash - info.dli_fname) + 1 : 0;

        if (asprintf(&path, "%.*s%s", length, info.dli_fname, tail) < 0)
            path = NULL;
    }
    return path;
}

/* The folder of a place, to be freed; NULL if it is not known. */
static char *folder_of(unsigned place)
{
    const char *chosen = getenv("ORB_MODEL_PATH");

    switch (place) {
    case 0:
        return chosen && *chosen ? strdup(chosen) : NULL;
    case 1:
        return beside_library("orbital"); /* the library in lib/ */
    case 2:
        return beside_library("../lib/orbital"); /* linked into a program in bin/ */
    default:
        return strdup(ORB_LIBDIR "/orbital");
    }
}

orb_status orb_model_visit(unsigned place, orb_model_visitor visit, void *user)
{
    char *folder = folder_of(place);
    DIR *dir = folder ? opendir(folder) : NULL;
    orb_status status = ORB_OK;

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
