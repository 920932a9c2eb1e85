/* Volumes in NPY files.
 * SPDX-License-Identifier: Apache-2.0 */
#include "npy.h"
#include "sidecar.h"
#include "volume_format.h"

static bool load(volume *v, infile *file, const volume_source *source)
{
    npy_header header;
    json_t *sidecar;
    bool good;

    (void)source;
    if (!npy_read_header(file, &header) || !volume_set_shape(v, infile_path(file), header.shape, header.dimensions))
        return false;
    v->type = header.type;
    v->complex = dtype_is_complex(v->type);
    v->first_fastest = header.fortran;
    v->data = npy_read_elements(file, &header);
    if (!v->data)
        return false;
    sidecar = sidecar_load(infile_beside(file), &good);
    v->record = json_incref(json_object_get(sidecar, "orbital"));
    json_decref(sidecar);
    return good;
}

/* In the order in which the volume lies in memory. */
static bool store(const volume *v, const volume_target *target, const store_options *options, size_t *clipped)
{
    npy_header header = {.type = options->type,
                         .fortran = v->first_fastest,
                         .dimensions = 3,
                         .shape = {v->shape[0], v->shape[1], v->shape[2]}};
    const element_array array = volume_elements(v, v->first_fastest);
    return npy_write_header(target->data, &header) && elements_write(target->data, options->type, &array, clipped) &&
           (!target->sidecar || sidecar_write(target->sidecar, options->record, NULL));
}

const volume_format volume_format_npy = {.name = "NPY",
                                         .endings = {".npy", ".npy.gz"},
                                         .magic = {{0, "\x93NUMPY", 6}},
                                         .sidecar = SIDECAR_WITH_RECORD,
                                         .load = load,
                                         .store = store};
