/* Volumes in files of nothing but elements, in C order; FILE.orbital.json specifies their layout.
 * SPDX-License-Identifier: Apache-2.0 */
#include "message.h"
#include "volume.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The layout from a sidecar. */
static bool layout_from(const json_t *sidecar, const char *path, raw_layout *layout)
{
    const char *type = NULL, *endian = NULL;
    const json_t *shape = NULL;
    json_error_t error;
    bool good;
    if (!sidecar)
        return fail(path, "give --shape and --dtype", "is raw, with no record of its layout");
    good = !json_unpack_ex((json_t *)sidecar, &error, 0, "{s:{s:o,s:s,s:s !}}", "raw", "shape", &shape, "dtype", &type,
                           "endian", &endian) &&
           json_array_size(shape) >= 1 && json_array_size(shape) <= 4 && dtype_named(type) &&
           (!strcmp(endian, "big") || !strcmp(endian, "little"));
    layout->shape[1] = layout->shape[2] = layout->shape[3] = 1;
    layout->missing = json_array_size(shape) < 3 ? 3 - (unsigned)json_array_size(shape) : 0;
    for (size_t i = 0; good && i < json_array_size(shape); i++) {
        const json_int_t size = json_integer_value(json_array_get(shape, i));
        layout->shape[i] = (size_t)size;
        good = size >= 1;
    }
    if (!good)
        return fail(path, "give --shape and --dtype", "the record beside it holds no valid layout");
    layout->type = dtype_named(type);
    layout->big_endian = !strcmp(endian, "big");
    return true;
}

static bool open(volume_reader *r, const volume_source *source)
{
    const raw_layout *raw = source->raw;
    const char *path = infile_path(r->file);
    volume *v = &r->head;
    raw_layout layout = raw ? *raw : (raw_layout){0};
    uint64_t count, requested;
    char text[96];

    if ((!raw && !layout_from(source->sidecar, path, &layout)) || !volume_set_shape(v, path, layout.shape, 4))
        return false;
    v->missing = layout.missing;
    v->type = layout.type;
    v->complex = dtype_is_complex(v->type);
    r->swap = layout.big_endian != host_is_big_endian();
    /* Only the size reveals a wrong layout; that of a compressed file is known at its end. */
    count = volume_count(v);
    requested = count > UINT64_MAX / v->type->size ? UINT64_MAX : count * v->type->size;
    if (!infile_compressed(r->file) && requested != infile_limit(r->file))
        return fail(path, "check --shape and --dtype", "holds %" PRIu64 " bytes, not the %" PRIu64 " of %s %s",
                    infile_limit(r->file), requested, volume_shape_text(v, text, sizeof text), v->type->name);
    return infile_holds(r->file, 0, requested);
}

static bool finish(volume_reader *r)
{
    char text[96];
    return infile_finish(r->file) &&
           (!infile_has_more(r->file) ||
            fail(infile_path(r->file), "check --shape and --dtype", "holds more than the elements of %s %s",
                 volume_shape_text(&r->head, text, sizeof text), r->head.type->name));
}

const volume_format volume_format_raw = {.name = "raw",
                                         .endings = {".raw", ".bin", ".raw.gz", ".bin.gz"},
                                         .sidecar = SIDECAR_ALWAYS,
                                         .series = true,
                                         .order = ORDER_LAST,
                                         .open = open,
                                         .read = volume_read_elements,
                                         .finish = finish,
                                         .write = volume_write_elements};
