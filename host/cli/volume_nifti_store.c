/* Volumes into NIfTI-1 and NIfTI-2 files, written here as libnifti2 does not report a full disk.
 * SPDX-License-Identifier: Apache-2.0 */
#include "message.h"
#include "volume_format.h"
#include "volume_nifti.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The code of an element type, or 0. */
static int code_of(const dtype *type)
{
    for (size_t i = 0; i < NIFTI_TYPE_COUNT; i++)
        if (nifti_types[i].letter == type->letter && nifti_types[i].size == type->size)
            return nifti_types[i].code;
    return 0;
}

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

static bool write_extension(outfile *file, int code, const char *data, int size)
{
    const int32_t head[2] = {size + 8, code};
    return outfile_write(file, head, sizeof head) && outfile_write(file, data, (size_t)size);
}

/* The record as the data of an extension: text, then zeros until data and head are a multiple of 16 bytes. */
static char *record_text(const json_t *record, int *size)
{
    json_t *content = json_pack("{s:O}", "orbital", (json_t *)record);
    char *text = content ? json_dumps(content, JSON_REAL_PRECISION(15)) : NULL;
    char *padded = NULL;
    if (text && strlen(text) < INT_MAX - 32) {
        *size = (int)((strlen(text) + 8 + 16) / 16 * 16 - 8);
        padded = calloc((size_t)*size, 1);
        if (padded)
            memcpy(padded, text, strlen(text));
    }
    free(text);
    json_decref(content);
    return padded;
}

/* Writes extensions of the input that are not orbital's own, or only adds up their sizes where file is NULL. */
static bool keep_extras(outfile *file, const nifti_header *header, size_t *size)
{
    bool good = true;
    for (size_t i = 0; good && i < header->extras; i++) {
        const nifti_extra *extra = &header->extra[i];
        json_t *own = nifti_record(extra);
        if (!own) {
            *size += (size_t)extra->size + 8;
            good = !file || write_extension(file, extra->code, extra->data, extra->size);
        }
        json_decref(own);
    }
    return good;
}

bool nifti_store(const volume *v, const volume_target *target, const store_options *options, size_t *clipped)
{
    const nifti_header *kept = options->like ? options->like->nifti : NULL;
    const element_array array = volume_elements(v, true);
    bool large = v->shape[0] > SHRT_MAX || v->shape[1] > SHRT_MAX || v->shape[2] > SHRT_MAX;
    element_fields fields = {.dim = {3, 1, 1, 1, 1, 1, 1, 1},
                             .datatype = (short)code_of(options->type),
                             .bitpix = (short)(options->type->size * CHAR_BIT)};
    nifti_header header;
    size_t header_size, extension_size = 0, unused = 0;
    char *text = NULL;
    int text_size = 0;
    char extender[4] = {0};
    bool good = false;

    if (!fields.datatype)
        return fail(target->path, "choose another --dtype", "NIfTI has no %s", options->type->name);
    if (kept)
        header = *kept;
    else
        new_header(&header, large);
    if (header.version == 1 && large)
        return fail(target->path, "convert the input to NIfTI-2, or name the output .npy", "is too long for NIfTI-1");
    if (options->record && !(text = record_text(options->record, &text_size)))
        return fail_memory(target->path);

    keep_extras(NULL, &header, &extension_size);
    extension_size += text ? (size_t)text_size + 8 : 0;
    extender[0] = extension_size > 0;
    header_size = nifti_header_size(&header);
    fields.offset = header_size + sizeof extender + extension_size;
    fields.dim[0] = header.version == 1 ? header.raw.n1.dim[0] : header.raw.n2.dim[0];
    if (fields.dim[0] < 3)
        fields.dim[0] = 3;
    for (int i = 0; i < 3; i++)
        fields.dim[i + 1] = (int64_t)v->shape[i];
    if (header.version == 1)
        set_fields_1(&header.raw.n1, &fields);
    else
        set_fields_2(&header.raw.n2, &fields);

    good = outfile_write(target->data, &header.raw, header_size) &&
           outfile_write(target->data, extender, sizeof extender) && keep_extras(target->data, &header, &unused) &&
           (!text || write_extension(target->data, NIFTI_ECODE_COMMENT, text, text_size)) &&
           elements_write(target->data, options->type, &array, clipped);
    free(text);
    return good;
}
