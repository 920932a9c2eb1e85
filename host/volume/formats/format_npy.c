/* Volumes in NPY files.
 * SPDX-License-Identifier: Apache-2.0 */
#include "npy.h"
#include "volume.h"

static bool open(volume_reader *r, const volume_source *source)
{
    npy_header header;
    volume *v = &r->head;

    (void)source;
    if (!npy_read_header(r->file, &header) ||
        !volume_set_shape(v, infile_path(r->file), header.shape, header.dimensions))
        return false;
    v->type = header.type;
    v->complex = dtype_is_complex(v->type);
    v->first_fastest = header.fortran;
    r->swap = header.swap;
    return infile_holds(r->file, 0, (uint64_t)volume_count(v) * v->type->size) && volume_load_sidecar(r);
}

/* In the order in which the volume lies in memory. */
static bool begin(volume_writer *w)
{
    const volume *v = &w->head;
    npy_header header = {.type = w->options.type,
                         .fortran = v->first_fastest,
                         .dimensions = v->volumes > 1 ? 4 : 3 - v->missing,
                         .shape = {v->shape[0], v->shape[1], v->shape[2], v->volumes}};
    return npy_write_header(w->target->data, &header);
}

static bool end(volume_writer *w, bool good)
{
    return good && volume_store_sidecar(w, NULL);
}

const volume_format volume_format_npy = {.name = "NPY",
                                         .endings = {".npy", ".npy.gz"},
                                         .magic = {{0, "\x93NUMPY", 6}},
                                         .sidecar = SIDECAR_WITH_RECORD,
                                         .series = true,
                                         .order = ORDER_OF_MEMORY,
                                         .open = open,
                                         .read = volume_read_elements,
                                         .finish = volume_finish_elements,
                                         .begin = begin,
                                         .write = volume_write_elements,
                                         .end = end};
