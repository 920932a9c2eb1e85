/* Volumes from NIfTI-1 and NIfTI-2 files. libnifti2 knows the headers; the files are read here, as its own reader
 * replaces NaNs and prints messages of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "format_nifti.h"
#include "message.h"
#include "volume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const dtype_code nifti_types[] = {
    {"uint8", NIFTI_TYPE_UINT8},
    {"uint16", NIFTI_TYPE_UINT16},
    {"uint32", NIFTI_TYPE_UINT32},
    {"uint64", NIFTI_TYPE_UINT64},
    {"int8", NIFTI_TYPE_INT8},
    {"int16", NIFTI_TYPE_INT16},
    {"int32", NIFTI_TYPE_INT32},
    {"int64", NIFTI_TYPE_INT64},
    {"float32", NIFTI_TYPE_FLOAT32},
    {"float64", NIFTI_TYPE_FLOAT64},
    {"complex64", NIFTI_TYPE_COMPLEX64},
    {"complex128", NIFTI_TYPE_COMPLEX128},
    {NULL, 0},
};

/* What loading needs of a header of either version. */
typedef struct fields {
    size_t shape[7], dimensions;
    int datatype;
} fields;

static const dtype *type_of(const char *path, int code)
{
    const dtype *type = dtype_of_code(nifti_types, code);
    if (!type)
        fail(path, "convert it to float32 or complex64", "holds elements of type %s", nifti_datatype_string(code));
    return type;
}

size_t nifti_header_size(const nifti_header *header)
{
    return header->version == 1 ? sizeof header->raw.n1 : sizeof header->raw.n2;
}

static void release(void *kept)
{
    nifti_header *header = kept;
    for (size_t i = 0; i < header->extras; i++)
        free(header->extra[i].data);
    free(header->extra);
    free(header->start);
    free(header);
}

json_t *nifti_record(const nifti_extra *extra)
{
    json_t *content = NULL, *record;
    if (extra->code == NIFTI_ECODE_COMMENT)
        content = json_loadb(extra->data, strnlen(extra->data, (size_t)extra->size), 0, NULL);
    record = json_incref(json_object_get(content, "orbital"));
    json_decref(content);
    return record;
}

static bool read_header(infile *file, nifti_header *header)
{
    char start[sizeof(nifti_2_header)] = {0};
    size_t got = infile_peek(file, start, sizeof start);
    int32_t size;

    header->version = got < sizeof(nifti_1_header) ? -1 : nifti_header_version(start, got);
    if ((header->version != 1 && header->version != 2) || got < nifti_header_size(header))
        return fail(infile_path(file), "give a NIfTI volume, or an ending that matches the format",
                    "is not a NIfTI file, or is damaged");
    memcpy(&size, start, sizeof size);
    memcpy(&header->raw, start, nifti_header_size(header));
    header->big_endian = ((size_t)size == nifti_header_size(header)) == host_is_big_endian();
    if ((size_t)size != nifti_header_size(header))
        swap_nifti_header(&header->raw, header->version);
    if (strcmp(header->version == 1 ? header->raw.n1.magic : header->raw.n2.magic,
               header->version == 1 ? "n+1" : "n+2"))
        return fail(infile_path(file), "convert it to .nii", "is one half of a pair of header and image");
    return true;
}

static bool get_fields(const char *path, const nifti_header *header, fields *f)
{
    const nifti_1_header *n1 = &header->raw.n1;
    const nifti_2_header *n2 = &header->raw.n2;
    const bool first = header->version == 1;
    const int64_t dimensions = first ? n1->dim[0] : n2->dim[0];

    if (dimensions < 1 || dimensions > 7)
        return fail(path, "obtain the file again", "its header claims %lld dimensions", (long long)dimensions);
    for (int i = 0; i < 7; i++) {
        int64_t size = i >= dimensions ? 1 : first ? n1->dim[i + 1] : n2->dim[i + 1];
        f->shape[i] = size > 0 ? (size_t)size : 0;
    }
    f->dimensions = (size_t)dimensions;
    f->datatype = first ? n1->datatype : n2->datatype;
    return true;
}

/* Some writers leave the offset 0. An offset within the header can only mean its end. */
uint64_t nifti_header_offset(const nifti_header *header)
{
    const double offset = header->version == 1 ? (double)header->raw.n1.vox_offset : (double)header->raw.n2.vox_offset;
    const uint64_t least = nifti_header_size(header) + 4;
    return offset > (double)least && offset < 0x1p62 ? (uint64_t)offset : least;
}

const unsigned char *nifti_header_start(const nifti_header *header)
{
    return header->start;
}

void nifti_header_take_one(const nifti_header *header, unsigned char *bytes)
{
    const bool first = header->version == 1;
    const size_t size = first ? sizeof header->raw.n1.dim[0] : sizeof header->raw.n2.dim[0];
    unsigned char *dim = bytes + (first ? offsetof(nifti_1_header, dim) : offsetof(nifti_2_header, dim));

    if (first ? header->raw.n1.dim[0] < 4 || header->raw.n1.dim[4] <= 1
              : header->raw.n2.dim[0] < 4 || header->raw.n2.dim[4] <= 1)
        return;
    for (int i = 0; i < 8; i++)
        if (i == 0 || i > 3) {
            memset(dim + (size_t)i * size, 0, size);
            dim[(size_t)i * size + (header->big_endian ? size - 1 : 0)] = i ? 1 : 3;
        }
}

void nifti_header_elements(const nifti_header *header, double *slope, double *intercept, bool *big_endian)
{
    const bool first = header->version == 1;
    *slope = first ? (double)header->raw.n1.scl_slope : header->raw.n2.scl_slope;
    *intercept = first ? (double)header->raw.n1.scl_inter : header->raw.n2.scl_inter;
    if (!isfinite(*slope) || !isfinite(*intercept) || *slope == 0) { /* NIfTI: no scaling */
        *slope = 1;
        *intercept = 0;
    }
    *big_endian = header->big_endian;
}

/* Appends an extension of which the head was read. */
static bool read_extra(infile *file, nifti_header *header, int32_t code, int32_t size)
{
    nifti_extra *more = realloc(header->extra, (header->extras + 1) * sizeof *more);
    char *data = malloc((size_t)size);
    if (more)
        header->extra = more;
    if (!more || !data || !infile_read(file, data, (size_t)size)) {
        if (!more || !data)
            fail_memory(infile_path(file));
        free(data);
        return false;
    }
    header->extra[header->extras++] = (nifti_extra){.code = code, .size = size, .data = data};
    return true;
}

/* Reads the extensions between header and elements; what is not one ends them. */
static bool read_extras(infile *file, nifti_header *header, uint64_t offset)
{
    uint64_t at = nifti_header_size(header) + 4;
    char extender[4];
    bool good = infile_seek(file, at - sizeof extender) && infile_read(file, extender, sizeof extender);
    bool more = good && extender[0];

    while (more && offset - at >= 16) {
        int32_t head[2]; /* size with the head itself, code */
        good = infile_read(file, head, sizeof head);
        if (header->big_endian != host_is_big_endian())
            nifti_swap_4bytes(2, head);
        more = good && head[0] >= 16 && head[0] % 16 == 0 && (uint64_t)head[0] <= offset - at;
        if (more)
            good = more = read_extra(file, header, head[1], head[0] - (int32_t)sizeof head);
        at += more ? (uint64_t)head[0] : 0;
    }
    return good;
}

/* Keeps the bytes of the file before its elements, after which it stands then. */
static bool read_start(infile *file, nifti_header *header, uint64_t size)
{
    header->start = malloc((size_t)size);
    return (header->start || fail_memory(infile_path(file))) && infile_seek(file, 0) &&
           infile_read(file, header->start, (size_t)size);
}

static bool open(volume_reader *r, const volume_source *source)
{
    const char *path = infile_path(r->file);
    volume *v = &r->head;
    nifti_header *header = calloc(1, sizeof *header);
    double slope, intercept;
    uint64_t offset;
    bool big_endian;
    fields f;

    (void)source;
    nifti_set_debug_level(0);
    v->first_fastest = true;
    v->header = header;
    if (!header)
        return fail_memory(path);
    if (!read_header(r->file, header) || !get_fields(path, header, &f) || !(v->type = type_of(path, f.datatype)))
        return false;
    v->complex = dtype_is_complex(v->type);
    offset = nifti_header_offset(header);
    nifti_header_elements(header, &slope, &intercept, &big_endian);
    v->scaled = slope != 1 || intercept != 0;
    r->swap = big_endian != host_is_big_endian();
    if (!volume_set_shape(v, path, f.shape, f.dimensions) ||
        !infile_holds(r->file, offset, (uint64_t)volume_count(v) * v->type->size) ||
        !read_extras(r->file, header, offset) || !read_start(r->file, header, offset))
        return false;
    for (size_t i = 0; !v->record && i < header->extras; i++)
        v->record = nifti_record(&header->extra[i]);
    return true;
}

static bool read_layers(volume_reader *r, size_t layers, double *values)
{
    const size_t numbers = layers * r->points * (r->head.complex ? 2 : 1);
    double slope, intercept;
    bool big_endian;
    if (!volume_read_elements(r, layers, values))
        return false;
    nifti_header_elements(r->head.header, &slope, &intercept, &big_endian);
    for (size_t i = 0; r->head.scaled && i < numbers; i++) /* both parts, as nifti1.h has it */
        values[i] = values[i] * slope + intercept;
    return true;
}

const volume_format volume_format_nifti = {.name = "NIfTI",
                                           .endings = {".nii", ".nii.gz"},
                                           .magic = {{344, "n+1", 4}, {4, "n+2", 4}},
                                           .sidecar = SIDECAR_NEVER,
                                           .series = true,
                                           .order = ORDER_FIRST,
                                           .types = nifti_types,
                                           .open = open,
                                           .read = read_layers,
                                           .finish = volume_finish_elements,
                                           .begin = nifti_begin,
                                           .write = volume_write_elements,
                                           .end = nifti_end,
                                           .release = release,
                                           .spacing = nifti_spacing,
                                           .planes = nifti_planes,
                                           .print = nifti_print};
