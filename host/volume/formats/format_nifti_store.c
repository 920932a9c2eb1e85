/* Headers of NIfTI files that are stored: those of the input as far as they still hold, and the record.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

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

static void put_extension(FILE *to, const nifti_extension *from)
{
    const int32_t words[2] = {from->size, from->code};
    fwrite(words, sizeof words, 1, to);
    fwrite(from->data, (size_t)from->size - 8, 1, to);
}

/* The record in an extension: text, then zeros until data and start are a multiple of 16 bytes. */
static bool put_record(FILE *to, const char *record)
{
    const size_t length = strlen(NIFTI_RECORD " }") + strlen(record), size = (length + 8 + 16) / 16 * 16;
    char *text = size < INT_MAX ? calloc(size, 1) : NULL;
    if (text) {
        snprintf(text, size, NIFTI_RECORD " %s}", record);
        put_extension(to, &(nifti_extension){(int32_t)size, NIFTI_ECODE_COMMENT, text});
    }
    free(text);
    return text != NULL;
}

/* Writes the header, the extensions of the input that are not orbital's own, and the record.
 * \param fields  all but the offset, which is set */
static bool write_head(const volume_writer *w, nifti_header *header, element_fields *fields)
{
    const char extender[4] = {0};
    nifti_extension each;
    char *bytes = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&bytes, &size);
    bool good = to != NULL;

    if (to) {
        fwrite(&header->raw, nifti_header_size(header), 1, to); /* as yet without the fields */
        fwrite(extender, sizeof extender, 1, to);
        for (uint64_t at = 0; (at = nifti_next_extension(header, at, &each));)
            if (!nifti_is_record(&each))
                put_extension(to, &each);
        good = !w->record || put_record(to, w->record);
        good = !fclose(to) && good;
    }
    if (good) {
        fields->offset = size;
        if (header->version == 1)
            set_fields_1(&header->raw.n1, fields);
        else
            set_fields_2(&header->raw.n2, fields);
        memcpy(bytes, &header->raw, nifti_header_size(header));
        bytes[nifti_header_size(header)] = size > nifti_header_size(header) + sizeof extender;
    }
    good = good ? outfile_write(w->target->data, bytes, size) : fail_memory(w->target->path);
    free(bytes);
    return good;
}

/* Those of the input, of which the last ones may have one point, unless the volumes of a series are no more. */
static int64_t axes_of(const nifti_header *kept, const volume *v)
{
    const int64_t axes = kept->wide.dim[0], before = axes < 4 ? 1 : kept->wide.dim[4];
    const int64_t least = v->volumes > 1 ? 4 : 3 - (int64_t)v->missing;
    return axes < least || before != (int64_t)v->volumes ? least : axes;
}

bool nifti_begin(volume_writer *w)
{
    const volume *v = &w->head;
    const char *path = w->target->path;
    const nifti_header *kept = volume_header(w->options.like, &volume_format_nifti);
    const size_t shape[4] = {v->shape[0], v->shape[1], v->shape[2], v->volumes};
    element_fields fields = {.dim = {3, 1, 1, 1, 1, 1, 1, 1},
                             .datatype = (short)dtype_code_of(w->target->format->types, w->options.type),
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
    return write_head(w, &header, &fields);
}
