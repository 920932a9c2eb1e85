/* Volumes in NIfTI-1 and NIfTI-2 files. libnifti2 knows the headers; the files are read and written here, as its own
 * reader replaces NaNs and prints messages of its own, and its writer does not report a full disk.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "format_nifti.h"
#include "message.h"
#include "record_text.h"
#include "volume.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const dtype_code types[] = {
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

size_t nifti_header_size(const nifti_header *header)
{
    return header->version == 1 ? sizeof header->raw.n1 : sizeof header->raw.n2;
}

static void release(void *kept)
{
    nifti_header *header = kept;
    free(header->start);
    free(header);
}

/* ---- extensions ---- */

uint64_t nifti_next_extension(const nifti_header *header, uint64_t at, nifti_extension *found)
{
    const uint64_t end = nifti_header_offset(header), first = nifti_header_size(header) + 4;
    int32_t words[2]; /* size, code */

    if (at == 0)
        at = header->start && header->start[first - 4] ? first : end;
    if (end - at < 16)
        return 0;
    memcpy(words, header->start + at, sizeof words);
    if (header->big_endian != host_is_big_endian())
        nifti_swap_4bytes(2, words);
    if (words[0] < 16 || words[0] % 16 || (uint64_t)words[0] > end - at)
        return 0;
    *found = (nifti_extension){words[0], words[1], header->start + at + sizeof words};
    return at + (uint64_t)words[0];
}

bool nifti_is_record(const nifti_extension *extension)
{
    const size_t start = strlen(NIFTI_RECORD);
    return extension->code == NIFTI_ECODE_COMMENT && (size_t)extension->size - 8 > start &&
           !memcmp(extension->data, NIFTI_RECORD, start);
}

/* Reads the record from the first extension that holds one. */
static bool read_record(volume *v, const char *path, const nifti_header *header)
{
    nifti_extension each;
    json_t *content;
    uint64_t at = 0;

    do
        at = nifti_next_extension(header, at, &each);
    while (at && !nifti_is_record(&each));
    if (!at)
        return true;
    content = record_within(path, each.data, strnlen(each.data, (size_t)each.size - 8));
    if (!content)
        return false;
    v->record = json_object_size(content) == 1 ? json_incref(json_object_get(content, "orbital")) : NULL;
    json_decref(content);
    return json_is_object(v->record) || record_damaged(path);
}

/* ---- reading ---- */

#define FURTHEST ((int64_t)1 << 62) /* bytes: sums with the size of a volume are numbers still */

/* The offset of a NIfTI-1 header. One that is no number, or that no file reaches, becomes one that no file reaches. */
static int64_t offset_of(float offset)
{
    return offset <= 0 ? 0 : offset < (float)FURTHEST ? (int64_t)offset : FURTHEST;
}

/* The used fields of a NIfTI-1 header in the wider ones of NIfTI-2. */
static nifti_2_header widen(const nifti_1_header *h)
{
    nifti_2_header wide = {.datatype = h->datatype,
                           .vox_offset = offset_of(h->vox_offset),
                           .scl_slope = h->scl_slope,
                           .scl_inter = h->scl_inter,
                           .sform_code = h->sform_code,
                           .qform_code = h->qform_code,
                           .quatern_b = h->quatern_b,
                           .quatern_c = h->quatern_c,
                           .quatern_d = h->quatern_d,
                           .qoffset_x = h->qoffset_x,
                           .qoffset_y = h->qoffset_y,
                           .qoffset_z = h->qoffset_z,
                           .xyzt_units = h->xyzt_units};
    for (int i = 0; i < 8; i++)
        wide.dim[i] = h->dim[i];
    for (int i = 0; i < 4; i++) {
        wide.pixdim[i] = h->pixdim[i];
        wide.srow_x[i] = h->srow_x[i];
        wide.srow_y[i] = h->srow_y[i];
        wide.srow_z[i] = h->srow_z[i];
    }
    return wide;
}

/* Parses the first bytes of a file. \return false if they are none of NIfTI */
static bool parse_header(nifti_header *header, const char *start, size_t got)
{
    int32_t size;

    header->version = got < sizeof(nifti_1_header) ? -1 : nifti_header_version(start, got);
    if ((header->version != 1 && header->version != 2) || got < nifti_header_size(header))
        return false;
    memcpy(&size, start, sizeof size);
    memcpy(&header->raw, start, nifti_header_size(header));
    header->big_endian = ((size_t)size == nifti_header_size(header)) == host_is_big_endian();
    if ((size_t)size != nifti_header_size(header))
        swap_nifti_header(&header->raw, header->version);
    header->wide = header->version == 1 ? widen(&header->raw.n1) : header->raw.n2;
    return true;
}

/* Whether header and elements are in one file. */
static bool is_single(const nifti_header *header)
{
    return header->version == 1 ? !strcmp(header->raw.n1.magic, "n+1") : !strcmp(header->raw.n2.magic, "n+2");
}

static bool read_header(infile *file, nifti_header *header)
{
    char start[sizeof(nifti_2_header)] = {0};

    if (!parse_header(header, start, infile_start(file, start, sizeof start)))
        return fail(infile_path(file), "give a NIfTI volume, or an ending that matches the format",
                    "is not a NIfTI file, or is damaged");
    return is_single(header) ||
           fail(infile_path(file), "convert it to .nii", "is one half of a pair of header and image");
}

static bool set_shape(volume *v, const char *path, const nifti_header *header)
{
    const int64_t *dim = header->wide.dim;
    size_t shape[7] = {0};

    if (dim[0] < 1 || dim[0] > 7)
        return fail(path, "obtain the file again", "its header claims %lld dimensions", (long long)dim[0]);
    for (int i = 0; i < dim[0]; i++)
        shape[i] = dim[i + 1] > 0 ? (size_t)dim[i + 1] : 0;
    return volume_set_shape(v, path, shape, (size_t)dim[0]);
}

/* Some writers leave the offset 0. An offset within the header can only mean its end. */
uint64_t nifti_header_offset(const nifti_header *header)
{
    const int64_t offset = header->wide.vox_offset, least = (int64_t)nifti_header_size(header) + 4;
    return (uint64_t)(offset < least ? least : offset < FURTHEST ? offset : FURTHEST);
}

const char *nifti_header_start(const nifti_header *header)
{
    return header->start;
}

bool nifti_header_describes(const unsigned char *bytes, size_t size, const size_t shape[3], const dtype *type,
                            double slope, double intercept, bool big_endian)
{
    nifti_header header = {0};
    double own_slope, own_intercept;
    bool own_big_endian, good = parse_header(&header, (const char *)bytes, size) && is_single(&header);

    if (!good)
        return false;
    nifti_header_elements(&header, &own_slope, &own_intercept, &own_big_endian);
    for (int64_t i = 1; i <= 7; i++) {
        const int64_t points = i <= header.wide.dim[0] ? header.wide.dim[i] : 1;
        good = good && points == (i <= 3 ? (int64_t)shape[i - 1] : 1);
    }
    return good && header.wide.dim[0] >= 1 && header.wide.dim[0] <= 7 && nifti_header_offset(&header) == size &&
           dtype_of_code(types, header.wide.datatype) == type && own_slope == slope && own_intercept == intercept &&
           own_big_endian == big_endian;
}

void nifti_header_take_one(const nifti_header *header, unsigned char *bytes)
{
    const bool first = header->version == 1;
    const size_t size = first ? sizeof header->raw.n1.dim[0] : sizeof header->raw.n2.dim[0];
    unsigned char *dim = bytes + (first ? offsetof(nifti_1_header, dim) : offsetof(nifti_2_header, dim));

    if (header->wide.dim[0] < 4 || header->wide.dim[4] <= 1)
        return;
    for (size_t i = 0; i < 8; i++)
        if (i == 0 || i > 3) {
            memset(dim + i * size, 0, size);
            dim[i * size + (header->big_endian ? size - 1 : 0)] = i ? 1 : 3;
        }
}

void nifti_header_elements(const nifti_header *header, double *slope, double *intercept, bool *big_endian)
{
    *slope = header->wide.scl_slope;
    *intercept = header->wide.scl_inter;
    if (!isfinite(*slope) || !isfinite(*intercept) || *slope == 0) { /* NIfTI: no scaling */
        *slope = 1;
        *intercept = 0;
    }
    *big_endian = header->big_endian;
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

    (void)source;
    nifti_set_debug_level(0);
    v->first_fastest = true;
    v->header = header;
    if (!header)
        return fail_memory(path);
    if (!read_header(r->file, header))
        return false;
    v->type = dtype_of_code(types, header->wide.datatype);
    if (!v->type)
        return fail(path, "convert it to float32 or complex64", "holds elements of type %s",
                    nifti_datatype_string(header->wide.datatype));
    v->complex = dtype_is_complex(v->type);
    offset = nifti_header_offset(header);
    nifti_header_elements(header, &slope, &intercept, &big_endian);
    if (isfinite(header->wide.scl_slope) && header->wide.scl_slope != 0 && !isfinite(header->wide.scl_inter))
        return fail(path, "correct scl_inter, e.g. with nibabel", "its header scales the elements, and adds %g to them",
                    header->wide.scl_inter);
    v->scaled = slope != 1 || intercept != 0;
    r->swap = big_endian != host_is_big_endian();
    if (!set_shape(v, path, header) || !infile_holds(r->file, offset, (uint64_t)volume_count(v) * v->type->size) ||
        !read_start(r->file, header, offset))
        return false;
    return read_record(v, path, header);
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

/* ---- space, for `orbital info' and pictures ---- */

/* The affine that programs use: sform, else qform, else the spacing alone. Returns which. */
static const char *affine_of(const nifti_2_header *h, double rows[3][4])
{
    const double *const srow[3] = {h->srow_x, h->srow_y, h->srow_z};
    nifti_dmat44 from_quaternion =
        nifti_quatern_to_dmat44(h->quatern_b, h->quatern_c, h->quatern_d, h->qoffset_x, h->qoffset_y, h->qoffset_z,
                                h->pixdim[1], h->pixdim[2], h->pixdim[3], h->pixdim[0]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            rows[i][j] = h->sform_code > 0   ? srow[i][j]
                         : h->qform_code > 0 ? from_quaternion.m[i][j]
                         : i == j            ? h->pixdim[i + 1]
                                             : 0;
    return h->sform_code > 0 ? "sform" : h->qform_code > 0 ? "qform" : "the spacing alone";
}

static void spacing(const void *kept, double size[3], const char **unit)
{
    const nifti_2_header *h = &((const nifti_header *)kept)->wide;
    for (int axis = 0; axis < 3; axis++)
        size[axis] = fabs(h->pixdim[axis + 1]);
    if (XYZT_TO_SPACE(h->xyzt_units))
        *unit = nifti_units_string(XYZT_TO_SPACE(h->xyzt_units));
}

static void planes(const void *kept, const char *plane[3])
{
    const nifti_2_header *h = &((const nifti_header *)kept)->wide;
    double rows[3][4];
    nifti_dmat44 affine = {.m = {[3] = {0, 0, 0, 1}}};
    int towards[3] = {0};
    if (h->sform_code <= 0 && h->qform_code <= 0)
        return;
    affine_of(h, rows);
    memcpy(affine.m, rows, sizeof rows);
    nifti_dmat44_to_orientation(affine, &towards[0], &towards[1], &towards[2]);
    for (int axis = 0; axis < 3; axis++)
        if (towards[axis] == NIFTI_L2R || towards[axis] == NIFTI_R2L)
            plane[axis] = "sagittal ";
        else if (towards[axis] == NIFTI_P2A || towards[axis] == NIFTI_A2P)
            plane[axis] = "coronal ";
        else if (towards[axis] == NIFTI_I2S || towards[axis] == NIFTI_S2I)
            plane[axis] = "axial ";
}

static void print(const void *kept)
{
    const nifti_header *header = kept;
    const nifti_2_header *h = &header->wide;
    double rows[3][4];
    const char *source = affine_of(h, rows);
    unsigned extensions = 0;
    nifti_extension each;

    for (uint64_t at = 0; (at = nifti_next_extension(header, at, &each));)
        extensions++;
    printf("header     NIfTI-%d, %s-endian, %u extension%s\n", header->version, header->big_endian ? "big" : "little",
           extensions, extensions == 1 ? "" : "s");
    printf("spacing    %g x %g x %g, units: %s\n", h->pixdim[1], h->pixdim[2], h->pixdim[3],
           nifti_units_string(XYZT_TO_SPACE(h->xyzt_units)));
    printf("affine     from %s\n", source);
    for (int i = 0; i < 3; i++)
        printf("           %12.6g %12.6g %12.6g %12.6g\n", rows[i][0], rows[i][1], rows[i][2], rows[i][3]);
}

const volume_format volume_format_nifti = {.name = "NIfTI",
                                           .endings = {".nii", ".nii.gz"},
                                           .magic = {{344, "n+1", 4}, {4, "n+2", 4}},
                                           .sidecar = SIDECAR_NEVER,
                                           .series = true,
                                           .order = ORDER_FIRST,
                                           .types = types,
                                           .open = open,
                                           .read = read_layers,
                                           .finish = volume_finish_elements,
                                           .begin = nifti_begin,
                                           .write = volume_write_elements,
                                           .release = release,
                                           .spacing = spacing,
                                           .planes = planes,
                                           .print = print};
