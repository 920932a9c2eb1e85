/* Models of the array: shared objects, one per configuration, found at run time.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_MODEL_FILES_H
#define ORB_MODEL_FILES_H

#include "request.h"
#include "transport.h"

/* The folders that may hold models, by precedence: ORB_MODEL_PATH, two beside the library, where it was installed. */
enum { ORB_MODEL_PLACES = 4 };

/* Called for a file of such a folder. */
typedef orb_status (*orb_model_visitor)(void *user, const char *folder, const char *file);

/* Visits the files of a place until the visitor fails. ORB_OK, or what it returned. */
orb_status orb_model_visit(unsigned place, orb_model_visitor visit, void *user);

/* The path of the model of this engine ("sim" or "hls") that fits best, to be freed, in ORB_MODEL_PATH, beside the
 * library, or where it was installed; *found describes it by its name. ORB_OK, ORB_NO_MEMORY, ORB_NO_DEVICE */
orb_status orb_model_find(const char *engine, const orb_request *request, char **path, orb_request *found);

/* A loaded shared object. */
typedef struct orb_model_library orb_model_library;

/* ORB_OK, ORB_NO_MEMORY, ORB_NO_DEVICE (cannot be loaded), ORB_WRONG_DEVICE (no model of this version) */
orb_status orb_model_library_open(orb_model_library **library, const char *path);

/* Its instances must have been closed. NULL is allowed. */
void orb_model_library_close(orb_model_library *library);

/* A fresh instance of the model. ORB_OK, ORB_NO_MEMORY */
orb_status orb_model_connect(orb_transport **transport, const orb_model_library *library);

#endif
