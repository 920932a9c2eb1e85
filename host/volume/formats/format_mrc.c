/* Volumes in MRC files (MRC2014, www.ccpem.ac.uk/mrc-format/mrc2014). MAPC, MAPR and MAPS determine which axis is x,
 * axis 0.
 * SPDX-License-Identifier: Apache-2.0
 *
 * By us, as libccp4 8.0 reads no mode 12, mode 6 wrongly, nothing compressed, and ends the program at a false shape. */
#include "message.h"
#include "volume.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK ((size_t)2048)

#define IMAGES 0             /* a space group: sections are images */
#define STACK_OF_VOLUMES 401 /* space groups from here on: MZ sections are a volume */
#define VOLUME 1             /* likewise that they are a volume */
#define VERSION 20140        /* of the format, with no later amendment */

/* Bytes at which the fields of the header begin: words of 32 bits, signed integers or floats, in the file's order. */
enum {
    AT_SIZE = 0, /* of columns, rows, sections */
    AT_MODE = 12,
    AT_START = 16, /* of the first column, row, section */
    AT_GRID = 28,  /* MX, MY, MZ */
    AT_CELL = 40,  /* lengths, and angles after them */
    AT_ANGLES = 52,
    AT_AXES = 64,  /* MAPC, MAPR, MAPS: 1 x, 2 y, 3 z */
    AT_RANGE = 76, /* smallest, largest, mean */
    AT_GROUP = 88,
    AT_EXTENDED = 92,
    AT_VERSION = 108,
    AT_ORIGIN = 196,
    AT_MAP = 208,
    AT_STAMP = 212, /* of the machine: its order of bytes */
    AT_DEVIATION = 216,
    AT_LABELS = 220,
    HEADER = 1024
};

/* What is kept of a file for others like it. */
typedef struct mrc_header {
    unsigned char bytes[HEADER]; /* the fields in this machine's order, with the axes x, y, z */
    unsigned char *extended;     /* the bytes after it, or NULL */
    int axis[3];                 /* which the file's columns, rows and sections are: 0 x, 1 y, 2 z */
} mrc_header;

static const dtype_code modes[] = {{"int8", 0},   {"int16", 1},    {"float32", 2}, {"complex64", 4},
                                   {"uint16", 6}, {"float16", 12}, {NULL, 0}};

static void release(void *kept)
{
    mrc_header *header = kept;
    free(header->extended);
    free(header);
}

static int32_t get(const mrc_header *header, int at)
{
    int32_t value;
    memcpy(&value, header->bytes + at, sizeof value);
    return value;
}

static void put(mrc_header *header, int at, int32_t value)
{
    memcpy(header->bytes + at, &value, sizeof value);
}

static void put_float(mrc_header *header, int at, double value)
{
    const float narrow = (float)value;
    memcpy(header->bytes + at, &narrow, sizeof narrow);
}

/* Where words stand; the rest is text, or of a meaning that programs have agreed among themselves. */
static bool is_word(int at)
{
    return at < 96 || at == AT_VERSION || (at >= AT_ORIGIN && at < AT_MAP) || (at >= AT_DEVIATION && at < 224);
}

static void swap_words(mrc_header *header)
{
    for (int at = 0; at < HEADER; at += 4)
        if (is_word(at)) {
            unsigned char *b = header->bytes + at, word[4] = {b[3], b[2], b[1], b[0]};
            memcpy(b, word, 4);
        }
}

/* ---- reading ---- */

static bool find_axes(const char *path, mrc_header *header)
{
    unsigned found = 0;
    for (int i = 0; i < 3; i++) {
        const int32_t named = get(header, AT_AXES + 4 * i);
        if (named >= 1 && named <= 3) {
            header->axis[i] = (int)named - 1;
            found |= 1u << header->axis[i];
        }
    }
    return found == 7 || fail(path, "obtain the file again", "does not name its three axes");
}

static bool set_shape(volume *v, const char *path, const mrc_header *header)
{
    const int32_t volumes = get(header, AT_GROUP) >= STACK_OF_VOLUMES ? get(header, AT_GRID + 8) : 0;
    size_t shape[3] = {1, 1, 1};
    for (int i = 0; i < 3; i++) {
        const int32_t size = get(header, AT_SIZE + 4 * i);
        if (size < 0)
            return fail(path, "obtain the file again", "claims an impossible shape");
        shape[header->axis[i]] = (size_t)size;
    }
    if (volumes > 0 && shape[2] > (size_t)volumes && shape[2] % (size_t)volumes == 0)
        return fail(path, "extract one, e.g. with mrcfile or IMOD", "is a stack of %zu volumes",
                    shape[2] / (size_t)volumes);
    /* An image of no stack, as mrcfile has it. */
    return volume_set_shape(v, path, shape,
                            get(header, AT_GROUP) == IMAGES && shape[2] == 1 && header->axis[2] == 2 ? 2 : 3);
}

/* Puts x first, y second, z last in the header, as they will be in memory. */
static void order_header(mrc_header *header)
{
    int32_t start[3], size[3];
    for (int i = 0; i < 3; i++) {
        start[header->axis[i]] = get(header, AT_START + 4 * i);
        size[header->axis[i]] = get(header, AT_SIZE + 4 * i);
    }
    for (int i = 0; i < 3; i++) {
        put(header, AT_START + 4 * i, start[i]);
        put(header, AT_SIZE + 4 * i, size[i]);
        put(header, AT_AXES + 4 * i, i + 1);
    }
}

static bool read_extended(mrc_header *header, infile *file)
{
    const int32_t size = get(header, AT_EXTENDED);
    if (size < 0)
        return fail(infile_path(file), "obtain the file again", "claims an impossible extended header");
    if (size == 0)
        return true;
    if (!infile_holds(file, HEADER, (uint64_t)size))
        return false;
    header->extended = malloc((size_t)size);
    if (!header->extended)
        return fail_memory(infile_path(file));
    return infile_read(file, header->extended, (size_t)size);
}

static bool open(volume_reader *r, const volume_source *source)
{
    const char *path = infile_path(r->file);
    mrc_header *header = calloc(1, sizeof *header);
    volume *v = &r->head;

    (void)source;
    v->header = header;
    if (!header)
        return fail_memory(path);
    if (!infile_holds(r->file, 0, HEADER) || !infile_read(r->file, header->bytes, HEADER))
        return false;
    if (memcmp(header->bytes + AT_MAP, "MAP", 3))
        return fail(path, "convert it, e.g. with mrcfile or IMOD", "is not an MRC file of the year 2000 or later");
    r->swap = (header->bytes[AT_STAMP] == 0x11) != host_is_big_endian();
    if (r->swap)
        swap_words(header);
    v->first_fastest = true;
    v->type = dtype_of_code(modes, get(header, AT_MODE));
    if (!v->type)
        return fail(path, "convert it to mode 2, 32-bit floats", "holds elements of mode %d",
                    (int)get(header, AT_MODE));
    v->complex = dtype_is_complex(v->type);
    if (!find_axes(path, header) || !set_shape(v, path, header) || !read_extended(header, r->file) ||
        !infile_holds(r->file, HEADER + (uint64_t)get(header, AT_EXTENDED), (uint64_t)volume_count(v) * v->type->size))
        return false;
    order_header(header);
    r->at_once = header->axis[0] != 0 || header->axis[1] != 1;
    if (r->swap) { /* of what lies in it only its author knows the words */
        free(header->extended);
        header->extended = NULL;
        put(header, AT_EXTENDED, 0);
    }
    return true;
}

/* All points, from the order of the file's axes into that of x, y, z. */
static bool read_ordered(volume_reader *r, double *values)
{
    const volume *v = &r->head;
    const mrc_header *header = v->header;
    const int *axis = header->axis;
    const size_t parts = v->complex ? 2 : 1;
    const size_t stride[3] = {1, v->shape[0], v->shape[0] * v->shape[1]};
    double *all = malloc(volume_numbers(v) * sizeof *all), *from = all, *to;
    const bool good = (all || fail_memory(infile_path(r->file))) && volume_read_elements(r, r->layers, all);

    for (size_t k = 0; good && k < v->shape[axis[2]]; k++)
        for (size_t j = 0; j < v->shape[axis[1]]; j++) {
            to = values + parts * (k * stride[axis[2]] + j * stride[axis[1]]);
            for (size_t i = 0; i < v->shape[axis[0]]; i++, from += parts)
                memcpy(to + parts * i * stride[axis[0]], from, parts * sizeof *from);
        }
    free(all);
    return good;
}

static bool read_layers(volume_reader *r, size_t layers, double *values)
{
    return r->at_once ? read_ordered(r, values) : volume_read_elements(r, layers, values);
}

static void spacing(const void *kept, double size[3], const char **unit)
{
    const mrc_header *header = kept;
    for (int i = 0; i < 3; i++) {
        float cell;
        memcpy(&cell, header->bytes + AT_CELL + 4 * i, sizeof cell);
        size[i] = (double)cell / get(header, AT_GRID + 4 * i);
    }
    *unit = "angstrom";
}

/* ---- storing ---- */

/* Of a file that is like no other: the size of a voxel is not known, which is 0. */
static void put_defaults(mrc_header *header, const volume *v)
{
    memcpy(header->bytes + AT_MAP, "MAP ", 4);
    put(header, AT_GROUP, VOLUME);
    put(header, AT_VERSION, VERSION);
    for (int i = 0; i < 3; i++) {
        put(header, AT_GRID + 4 * i, (int32_t)v->shape[i]);
        put_float(header, AT_ANGLES + 4 * i, 90);
        put(header, AT_AXES + 4 * i, i + 1);
    }
}

/* A file that is being written: its header, and of what it will hold the smallest, the largest, the sum and that of
 * squares. */
typedef struct writing {
    mrc_header header; /* the extended one is another's */
    double low, high, sum, squares;
} writing;

static void add_statistics(writing *w, const volume *v, const dtype *type)
{
    double stored[CHUNK];
    unsigned char bytes[sizeof stored];
    const size_t count = volume_count(v);

    for (size_t done = 0; done < count && !dtype_is_complex(type);) {
        const size_t part = count - done < CHUNK ? count - done : CHUNK;
        for (size_t i = 0; i < part; i++)
            stored[i] = v->data[(done + i) * (v->complex ? 2 : 1)];
        (void)dtype_encode(type, stored, bytes, part);
        dtype_decode(type, bytes, false, stored, part);
        for (size_t i = 0; i < part; i++) {
            w->low = fmin(w->low, stored[i]);
            w->high = fmax(w->high, stored[i]);
            w->sum += stored[i];
            w->squares += stored[i] * stored[i];
        }
        done += part;
    }
}

/* Smallest, largest, mean, and the deviation from it; of complex numbers the format's signs that nobody knows them. */
static void put_statistics(writing *w, size_t count, const dtype *type)
{
    const double mean = w->sum / (double)count, variance = w->squares / (double)count - mean * mean;
    const double known[4] = {w->low, w->high, mean, sqrt(fmax(variance, 0))}, unknown[4] = {0, -1, -2, -1};
    const double *value = dtype_is_complex(type) ? unknown : known;
    for (int i = 0; i < 3; i++)
        put_float(&w->header, AT_RANGE + 4 * i, value[i]);
    put_float(&w->header, AT_DEVIATION, value[3]);
}

static bool begin(volume_writer *w)
{
    const volume *v = &w->head;
    const char *path = w->target->path;
    const dtype *type = w->options.type;
    const mrc_header *like = volume_header(w->options.like, &volume_format_mrc);
    writing *file = w->state = calloc(1, sizeof *file);
    mrc_header *header = file ? &file->header : NULL;

    if (!file)
        return fail_memory(path);
    *file = (writing){.low = DBL_MAX, .high = -DBL_MAX};
    for (int i = 0; i < 3; i++)
        if (v->shape[i] > INT32_MAX)
            return fail(path, "choose another format", "MRC does not support an axis of %zu points", v->shape[i]);
    if (like)
        *header = *like;
    else
        put_defaults(header, v);
    for (int i = 0; i < 3; i++)
        put(header, AT_SIZE + 4 * i, (int32_t)v->shape[i]);
    if (v->missing)
        put(header, AT_GROUP, IMAGES);
    else if (get(header, AT_GROUP) == IMAGES && v->shape[2] == 1)
        put(header, AT_GROUP, VOLUME);
    put(header, AT_MODE, dtype_code_of(modes, type));
    memcpy(header->bytes + AT_STAMP, host_is_big_endian() ? "\x11\x11\0\0" : "\x44\x44\0\0", 4);
    return outfile_head(w->target->data, header->bytes, HEADER) &&
           (!header->extended || outfile_write(w->target->data, header->extended, (size_t)get(header, AT_EXTENDED)));
}

static bool write_piece(volume_writer *w, const volume *piece)
{
    add_statistics(w->state, piece, w->options.type);
    return volume_write_elements(w, piece);
}

static bool end(volume_writer *w, bool good)
{
    writing *file = w->state;
    if (good) {
        put_statistics(file, volume_count(&w->head), w->options.type);
        good = outfile_replace_head(w->target->data, file->header.bytes, HEADER);
    }
    free(file);
    return good;
}

const volume_format volume_format_mrc = {.name = "MRC",
                                         .endings = {".mrc", ".mrc.gz", ".map", ".map.gz"},
                                         .magic = {{208, "MAP", 3}},
                                         .sidecar = SIDECAR_WITH_RECORD,
                                         .order = ORDER_FIRST,
                                         .types = modes,
                                         .open = open,
                                         .read = read_layers,
                                         .finish = volume_finish_elements,
                                         .begin = begin,
                                         .write = write_piece,
                                         .end = end,
                                         .release = release,
                                         .spacing = spacing};
