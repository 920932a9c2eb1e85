/* Volumes into files, piece by piece.
 * SPDX-License-Identifier: Apache-2.0 */
#include "message.h"
#include "volume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The layout of a file that does not describe itself. */
static json_t *layout_json(const volume *v, const dtype *type)
{
    json_t *shape = volume_shape_json(v);
    if (v->volumes > 1)
        json_array_append_new(shape, json_integer((json_int_t)v->volumes));
    return json_pack("{s:o,s:s,s:s}", "shape", shape, "dtype", type->name, "endian",
                     host_is_big_endian() ? "big" : "little");
}

static bool store_sidecar(const volume_writer *w)
{
    const bool layout = w->target->format->sidecar == SIDECAR_ALWAYS;
    json_t *content = json_object();
    char *text = NULL;
    bool good =
        (!layout || !json_object_set_new(content, "raw", layout_json(&w->head, w->options.type))) &&
        (!w->options.record || (!json_object_set_new(content, "orbital", json_deep_copy(w->options.record)) &&
                                !json_object_set_new(content, "values", json_sprintf("%016" PRIx64, w->fingerprint))));

    if (good)
        text = json_dumps(content, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    good = text ? outfile_puts(w->target->sidecar, text) && outfile_puts(w->target->sidecar, "\n")
                : fail_memory(w->target->path);
    free(text);
    json_decref(content);
    return good;
}

/* Whether axis 0 is the fastest in the file. */
static bool first_fastest(const volume_target *target, const volume *v)
{
    const element_order order = target->format->order;
    return order == ORDER_OF_MEMORY ? v->first_fastest : order == ORDER_FIRST;
}

bool volume_reorders(const volume_target *target, const volume *v)
{
    return first_fastest(target, v) != v->first_fastest;
}

bool volume_target_holds(const volume_target *target, const volume *v)
{
    return v->volumes == 1 || target->format->series ||
           fail(target->path, "choose another format, or one volume with --volume T",
                "%s cannot hold a series of %zu volumes", target->format->name, v->volumes);
}

bool volume_target_takes(const volume_target *target, const dtype *type)
{
    return !target->format->types || dtype_code_of(target->format->types, type) >= 0;
}

bool volume_write_begin(volume_writer *w, const volume *whole, const volume_target *target,
                        const store_options *options)
{
    bool good;

    *w = (volume_writer){.target = target, .options = *options};
    w->head = (volume){.missing = whole->missing,
                       .volumes = whole->volumes,
                       .first_fastest = whole->first_fastest,
                       .complex = whole->complex};
    memcpy(w->head.shape, whole->shape, sizeof w->head.shape);
    if (!volume_target_takes(target, options->type))
        return fail(target->path, "choose another --dtype", "%s has no element type %s", target->format->name,
                    options->type->name);
    w->record = options->record ? json_dumps(options->record, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;
    good = (w->record || !options->record || fail_memory(target->path)) &&
           (!target->format->begin || target->format->begin(w));
    free(w->record);
    w->record = NULL;
    return good;
}

bool volume_write(volume_writer *w, const volume *piece)
{
    return w->target->format->write(w, piece);
}

bool volume_write_end(volume_writer *w, bool good)
{
    if (!w->target)
        return good;
    if (w->target->format->end)
        good = w->target->format->end(w, good);
    return good && (!w->target->sidecar || store_sidecar(w));
}

bool volume_store(const volume *v, const volume_target *target, const store_options *options, size_t *clipped)
{
    volume_writer w;
    const bool good = volume_write_begin(&w, v, target, options) && volume_write(&w, v);
    *clipped += w.clipped;
    return volume_write_end(&w, good);
}

/* The axes of a file, the slowest first. Those of one point come before others, so that lines are long. */
static const int *axes_of_file(const volume *v, bool first_fastest)
{
    static const int first[4] = {3, 2, 1, 0}, last[4] = {0, 1, 2, 3};
    static const int last_of_one[4] = {3, 0, 1, 2}, last_of_plane[4] = {3, 2, 0, 1};
    if (first_fastest)
        return first;
    if (v->volumes > 1)
        return last;
    return v->missing == 1 ? last_of_plane : last_of_one;
}

bool volume_give_elements(volume_writer *w, const volume *piece, elements_taker *take, void *user)
{
    const dtype *type = w->options.type;
    const int *axis = axes_of_file(piece, first_fastest(w->target, piece));
    const size_t shape[4] = {piece->shape[0], piece->shape[1], piece->shape[2], piece->volumes};
    const size_t has = piece->complex ? 2 : 1, requested = dtype_is_complex(type) ? 2 : 1;
    const size_t length = shape[axis[3]], lines = volume_count(piece) / length;
    double *line = calloc(length, requested * sizeof *line); /* imaginary parts that are not there stay 0 */
    unsigned char *bytes = malloc(length * type->size);
    bool good = (line && bytes) || fail_memory(NULL);
    size_t stride[4];

    volume_strides(piece, stride);
    stride[3] = volume_series_stride(piece);
    for (size_t i = 0; good && i < lines; i++) {
        const double *from = piece->data;
        size_t place = i;
        for (int a = 2; a >= 0; a--) {
            from += has * stride[axis[a]] * (place % shape[axis[a]]);
            place /= shape[axis[a]];
        }
        for (size_t k = 0; k < length; k++)
            memcpy(line + requested * k, from + has * k * stride[axis[3]],
                   (has < requested ? has : requested) * sizeof *line);
        w->clipped += dtype_encode(type, line, bytes, length);
        if (w->target->sidecar) {
            dtype_decode(type, bytes, false, line, length);
            w->fingerprint += elements_fingerprint(line, w->numbers, length * requested);
            w->numbers += length * requested;
        }
        good = take(user, bytes, length * type->size);
    }
    free(bytes);
    free(line);
    return good;
}

static bool write_line(void *file, void *bytes, size_t size)
{
    return outfile_write(file, bytes, size);
}

bool volume_write_elements(volume_writer *w, const volume *piece)
{
    return volume_give_elements(w, piece, write_line, w->target->data);
}
