/* Finds the model of an array that fits a request.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "model.h"

#include <orb_libdir.h>

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The best model so far: the most usual one, and of those the first by name. */
typedef struct candidate {
    char *path;
    orb_request properties;
    int score;
} candidate;

/* Takes file of folder as best if it fits the request better than what was found. */
static orb_status consider(const char *engine, const orb_request *request, const char *folder, const char *file,
                           candidate *best)
{
    orb_request is;
    int score;
    char *path;

    if (!orb_request_of_file(&is, engine, file) || !orb_request_fits(request, &is))
        return ORB_OK;
    score = orb_request_usual(&is);
    if (best->path && (score < best->score || (score == best->score && strcmp(file, strrchr(best->path, '/') + 1) > 0)))
        return ORB_OK;
    path = malloc(strlen(folder) + strlen(file) + 2);
    if (!path)
        return ORB_NO_MEMORY;
    sprintf(path, "%s/%s", folder, file);
    free(best->path);
    best->path = path;
    best->properties = is;
    best->score = score;
    return ORB_OK;
}

static orb_status search_folder(const char *engine, const orb_request *request, const char *folder, candidate *best)
{
    orb_status status = ORB_OK;
    DIR *dir = opendir(folder);

    if (dir) {
        for (struct dirent *entry = readdir(dir); entry && !status; entry = readdir(dir))
            status = consider(engine, request, folder, entry->d_name, best);
        closedir(dir);
    }
    return status;
}

/* An address within this library. */
static const char here[] = "";

/* The folder `tail` of the folder that holds this library, or the program that it is linked into; NULL if unknown. */
static char *beside_library(const char *tail)
{
    char *path = NULL;
    Dl_info info;

    if (dladdr(here, &info) && info.dli_fname) {
        const char *slash = strrchr(info.dli_fname, '/');
        const size_t length = slash ? (size_t)(slash - info.dli_fname) + 1 : 0;

        path = malloc(length + strlen(tail) + 1);
        if (path) {
            memcpy(path, info.dli_fname, length);
            strcpy(path + length, tail);
        }
    }
    return path;
}

static orb_status search_beside(const char *engine, const orb_request *request, const char *tail, candidate *best)
{
    orb_status status = ORB_OK;
    char *folder = beside_library(tail);

    if (folder)
        status = search_folder(engine, request, folder, best);
    free(folder);
    return status;
}

orb_status orb_model_find(const char *engine, const orb_request *request, char **path, orb_request *found)
{
    const char *chosen = getenv("ORB_MODEL_PATH");
    candidate best = {0};
    orb_status status = ORB_OK;

    if (chosen && *chosen)
        status = search_folder(engine, request, chosen, &best);
    if (!status && !best.path)
        status = search_beside(engine, request, "orbital", &best); /* the library in lib/ */
    if (!status && !best.path)
        status = search_beside(engine, request, "../lib/orbital", &best); /* linked into a program in bin/ */
    if (!status && !best.path)
        status = search_folder(engine, request, ORB_LIBDIR "/orbital", &best);
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
