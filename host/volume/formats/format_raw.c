/* Volumes in files of nothing but elements, in C order; FILE.orbital.json specifies their layout.
 * SPDX-License-Identifier: Apache-2.0 */
#include "message.h"
#include "sidecar.h"
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
    good = !json_unpack_ex((json_t *)sidecar, &error, 0, "{s:{s:o,s:s,s:s}}", "raw", "shape", &shape, "dtype", &type,
                           "endian", &endian) &&
           json_array_size(shape) >= 1 && json_array_size(shape) <= 4 && dtype_named(type);
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

/* The layout in words, for messages. */
static const char *describe(const volume *v, char text[96])
{
    return volume_shape_text(v, text, 96);
}

static bool open(volume_reader *r, const volume_source *source)
{
    const raw_layout *raw = source->raw;
    const char *path = infile_path(r->file);
    volume *v = &r->head;
    raw_layout layout = raw ? *raw : (raw_layout){0};
    char text[96];
    bool good;
    json_t *sidecar = sidecar_load(infile_beside(r->file), &good);

    if (good && !raw)
        good = layout_from(sidecar, path, &layout);
    if (good)
        good = volume_set_shape(v, path, layout.shape, 4);
    v->missing = layout.missing;
    if (good) {
        const uint64_t count = volume_count(v),
                       requested = count > UINT64_MAX / layout.type->size ? UINT64_MAX : count * layout.type->size;
        /* Only the size reveals a wrong layout; that of a compressed file is known at its end. */
        if (!infile_compressed(r->file) && requested != infile_limit(r->file))
            good = fail(path, "check --shape and --dtype", "holds %" PRIu64 " bytes, not the %" PRIu64 " of %s %s",
                        infile_limit(r->file), requested, describe(v, text), layout.type->name);
        good = good && infile_holds(r->file, 0, requested);
    }
    if (good) {
        v->type = layout.type;
        v->complex = dtype_is_complex(v->type);
        v->record = json_incref(json_object_get(sidecar, "orbital"));
        r->swap = layout.big_endian != host_is_big_endian();
    }
    json_decref(sidecar);
    return good;
}

static bool finish(volume_reader *r)
{
    char text[96];
    return infile_finish(r->file) &&
           (!infile_has_more(r->file) ||
            fail(infile_path(r->file), "check --shape and --dtype", "holds more than the elements of %s %s",
                 describe(&r->head, text), r->head.type->name));
}

static bool begin(volume_writer *w)
{
    (void)w;
    return true;
}

static bool end(volume_writer *w, bool good)
{
    const volume *v = &w->head;
    json_t *shape = volume_shape_json(v);
    json_t *layout;
    if (v->volumes > 1)
        json_array_append_new(shape, json_integer((json_int_t)v->volumes));
    layout = json_pack("{s:{s:o,s:s,s:s}}", "raw", "shape", shape, "dtype", w->options.type->name, "endian",
                       host_is_big_endian() ? "big" : "little");
    good = good && (layout || fail_memory(w->target->path)) && volume_store_sidecar(w, layout);
    json_decref(layout);
    return good;
}

const volume_format volume_format_raw = {.name = "raw",
                                         .endings = {".raw", ".bin", ".raw.gz", ".bin.gz"},
                                         .sidecar = SIDECAR_ALWAYS,
                                         .series = true,
                                         .order = ORDER_LAST,
                                         .open = open,
                                         .read = volume_read_elements,
                                         .finish = finish,
                                         .begin = begin,
                                         .write = volume_write_elements,
                                         .end = end};
