/* What each file format provides.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef VOLUME_FORMAT_H
#define VOLUME_FORMAT_H

#include "dtype.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* See volume.h. */
typedef struct volume volume;
typedef struct volume_reader volume_reader;
typedef struct volume_writer volume_writer;
typedef struct raw_layout raw_layout;

typedef enum sidecar_use {
    SIDECAR_NEVER,       /* the format has a place for what was done */
    SIDECAR_WITH_RECORD, /* FILE.orbital.json holds what was done */
    SIDECAR_ALWAYS       /* and the layout besides */
} sidecar_use;

/* Of the elements in a file. */
typedef enum element_order {
    ORDER_OF_MEMORY, /* the one that the volume has in memory */
    ORDER_FIRST,     /* axis 0 fastest */
    ORDER_LAST       /* the last axis fastest */
} element_order;

enum { VOLUME_ENDINGS = 5, VOLUME_MAGICS = 4 };

/* What the name and the options of an input specify. */
typedef struct volume_source {
    const raw_layout *raw; /* NULL: nothing */
    const char *dataset;   /* after the file's name and a colon; NULL: none */
    const json_t *sidecar; /* what FILE.orbital.json holds; NULL: there is none, or the format needs none */
} volume_source;

typedef struct volume_format {
    const char *name;
    const char *endings[VOLUME_ENDINGS]; /* of file names; NULL after the last */
    struct {
        size_t at;
        const char *bytes;
        size_t size;        /* 0: there are no more */
    } magic[VOLUME_MAGICS]; /* what a file of the format holds at a place */
    const char *read_only;  /* one of them that no file can be written with; NULL: none */
    sidecar_use sidecar;
    bool datasets; /* a file holds many volumes, and names are FILE:DATASET; what is there is kept */
    bool series;   /* a file has a place for a fourth axis */
    element_order order;
    const dtype_code *types; /* that elements can have; NULL: all */
    /** Reads the header: all of reader->head but format and ending, and what else this format needs. The record is
     *  read here only if it is in the file. That the file can hold what it claims is checked here, before anyone asks
     *  for memory. */
    bool (*open)(volume_reader *reader, const volume_source *source);
    /** Reads the next layers. \param values  room for them */
    bool (*read)(volume_reader *reader, size_t layers, double *values);
    bool (*finish)(volume_reader *reader); /* after the last layer; NULL: there is nothing to check */
    void (*close)(volume_reader *reader);  /* NULL: there is nothing to release */
    /* As volume_write_begin and so on, for what is in the file itself; end may be called without begin, or after it
     * failed. */
    bool (*begin)(volume_writer *writer); /* NULL: nothing stands before the elements */
    bool (*write)(volume_writer *writer, const volume *piece);
    bool (*end)(volume_writer *writer, bool good); /* NULL: nothing stands after the elements */
    /* Operations on the header that open kept in reader->head.header; NULL: none. */
    void (*release)(void *header); /* NULL only where open never keeps any */
    /** Sizes and unit of the voxels for volume_spacing: any values if it has none; unit NULL without a name. */
    void (*spacing)(const void *header, double size[3], const char **unit);
    void (*planes)(const void *header, const char *plane[3]); /* sets what is known */
    void (*print)(const void *header);                        /* lines for people */
} volume_format;

/* The formats that a program reads and writes, ending with NULL: those of orbital are listed in formats/formats.c. */
extern const volume_format *const volume_formats[];

/* What to do with a file of another format; NULL: no advice. */
extern const char *const volume_formats_cure;

/** Whether files may be compressed with gzip. */
extern const bool volume_formats_gzip;

extern const volume_format volume_format_nifti, volume_format_nrrd, volume_format_mrc, volume_format_tiff,
    volume_format_hdf5, volume_format_npy, volume_format_raw;

#endif
