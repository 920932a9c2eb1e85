/* Volumes in files of nothing but elements, in C order; FILE.orbital.json tells their layout.
 * SPDX-License-Identifier: Apache-2.0 */
#include "message.h"
#include "sidecar.h"
#include "volume_format.h"

#include <inttypes.h>
#include <string.h>

/* The layout that a sidecar tells. */
static bool layout_from(const json_t *sidecar, const char *path, raw_layout *layout)
{
    const char *type = NULL, *endian = NULL;
    json_int_t shape[3] = {0};
    json_error_t error;
    if (!sidecar)
        return fail(path, "give --shape and --dtype", "is raw, with no record of its layout");
    if (json_unpack_ex((json_t *)sidecar, &error, 0, "{s:{s:[III],s:s,s:s}}", "raw", "shape", &shape[0], &shape[1],
                       &shape[2], "dtype", &type, "endian", &endian) ||
        shape[0] < 1 || shape[1] < 1 || shape[2] < 1 || !dtype_named(type))
        return fail(path, "give --shape and --dtype", "the record beside it holds no proper layout");
    for (int i = 0; i < 3; i++)
        layout->shape[i] = (size_t)shape[i];
    layout->type = dtype_named(type);
    layout->big_endian = !strcmp(endian, "big");
    return true;
}

static bool load(volume *v, infile *file, const volume_source *source)
{
    const raw_layout *raw = source->raw;
    const char *path = infile_path(file);
    raw_layout layout = raw ? *raw : (raw_layout){0};
    bool good;
    json_t *sidecar = sidecar_load(infile_beside(file), &good);

    if (good && !raw)
        good = layout_from(sidecar, path, &layout);
    if (good)
        good = volume_set_shape(v, path, layout.shape, 3);
    /* Only the size can tell a wrong layout, and that of a compressed file is known behind it. */
    if (good && !infile_compressed(file)) {
        uint64_t count = volume_count(v),
                 wanted = count > UINT64_MAX / layout.type->size ? UINT64_MAX : count * layout.type->size;
        if (wanted != infile_limit(file))
            good = fail(path, "check --shape and --dtype",
                        "holds %" PRIu64 " bytes, not the %" PRIu64 " of %zu x %zu x %zu %s", infile_limit(file),
                        wanted, v->shape[0], v->shape[1], v->shape[2], layout.type->name);
    }
    if (good) {
        v->type = layout.type;
        v->complex = dtype_is_complex(v->type);
        v->data = elements_read(file, 0, layout.type, layout.big_endian != host_is_big_endian(), volume_count(v));
        v->record = json_incref(json_object_get(sidecar, "orbital"));
        good = v->data != NULL;
    }
    if (good && infile_has_more(file))
        good = fail(path, "check --shape and --dtype", "holds more than the elements of %zu x %zu x %zu %s",
                    v->shape[0], v->shape[1], v->shape[2], layout.type->name);
    json_decref(sidecar);
    return good;
}

static bool store(const volume *v, const volume_target *target, const store_options *options, size_t *clipped)
{
    json_t *layout = json_pack("{s:{s:[III],s:s,s:s}}", "raw", "shape", (json_int_t)v->shape[0],
                               (json_int_t)v->shape[1], (json_int_t)v->shape[2], "dtype", options->type->name, "endian",
                               host_is_big_endian() ? "big" : "little");
    const element_array array = volume_elements(v, false);
    bool good = layout || fail_memory(target->path);
    good = good && elements_write(target->data, options->type, &array, clipped) &&
           (!target->sidecar || sidecar_write(target->sidecar, options->record, layout));
    json_decref(layout);
    return good;
}

const volume_format volume_format_raw = {.name = "raw",
                                         .endings = {".raw", ".bin", ".raw.gz", ".bin.gz"},
                                         .sidecar = SIDECAR_ALWAYS,
                                         .load = load,
                                         .store = store};
