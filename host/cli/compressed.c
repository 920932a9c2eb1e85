/* The description of a compressed volume, and conversion between a volume and its whole blocks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "compressed.h"

#include "format_nifti.h"
#include "message.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK ((size_t)1 << 13)

bool compressed_describe(compressed *c, const volume *in, const char *path)
{
    const nifti_header *nifti = volume_header(in, &volume_format_nifti);
    double low, high;
    size_t padded[3];
    volume_range(in, &low, &high);
    if (!isfinite(high - low))
        return fail(path, "scale it down", "its range is larger than double precision can represent");
    memcpy(c->shape, in->shape, sizeof c->shape);
    if (!spec_settle(&c->spec, in->shape, in->missing))
        return false;
    spec_padded(&c->spec, padded);
    for (int axis = 0; axis < 3; axis++) {
        if (padded[axis] < in->shape[axis]) /* beyond size_t */
            return fail("--block", "choose a smaller one", "the volume would be too large");
        c->spec.block[axis] = spec_block(&c->spec, axis);
        c->spec.shape[axis] = padded[axis];
    }
    c->first_fastest = in->first_fastest;
    c->type = in->type;
    c->slope = 1;
    if (nifti)
        nifti_header_elements(nifti, &c->slope, &c->intercept, &c->big_endian);
    c->middle = low + (high - low) / 2;
    return true;
}

json_t *compressed_text(const compressed *c, const orb_report *report)
{
    json_t *transform = spec_record(&c->spec, report);
    return transform ? json_pack("{s:[III], s:b, s:s, s:b, s:f, s:f, s:f, s:f, s:o}", "shape", (json_int_t)c->shape[0],
                                 (json_int_t)c->shape[1], (json_int_t)c->shape[2], "first_fastest", c->first_fastest,
                                 "dtype", c->type->name, "big_endian", c->big_endian, "slope", c->slope, "intercept",
                                 c->intercept, "step", c->step, "middle", c->middle, "transform", transform)
                     : NULL;
}

/* Whether middle and step are those of values that the elements can have. */
static bool is_in_range(const compressed *c)
{
    unsigned char bytes[2 * sizeof(double)];
    double limit[2] = {-DBL_MAX, DBL_MAX};

    (void)dtype_encode(c->type, limit, bytes, 2);
    dtype_decode(c->type, bytes, false, limit, 2);
    for (int i = 0; i < 2; i++)
        limit[i] = limit[i] * c->slope + c->intercept;
    if (c->slope < 0) {
        const double low = limit[1];
        limit[1] = limit[0];
        limit[0] = low;
    }
    return c->middle >= limit[0] && c->middle <= limit[1] && c->step > 0 && c->step <= fmax(limit[1] - limit[0], 1) &&
           isfinite(c->step) && isfinite(c->middle);
}

/* Whether the blocks are those of the shape, and the transform one that compress makes. */
static bool is_possible(const compressed *c)
{
    bool good = c->type && !dtype_is_complex(c->type) && isfinite(c->slope) && c->slope != 0 &&
                isfinite(c->intercept) && is_in_range(c) && c->spec.norm == ORB_ORTHO && !spec_is_complex(&c->spec) &&
                c->spec.input == INPUT_REAL;
    for (int axis = 0; good && axis < 3; axis++) {
        const size_t padded = c->spec.shape[axis], block = c->spec.block[axis];
        good = c->shape[axis] >= 1 && c->shape[axis] <= padded && padded % block == 0 &&
               padded - c->shape[axis] < block && c->spec.kind[axis] != ORB_MATRIX;
    }
    return good;
}

bool compressed_parse(compressed *c, const json_t *text, const char *path)
{
    const char *type;
    json_t *transform, *sections;
    json_int_t version, shape[3];
    int first_fastest, big_endian;
    if (json_unpack((json_t *)text, "{s:I, s:o, s:[III!], s:b, s:s, s:b, s:F, s:F, s:F, s:F, s:o !}", "version",
                    &version, "sections", &sections, "shape", &shape[0], &shape[1], &shape[2], "first_fastest",
                    &first_fastest, "dtype", &type, "big_endian", &big_endian, "slope", &c->slope, "intercept",
                    &c->intercept, "step", &c->step, "middle", &c->middle, "transform", &transform))
        return fail(path, "obtain the file again", "its description is damaged");
    for (int axis = 0; axis < 3; axis++)
        c->shape[axis] = shape[axis] > 0 ? (size_t)shape[axis] : 0;
    c->first_fastest = first_fastest;
    c->big_endian = big_endian;
    c->type = dtype_named(type);
    if (!spec_apply_record(&c->spec, transform, path) || !spec_settle(&c->spec, c->spec.shape, c->spec.missing))
        return false;
    return is_possible(c) || fail(path, "obtain the file again", "its description is damaged");
}

/* Fills a volume from one of another shape. Beyond its edges the last point goes on. */
static void fill(const volume *out, const volume *in, double added)
{
    size_t from[3], to[3];
    volume_strides(in, from);
    volume_strides(out, to);
    for (size_t point = 0; point < volume_count(out); point++) {
        size_t source = 0;
        for (int axis = 0; axis < 3; axis++) {
            const size_t index = point / to[axis] % out->shape[axis];
            source += (index < in->shape[axis] ? index : in->shape[axis] - 1) * from[axis];
        }
        out->data[point] = in->data[source] + added;
    }
}

bool compressed_pad(const compressed *c, const volume *in, volume *padded)
{
    if (!volume_create(padded, c->spec.shape, in->first_fastest, false))
        return false;
    fill(padded, in, -c->middle);
    return true;
}

/* Elements in memory, in this machine's order of bytes, as numbers; count of them at most CHUNK. */
static void encode(const compressed *c, const double *values, unsigned char *bytes, size_t count)
{
    double elements[CHUNK];
    for (size_t i = 0; i < count; i++)
        elements[i] = (values[i] - c->intercept) / c->slope;
    (void)dtype_encode(c->type, elements, bytes, count); /* what was in range may come back a little beyond it */
}

bool compressed_crop(const compressed *c, const volume *padded, volume *out)
{
    unsigned char bytes[CHUNK * sizeof(double)];
    if (!volume_create(out, c->shape, padded->first_fastest, false))
        return false;
    out->missing = c->spec.missing;
    fill(out, padded, c->middle);
    for (size_t done = 0, part; done < volume_count(out); done += part) {
        part = volume_count(out) - done < CHUNK ? volume_count(out) - done : CHUNK;
        encode(c, out->data + done, bytes, part);
        dtype_decode(c->type, bytes, false, out->data + done, part);
        for (size_t i = done; i < done + part; i++)
            out->data[i] = out->data[i] * c->slope + c->intercept;
    }
    return true;
}

bool compressed_write_elements(const compressed *c, const volume *v, outfile *file)
{
    const size_t size = c->type->size;
    unsigned char bytes[CHUNK * sizeof(double)];
    bool good = true;
    for (size_t done = 0, part; good && done < volume_count(v); done += part) {
        part = volume_count(v) - done < CHUNK ? volume_count(v) - done : CHUNK;
        encode(c, v->data + done, bytes, part);
        for (size_t i = 0; c->big_endian != host_is_big_endian() && i < part; i++)
            for (size_t low = i * size, high = low + size - 1; low < high; low++, high--) {
                const unsigned char byte = bytes[low];
                bytes[low] = bytes[high];
                bytes[high] = byte;
            }
        good = outfile_write(file, bytes, part * size);
    }
    return good;
}
