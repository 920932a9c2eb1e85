/* What each file format provides to volume.c.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef VOLUME_FORMAT_H
#define VOLUME_FORMAT_H

#include "elements.h"
#include "volume.h"

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

/* What the name and the options of an input say besides the file. */
typedef struct volume_source {
    const raw_layout *raw; /* NULL: nothing */
    const char *dataset;   /* behind the file's name and a colon; NULL: none */
} volume_source;

typedef struct volume_format {
    const char *name;
    const char *endings[VOLUME_ENDINGS]; /* of file names; NULL behind the last */
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
    bool (*holds)(const dtype *type); /* whether elements can have this type; NULL: always */
    /** Reads the header: all of reader->head but format and ending, and what else this format needs. That the file can
     *  hold what it claims is checked here, before anyone asks for memory. */
    bool (*open)(volume_reader *reader, const volume_source *source);
    /** Reads the next layers. \param values  room for them */
    bool (*read)(volume_reader *reader, size_t layers, double *values);
    bool (*finish)(volume_reader *reader); /* behind the last layer; NULL: there is nothing to check */
    void (*close)(volume_reader *reader);  /* NULL: there is nothing to release */
    /* As volume_write_begin and so on; end may be called without begin, or after it failed. */
    bool (*begin)(volume_writer *writer);
    bool (*write)(volume_writer *writer, const volume *piece);
    bool (*end)(volume_writer *writer, bool good);
} volume_format;

extern const volume_format volume_format_nifti, volume_format_nrrd, volume_format_mrc, volume_format_tiff,
    volume_format_hdf5, volume_format_npy, volume_format_raw;

/** Sets shape, volumes and missing from the shape of a file, which may have more than four dimensions if these are 1,
 *  and has one at least. \return false when it is neither a volume nor a series, which is reported */
bool volume_set_shape(volume *v, const char *path, const size_t *shape, size_t dimensions);

/** A volume or series as an array in the order of a file: axis 0 or the last axis fastest. */
element_array volume_elements(const volume *v, bool first_fastest);

/** What a format of plain elements has for reading, behind open, and for writing, behind begin. */
bool volume_read_elements(volume_reader *reader, size_t layers, double *values);
bool volume_finish_elements(volume_reader *reader);
bool volume_write_elements(volume_writer *writer, const volume *piece);

/** Takes the record from the sidecar, if there is one. \return false on failure, which is reported */
bool volume_load_sidecar(volume_reader *reader);

/** Writes the record into the sidecar, where one was begun. \param more  what else it holds, or NULL */
bool volume_store_sidecar(const volume_writer *writer, const json_t *more);

/** Sizes and unit of the voxels for volume_spacing: anything where the header tells none, unit NULL without a name. */
void nifti_header_spacing(const nifti_header *header, double size[3], const char **unit);
void nifti_header_planes(const nifti_header *header, const char *plane[3]); /* sets what is known */
void nrrd_header_spacing(const nrrd_header *header, double size[3], const char **unit);
void mrc_header_spacing(const mrc_header *header, double size[3], const char **unit);

/** Where the elements of a NIfTI file begin, the bytes before, and how: value = slope * element + intercept. */
uint64_t nifti_header_offset(const nifti_header *header);
/** Makes of a header's bytes that of one volume of a series, where it tells of one. */
void nifti_header_take_one(const nifti_header *header, unsigned char *bytes);

const unsigned char *nifti_header_start(const nifti_header *header);
void nifti_header_elements(const nifti_header *header, double *slope, double *intercept, bool *big_endian);

/** Prints version, spacing and affine. */
void nifti_header_print(const nifti_header *header);

/** Frees the header that a NIfTI volume keeps. NULL is allowed. */
void nifti_header_free(nifti_header *header);

/** Frees what an NRRD volume keeps of its header. NULL is allowed. */
void nrrd_header_free(nrrd_header *header);

/** Frees what an MRC volume keeps of its header. NULL is allowed. */
void mrc_header_free(mrc_header *header);

/** Frees what a TIFF volume keeps of its first page. NULL is allowed. */
void tiff_header_free(tiff_header *header);

/** Closes the dataset that an HDF5 volume keeps. NULL is allowed. */
void hdf5_header_free(hdf5_header *header);

#endif
