/* Volumes into NIfTI-1 and NIfTI-2 files, written here as libnifti2 does not report a full disk.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "format_nifti.h"
#include "message.h"
#include "volume.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the elements determine in a header of either version. */
typedef struct element_fields {
    int64_t dim[8];
    short datatype, bitpix;
    size_t offset;
} element_fields;

static void set_fields_1(nifti_1_header *header, const element_fields *fields)
{
    for (int i = 0; i < 8; i++)
        header->dim[i] = (short)fields->dim[i];
    header->datatype = fields->datatype;
    header->bitpix = fields->bitpix;
    header->vox_offset = (float)fields->offset;
    header->scl_slope = 1;
    header->scl_inter = 0;
    header->cal_min = header->cal_max = 0; /* the window of other values */
}

static void set_fields_2(nifti_2_header *header, const element_fields *fields)
{
    memcpy(header->dim, fields->dim, sizeof fields->dim);
    header->datatype = fields->datatype;
    header->bitpix = fields->bitpix;
    header->vox_offset = (int64_t)fields->offset;
    header->scl_slope = 1;
    header->scl_inter = 0;
    header->cal_min = header->cal_max = 0;
}

/* A header for volumes that come from another format: points of size 1, no affine. */
static void new_header(nifti_header *header, bool large)
{
    *header = (nifti_header){.version = large ? 2 : 1};
    if (large) {
        header->raw.n2.sizeof_hdr = sizeof header->raw.n2;
        memcpy(header->raw.n2.magic, "n+2\0\r\n\032\n", 8);
        for (int i = 0; i < 8; i++)
            header->raw.n2.pixdim[i] = 1;
    } else {
        header->raw.n1.sizeof_hdr = sizeof header->raw.n1;
        memcpy(header->raw.n1.magic, "n+1", 4);
        header->raw.n1.regular = 'r';
        for (int i = 0; i < 8; i++)
            header->raw.n1.pixdim[i] = 1;
    }
}

/* What stands ahead of the elements, in memory. */
typedef struct head {
    char *bytes;
    size_t size;
    size_t text; /* characters of the record, with blanks up to where its longest text would end */
} head;

static void put_extension(FILE *to, int code, const char *data, size_t size)
{
    const int32_t start[2] = {(int32_t)(size + 8), code};
    fwrite(start, sizeof start, 1, to);
    fwrite(data, size, 1, to);
}

/* The record as text, or NULL. */
static char *record_text(const json_t *record)
{
    json_t *content = json_pack("{s:O}", "orbital", (json_t *)record);
    char *text = content ? json_dumps(content, JSON_REAL_PRECISION(15)) : NULL;
    json_decref(content);
    if (text && strlen(text) < INT_MAX - 32)
        return text;
    free(text);
    return NULL;
}

/* The record in an extension: text, then zeros until data and start are a multiple of 16 bytes. */
static bool put_record(FILE *to, const json_t *record, head *made)
{
    char *text = record_text(record), *padded;
    size_t size;
    if (text && !made->text)
        made->text = strlen(text);
    size = (made->text + 8 + 16) / 16 * 16 - 8;
    padded = text ? calloc(size, 1) : NULL;
    if (padded) {
        memcpy(padded, text, strlen(text));
        put_extension(to, NIFTI_ECODE_COMMENT, padded, size);
    }
    free(padded);
    free(text);
    return padded != NULL;
}

/* Extensions of the input that are not orbital's own, and the record. */
static bool put_extensions(FILE *to, const nifti_header *header, const json_t *record, head *made)
{
    for (size_t i = 0; i < header->extras; i++) {
        const nifti_extra *extra = &header->extra[i];
        json_t *own = nifti_record(extra);
        if (!own)
            put_extension(to, extra->code, extra->data, (size_t)extra->size);
        json_decref(own);
    }
    return !record || put_record(to, record, made);
}

/* Header and extensions. \param fields  all but the offset, which is set */
static bool make_head(const volume_writer *w, nifti_header *header, element_fields *fields, head *made)
{
    const size_t header_size = nifti_header_size(header);
    char *extensions = NULL, extender[4] = {0};
    size_t extensions_size = 0;
    FILE *to = open_memstream(&extensions, &extensions_size);
    bool good = to && put_extensions(to, header, w->options.record, made);

    good = to && !fclose(to) && good;
    extender[0] = extensions_size > 0;
    fields->offset = made->size = header_size + sizeof extender + extensions_size;
    made->bytes = good ? malloc(made->size) : NULL;
    if (made->bytes) {
        if (header->version == 1)
            set_fields_1(&header->raw.n1, fields);
        else
            set_fields_2(&header->raw.n2, fields);
        memcpy(made->bytes, &header->raw, header_size);
        memcpy(made->bytes + header_size, extender, sizeof extender);
        memcpy(made->bytes + header_size + sizeof extender, extensions, extensions_size);
    }
    free(extensions);
    return made->bytes || fail_memory(w->target->path);
}

/* Those of the input, of which the last ones may have one point, unless the volumes of a series are no more. */
static int64_t axes_of(const nifti_header *kept, const volume *v)
{
    const bool first = kept->version == 1;
    const int64_t axes = first ? kept->raw.n1.dim[0] : kept->raw.n2.dim[0];
    const int64_t before = axes < 4 ? 1 : first ? kept->raw.n1.dim[4] : kept->raw.n2.dim[4];
    const int64_t least = v->volumes > 1 ? 4 : 3 - (int64_t)v->missing;
    return axes < least || before != (int64_t)v->volumes ? least : axes;
}

/* All ahead of the elements, as it is known so far. */
static bool describe(const volume_writer *w, head *made)
{
    const volume *v = &w->head;
    const char *path = w->target->path;
    const nifti_header *kept = volume_header(w->options.like, &volume_format_nifti);
    const size_t shape[4] = {v->shape[0], v->shape[1], v->shape[2], v->volumes};
    element_fields fields = {.dim = {3, 1, 1, 1, 1, 1, 1, 1},
                             .datatype = (short)dtype_code_of(nifti_types, w->options.type),
                             .bitpix = (short)(w->options.type->size * CHAR_BIT)};
    nifti_header header;
    bool large = false;

    for (int i = 0; i < 4; i++) {
        large = large || shape[i] > SHRT_MAX;
        fields.dim[i + 1] = (int64_t)shape[i];
    }
    if (kept)
        header = *kept;
    else
        new_header(&header, large);
    if (header.version == 1 && large)
        return fail(path, "convert the input to NIfTI-2, or name the output .npy", "is too long for NIfTI-1");
    fields.dim[0] = axes_of(&header, v);
    return make_head(w, &header, &fields, made);
}

bool nifti_begin(volume_writer *w)
{
    head *made = w->state = calloc(1, sizeof *made);
    return (made || fail_memory(w->target->path)) && describe(w, made) &&
           outfile_head(w->target->data, made->bytes, made->size);
}

bool nifti_end(volume_writer *w, bool good)
{
    head *made = w->state;
    if (good && w->options.record) {
        free(made->bytes);
        made->bytes = NULL;
        good = describe(w, made) && outfile_replace_head(w->target->data, made->bytes, made->size);
    }
    if (made)
        free(made->bytes);
    free(made);
    return good;
}
