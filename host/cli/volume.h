/* A volume in memory, and the formats in which files hold it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Axis 0 is the first index that numpy or nibabel shows, in every format; how axes lie in memory is another matter. */
#ifndef VOLUME_H
#define VOLUME_H

#include "dtype.h"
#include "infile.h"
#include "outfile.h"

#include <jansson.h>

typedef struct nifti_header nifti_header;
typedef struct nrrd_header nrrd_header;
typedef struct mrc_header mrc_header;
typedef struct tiff_header tiff_header;
typedef struct hdf5_header hdf5_header;

typedef struct volume {
    size_t shape[3];
    bool first_fastest;  /* in memory axis 0 varies fastest (NIfTI, Fortran order); else axis 2 (C order) */
    bool complex;        /* each point has a real and an imaginary part */
    double *data;        /* owned; of complex points both parts, one behind the other */
    const char *format;  /* name of the file's format; NULL when not from a file */
    const char *ending;  /* by which a name says this format, without its dot; likewise */
    const dtype *type;   /* of the file's elements */
    bool scaled;         /* the file's header scales its elements */
    nifti_header *nifti; /* what else the header of a NIfTI file holds, or NULL; owned */
    nrrd_header *nrrd;   /* likewise of an NRRD file */
    mrc_header *mrc;     /* likewise of an MRC file */
    tiff_header *tiff;   /* likewise of a TIFF file */
    hdf5_header *hdf5;   /* likewise of a dataset in an HDF5 file */
    json_t *record;      /* what orbital wrote into or beside the file, or NULL; owned */
} volume;

/* What an input does not say of itself, so that the user does. */
typedef struct raw_layout {
    const char *format; /* an ending without its dot; NULL: that of the name */
    size_t shape[3];    /* of what is raw; {0}: as FILE.orbital.json says */
    const dtype *type;  /* NULL: as FILE.orbital.json says */
    bool big_endian;
} raw_layout;

/* A file of a set of outputs that will hold a volume. */
typedef struct volume_target {
    const char *path;
    const struct volume_format *format;
    const char *dataset; /* within the file, behind its name in path; NULL: none */
    outfile *data;
    outfile *sidecar; /* FILE.orbital.json, or NULL */
} volume_target;

/* How a volume is stored. */
typedef struct store_options {
    const dtype *type;    /* of the elements */
    const volume *like;   /* its header is kept where the format is the same; NULL: none */
    const json_t *record; /* what was done, to be stored with it; NULL: nothing */
} store_options;

/** Reads a volume; the format is the one that is given, raw if a layout is, else follows from the name's ending.
 *  \param path  "-" is standard input, whose format follows from what it holds
 *  \param raw   NULL when the user gave no layout and no format
 *  \return false on failure, which is reported; volume_release is needed in both cases */
bool volume_load(volume *v, const char *path, const raw_layout *raw);

/** Begins a file. Separate from the storing, so that a name that cannot be written
 *  is found before the work.
 *  \param path      kept, not copied; "-" is standard output
 *  \param format    an ending without its dot; NULL: that of the name
 *  \param recorded  whether what was done will be stored with the volume
 *  \return false on failure, which is reported */
bool volume_begin(volume_target *target, outputs *set, const char *path, const char *format, bool recorded);

/** The format of an output: what was asked for; else, for standard output, that of the input; else NULL. */
const char *volume_format_for(const char *path, const char *wanted, const volume *in);

/** Whether the file will be NIfTI. */
bool volume_is_nifti(const volume_target *target);

/** Stores a volume.
 *  \param clipped  is increased by the number of values out of the element type's range
 *  \return false on failure, which is reported */
bool volume_store(const volume *v, const volume_target *target, const store_options *options, size_t *clipped);

/** A volume of zeros. \return false when memory ran out, which is reported; volume_release is needed in both cases */
bool volume_create(volume *v, const size_t shape[3], bool first_fastest, bool complex);

/** Frees what a volume owns. */
void volume_release(volume *v);

/** Points of a volume. */
size_t volume_count(const volume *v);

/** Numbers in its data: one a point, or two where they are complex. */
size_t volume_numbers(const volume *v);

/** The value of a real point, or the magnitude of a complex one. \param point  its place in memory, from 0 */
double volume_value(const volume *v, size_t point);

/** Steps in memory along each axis, in points. */
void volume_strides(const volume *v, size_t stride[3]);

/** How many values are NaN or infinite. */
size_t volume_not_finite(const volume *v);

/** Smallest and largest finite value, magnitudes of complex ones, and how many are NaN or infinite. */
size_t volume_range(const volume *v, double *smallest, double *largest);

/** The size of a voxel as the header tells it. \param unit  out: its name, NULL where it has none; the volume's
 *  \return false where the header tells no sizes above 0, or there is none */
bool volume_spacing(const volume *v, double size[3], const char **unit);

/** What the planes are called in a body, "axial " and the like, by the axis at right angles to them; "" if unknown. */
void volume_planes(const volume *v, const char *plane[3]);

/** Checks that all values are finite. \return false when not, which is reported with the first position */
bool volume_require_finite(const volume *v, const char *path);

#endif
