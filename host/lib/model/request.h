/* What is asked of a device, in the words of the user and in those of the models' file names.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REQUEST_H
#define ORB_REQUEST_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* 0 where nothing is asked. */
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

#endif
