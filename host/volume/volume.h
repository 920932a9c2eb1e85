/* A volume in memory, and the formats in which files hold it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Axis 0 is the first index that numpy or nibabel shows, in every format; how axes lie in memory is another matter. */
#ifndef VOLUME_H
#define VOLUME_H

#include "elements.h"
#include "infile.h"
#include "outfile.h"
#include "volume_format.h"

#include <jansson.h>

struct volume {
    size_t shape[3];
    unsigned missing;   /* how many of the last axes the file does not have; these have one point */
    size_t volumes;     /* of a series: along a fourth axis, in memory the slowest where axis 0 is the fastest, else
                            the fastest; 1 where it is none */
    bool first_fastest; /* in memory axis 0 varies fastest (NIfTI, Fortran order); else the last axis (C order) */
    bool complex;       /* each point has a real and an imaginary part */
    double *data;       /* owned; of complex points both parts, one after the other; NULL: there is only the header */
    size_t from[4];     /* of a piece of a file: where it begins there */
    bool of_series;     /* likewise: there are four axes */
    const char *format; /* name of the file's format; NULL when not from a file */
    const char *ending; /* of file names of this format, without the dot; likewise */
    const dtype *type;  /* of the file's elements */
    bool scaled;        /* the file's header scales its elements */
    const volume_format *kind; /* the format of the file; NULL when not from a file */
    void *header;              /* what else the header of the file holds, as its format keeps it, or NULL; owned */
    json_t *record;            /* what orbital wrote into or beside the file, or NULL; owned */
};

/* What the user specifies because the input does not. */
struct raw_layout {
    const char *format; /* an ending without its dot; NULL: that of the name */
    size_t shape[4];    /* of a raw input, the last 1 if it is not a series; {0}: from FILE.orbital.json */
    unsigned missing;   /* axes that shape does not give, see volume */
    const dtype *type;  /* NULL: from FILE.orbital.json */
    bool big_endian;
    bool one; /* of a series only this one is read: */
    size_t volume;
};

/* A file that is read from its beginning to its end, piece by piece: layers of points, which lie along axis 2 of one
 * volume after the other where axis 0 is the fastest, else along axis 0, of all volumes of a series at once. */
struct volume_reader {
    volume head; /* of the file, with the facts of its header; no data */
    const volume_format *format;
    infile *file;
    size_t layers, done; /* of the file, and of these read */
    size_t points;       /* of a layer */
    size_t volumes;      /* of the file; if more than head has, first is the one that is read */
    size_t first;
    bool at_once;       /* the layers can only be read all at once */
    bool swap;          /* elements are in the other order of bytes */
    void *state;        /* the format's own */
    bool fingerprinted; /* the record beside the file has a fingerprint of its values: */
    uint64_t expected;  /* elements_fingerprint of the file that it was written with */
    uint64_t found;     /* and of the layers that were read so far */
};

/* A file of a set of outputs that will hold a volume. */
typedef struct volume_target {
    const char *path;
    const volume_format *format;
    const char *dataset; /* within the file, from the end of the path; NULL: none */
    outfile *data;
    outfile *sidecar; /* FILE.orbital.json, or NULL */
} volume_target;

/* How a volume is stored. */
typedef struct store_options {
    const dtype *type;    /* of the elements */
    const volume *like;   /* its header is kept where the format is the same; NULL: none */
    const json_t *record; /* what was done, to be stored with it; NULL: nothing */
} store_options;

/* A volume that is being written, piece by piece as a volume_reader gives them. */
struct volume_writer {
    volume head; /* of the whole; no data, no header */
    const volume_target *target;
    store_options options;
    char *record;         /* the record in JSON, or NULL; only while the format begins the file */
    size_t clipped;       /* values out of the element type's range */
    void *state;          /* the format's own */
    uint64_t numbers;     /* written so far */
    uint64_t fingerprint; /* elements_fingerprint of these, for the record beside the file */
};

/** Opens a file and reads its header; the format is the one that is given, raw if a layout is, else follows from the
 *  name's ending.
 *  \param path  "-" is standard input, whose format follows from what it holds
 *  \param raw   NULL when the user gave no layout, no format and no volume of a series
 *  \return false on failure, which is reported; volume_close is needed in both cases */
bool volume_open(volume_reader *reader, const char *path, const raw_layout *raw);

/** Reads the next layers. Behind the last, what is wrong with the end of the file is found, too.
 *  \return false on failure, which is reported; volume_release is needed in both cases */
bool volume_read(volume_reader *reader, size_t layers, volume *piece);

/** Warns if all of a file was read and its values are not those that the record beside it was written with. */
void volume_warn_if_changed(const volume_reader *reader);

/** Closes a file. */
void volume_close(volume_reader *reader);

/** Layers of a volume or a series. */
size_t volume_layers(const volume *v);

/** Reads a volume as volume_open and volume_read do. A series is refused.
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
const char *volume_format_for(const char *path, const char *requested, const volume *in);

/** Whether the file's elements will be in another order than those of a volume in memory, so that it cannot be written
 *  piece by piece. */
bool volume_reorders(const volume_target *target, const volume *v);

/** Checks that the format has a place for a series, where it is one. \return false if not, which is reported */
bool volume_target_holds(const volume_target *target, const volume *v);

/** Whether the format has elements of this type. */
bool volume_target_takes(const volume_target *target, const dtype *type);

/** Checks that a file of one volume is asked for no other one. \return false when it is, which is reported */
bool volume_is_only(const char *path, const raw_layout *raw);

/** Begins to store a volume whose shape is known. volume_write_end is needed in any case.
 *  \param whole  its data is not used \return false on failure, which is reported */
bool volume_write_begin(volume_writer *writer, const volume *whole, const volume_target *target,
                        const store_options *options);

/** Stores the next piece. \return false on failure, which is reported */
bool volume_write(volume_writer *writer, const volume *piece);

/** Completes what was written, if all went well so far, and releases what it took.
 *  \return false on failure, which is reported, or if good is false */
bool volume_write_end(volume_writer *writer, bool good);

/** Stores a volume.
 *  \param clipped  is increased by the number of values out of the element type's range
 *  \return false on failure, which is reported */
bool volume_store(const volume *v, const volume_target *target, const store_options *options, size_t *clipped);

/** A volume of zeros. \return false when memory ran out, which is reported; volume_release is needed in both cases */
bool volume_create(volume *v, const size_t shape[3], bool first_fastest, bool complex);

/** Memory for the data of a volume whose shape is set. \return false when memory ran out, which is reported */
bool volume_allocate(volume *v);

/** Frees what a volume owns. */
void volume_release(volume *v);

/** The shape of a volume or series as "4 x 3 x 2", of the axes that it has. \param text  room for it \return text */
const char *volume_shape_text(const volume *v, char *text, size_t size);

/** The same of a volume as a list, without that of a series; NULL when memory ran out. */
json_t *volume_shape_json(const volume *v);

/** Points of a volume, or of all of a series. */
size_t volume_count(const volume *v);

/** Numbers in its data: one a point, or two where they are complex. */
size_t volume_numbers(const volume *v);

/** The value of a real point, or the magnitude of a complex one, which is finite if both parts are.
 *  \param point  its place in memory, from 0 */
double volume_value(const volume *v, size_t point);

/** Steps in memory along each axis, in points. */
void volume_strides(const volume *v, size_t stride[3]);

/** Step in memory from one volume of a series to the next, in points. */
size_t volume_series_stride(const volume *v);

/** How many values are NaN or infinite. */
size_t volume_not_finite(const volume *v);

/** Smallest and largest finite value, magnitudes of complex ones, and how many are NaN or infinite. */
size_t volume_range(const volume *v, double *smallest, double *largest);

/** The size of a voxel from the header. \param unit  out: its name, NULL where it has none; the volume's
 *  \return false if the header has no sizes above 0, or there is none */
bool volume_spacing(const volume *v, double size[3], const char **unit);

/** What the header of a file of this format holds; NULL of a volume that is not from such a file. */
void *volume_header(const volume *v, const volume_format *kind);

/** Prints further facts of the header about space, if there are any. */
void volume_print_header(const volume *v);

/** What the planes are called in a body, "axial " and the like, by the axis at right angles to them; "" if unknown. */
void volume_planes(const volume *v, const char *plane[3]);

/** Reports a value that is not finite and returns false. \param at  its place in the file */
bool volume_complain_of(double value, const char *path, const size_t at[4], bool of_series);

/** Checks that all values are finite. \return false when not, which is reported with the first position */
bool volume_require_finite(const volume *v, const char *path);

/* ---- for all formats ---- */

/** Sets shape, volumes and missing from the shape of a file, which may have more than four dimensions if these are 1,
 *  and has one at least. \return false when it is neither a volume nor a series, which is reported */
bool volume_set_shape(volume *v, const char *path, const size_t *shape, size_t dimensions);

/** Takes the elements of a line, which it may change. \return false on failure, which is reported */
typedef bool elements_taker(void *user, void *bytes, size_t size);

/** Gives the elements of a piece, in the order of the file and line by line, to a function. A real type takes the real
 *  parts of complex points. \return false on failure, which is reported */
bool volume_give_elements(volume_writer *writer, const volume *piece, elements_taker *take, void *user);

/** What a format of plain elements has for reading, after open, and for writing, after begin. */
bool volume_read_elements(volume_reader *reader, size_t layers, double *values);
bool volume_finish_elements(volume_reader *reader);
bool volume_write_elements(volume_writer *writer, const volume *piece);

#endif
