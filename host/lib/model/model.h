/* Models of the array: shared objects, one per configuration, found at run time by what the user asks for.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_MODEL_FILES_H
#define ORB_MODEL_FILES_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* What is asked of a device, or what a device is; 0 where nothing is asked. */
typedef struct orb_request {
    unsigned p, bmax, bfull, w, nbuf, lanes, io;
    unsigned exponent; /* of a float format, with its w */
    bool fixed;        /* fixed point, with any w */
    unsigned jobs;     /* instances side by side */
} orb_request;

/* Reads "KEY=VALUE,FORMAT,..." (NULL: nothing asked). ORB_OK or ORB_INVALID. */
orb_status orb_request_parse(orb_request *request, const char *text);

/* Reads the name of a model's file; what it leaves out is usual. False if it is no model of this engine. */
bool orb_request_of_file(orb_request *is, const char *engine, const char *file);

/* Does a device fit? */
bool orb_request_fits(const orb_request *asked, const orb_request *is);

/* How usual a device is, fixed point first: of those that fit, the most usual is meant. */
int orb_request_usual(const orb_request *is);

/* Writes the text that asks for just this device, without its engine. */
void orb_request_write(const orb_request *is, char *text, size_t size);

/* The folders that may hold models, by precedence: ORB_MODEL_PATH, the one beside the shared library, the one where
 * models are installed. A model is code, so all of them are absolute. */
enum { ORB_MODEL_PLACES = 3 };

/* Called for a file of such a folder. */
typedef orb_status (*orb_model_visitor)(void *user, const char *folder, const char *file);

/* Visits the files of a place until the visitor fails. ORB_OK, ORB_NO_MEMORY, ORB_INVALID (ORB_MODEL_PATH is not
 * absolute), or what the visitor returned. */
orb_status orb_model_visit(unsigned place, orb_model_visitor visit, void *user);

/* The path of the model of this engine ("sim" or "hls") that fits best, to be freed, in the first place that has one
 * that fits; *found describes it by its name. ORB_OK, ORB_NO_MEMORY, ORB_NO_DEVICE, ORB_INVALID (as orb_model_visit) */
orb_status orb_model_find(const char *engine, const orb_request *request, char **path, orb_request *found);

#endif
