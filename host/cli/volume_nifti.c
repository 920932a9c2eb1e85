/* Volumes from NIfTI-1 and NIfTI-2 files. libnifti2 reads headers and extensions; elements are read here, as it would
 * replace NaNs.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "volume_nifti.h"
#include "elements.h"
#include "message.h"
#include "volume_format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const nifti_type nifti_types[NIFTI_TYPE_COUNT] = {
    {NIFTI_TYPE_UINT8, 'u', 1},   {NIFTI_TYPE_UINT16, 'u', 2}, {NIFTI_TYPE_UINT32, 'u', 4},
    {NIFTI_TYPE_UINT64, 'u', 8},  {NIFTI_TYPE_INT8, 'i', 1},   {NIFTI_TYPE_INT16, 'i', 2},
    {NIFTI_TYPE_INT32, 'i', 4},   {NIFTI_TYPE_INT64, 'i', 8},  {NIFTI_TYPE_FLOAT32, 'f', 4},
    {NIFTI_TYPE_FLOAT64, 'f', 8},
};

static const dtype *type_of(const char *path, int code)
{
    for (size_t i = 0; i < NIFTI_TYPE_COUNT; i++)
        if (nifti_types[i].code == code)
            return dtype_find(nifti_types[i].letter, nifti_types[i].size);
    if (code == NIFTI_TYPE_COMPLEX64 || code == NIFTI_TYPE_COMPLEX128 || code == NIFTI_TYPE_COMPLEX256)
        fail(path, "store real and imaginary part on their own", "is complex");
    else
        fail(path, "convert it to float32", "holds elements of type %s", nifti_datatype_string(code));
    return NULL;
}

void nifti_header_free(nifti_header *header)
{
    if (header)
        nifti_image_free(header->image);
    free(header);
}

static nifti_header *read_header(infile *file)
{
    const char *path = infile_path(file);
    nifti_header *header = NULL;
    char start[sizeof(nifti_2_header)];
    void *raw = NULL;
    size_t got = infile_peek(file, start, sizeof start);

    nifti_set_debug_level(0);
    if (got < sizeof(nifti_1_header) || nifti_header_version(start, got) < 1) {
        fail(path, "give a NIfTI volume, or name it after its format", "is not a NIfTI file, or is damaged");
        return NULL;
    }
    header = calloc(1, sizeof *header);
    if (!header) {
        fail_memory(path);
        return NULL;
    }
    raw = nifti_read_header(path, &header->version, 0);
    header->image = nifti_image_read(path, 0);
    if (!raw || !header->image ||
        (header->image->nifti_type != NIFTI_FTYPE_NIFTI1_1 && header->image->nifti_type != NIFTI_FTYPE_NIFTI2_1) ||
        (header->version != 1 && header->version != 2)) {
        fail(path, "give a NIfTI volume in one file", "its NIfTI header is not valid");
        nifti_header_free(header);
        header = NULL;
    } else {
        memcpy(&header->raw, raw, header->version == 1 ? sizeof header->raw.n1 : sizeof header->raw.n2);
    }
    free(raw);
    return header;
}

json_t *nifti_record(const nifti1_extension *extension)
{
    json_t *content = NULL, *record;
    if (extension->ecode == NIFTI_ECODE_COMMENT && extension->edata && extension->esize > 8)
        content = json_loadb(extension->edata, strnlen(extension->edata, (size_t)extension->esize - 8), 0, NULL);
    record = json_incref(json_object_get(content, "orbital"));
    json_decref(content);
    return record;
}

static bool load(volume *v, infile *file, const raw_layout *raw)
{
    const char *path = infile_path(file);
    const nifti_image *image;
    size_t shape[7];

    (void)raw;
    v->first_fastest = true;
    v->nifti = read_header(file);
    if (!v->nifti)
        return false;
    image = v->nifti->image;
    for (int i = 0; i < 7; i++) {
        if (i < image->ndim && image->dim[i + 1] < 1)
            return fail(path, "give a volume with points", "holds no elements");
        shape[i] = i < image->ndim ? (size_t)image->dim[i + 1] : 1;
    }
    v->type = type_of(path, image->datatype);
    if (!v->type || !volume_set_shape(v, path, shape, 7))
        return false;
    if (image->iname_offset < 0 ||
        !infile_holds(file, (uint64_t)image->iname_offset, (uint64_t)volume_count(v) * v->type->size) ||
        !infile_seek(file, (uint64_t)image->iname_offset))
        return false;
    v->data = elements_read(file, (uint64_t)image->iname_offset, v->type, image->byteorder != nifti_short_order(),
                            volume_count(v));
    if (!v->data)
        return false;
    v->scaled = isfinite(image->scl_slope) && isfinite(image->scl_inter) && image->scl_slope != 0 &&
                (image->scl_slope != 1 || image->scl_inter != 0);
    for (size_t i = 0; v->scaled && i < volume_count(v); i++)
        v->data[i] = v->data[i] * image->scl_slope + image->scl_inter;
    for (int i = 0; !v->record && i < image->num_ext; i++)
        v->record = nifti_record(&image->ext_list[i]);
    return true;
}

const volume_format volume_format_nifti = {
    .name = "NIfTI", .endings = {".nii", ".nii.gz"}, .sidecar = SIDECAR_NEVER, .load = load, .store = nifti_store};
