/* A volume in memory; the formats are chosen here.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "volume.h"

#include "message.h"
#include "sidecar.h"
#include "volume_format.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const volume_format *const formats[] = {&volume_format_nifti, &volume_format_nrrd, &volume_format_mrc,
                                               &volume_format_tiff,  &volume_format_hdf5, &volume_format_npy,
                                               &volume_format_raw};

enum { FORMATS = sizeof formats / sizeof *formats };

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path);
    return length > strlen(ending) && !strcmp(path + length - strlen(ending), ending);
}

/* A path taken apart. */
typedef struct volume_name {
    const volume_format *format; /* NULL: not known */
    char *file;                  /* owned; NULL when memory ran out */
    const char *dataset;         /* within the file; NULL: none was named */
} volume_name;

/* The dataset's name behind that of a file with an ending, or NULL. */
static const char *dataset_behind(const char *path, const char *ending)
{
    const char *at = path;
    while ((at = strstr(at + 1, ending)))
        if (at[strlen(ending)] == ':' && at[strlen(ending) + 1])
            return at + strlen(ending) + 1;
    return NULL;
}

static volume_name name_of(const char *path)
{
    volume_name name = {NULL, NULL, NULL};
    for (size_t i = 0; i < FORMATS && !name.format; i++)
        for (size_t e = 0; formats[i]->endings[e] && !name.format; e++) {
            if (formats[i]->datasets)
                name.dataset = dataset_behind(path, formats[i]->endings[e]);
            if (name.dataset || ends_in(path, formats[i]->endings[e]))
                name.format = formats[i];
        }
    name.file = strndup(path, name.dataset ? (size_t)(name.dataset - path) - 1 : strlen(path));
    return name;
}

static bool fail_ending(const char *path, const char *cure)
{
    char all[256] = "";
    for (size_t i = 0; i < FORMATS; i++)
        for (size_t e = 0; formats[i]->endings[e]; e++) {
            strncat(all, " ", sizeof all - strlen(all) - 1);
            strncat(all, formats[i]->endings[e], sizeof all - strlen(all) - 1);
        }
    return fail(path, cure, "its name ends in none of%s", all);
}

bool volume_load(volume *v, const char *path, const raw_layout *raw)
{
    volume_name name = name_of(path);
    infile *file = NULL;
    bool good = false;

    *v = (volume){0};
    if (raw)
        name.format = &volume_format_raw;
    if (!name.file)
        fail_memory(path);
    else
        file = infile_open(name.file);
    if (file && !name.format)
        fail_ending(path, "for a raw file give --shape and --dtype");
    else if (file)
        good = name.format->load(v, file, &(volume_source){raw, name.dataset});
    v->format = name.format ? name.format->name : NULL;
    infile_close(file);
    free(name.file);
    return good;
}

bool volume_begin(volume_target *target, outputs *set, const char *path, bool recorded)
{
    volume_name name = name_of(path);
    char *sidecar = sidecar_name(path);
    bool good = sidecar && name.file;

    *target = (volume_target){.path = path, .format = name.format, .dataset = name.dataset};
    if (!good) {
        fail_memory(path);
    } else if (!target->format) {
        good = fail_ending(path, "name it so");
    } else if (target->format->read_only && ends_in(path, target->format->read_only)) {
        good = fail(path, "name it otherwise", "its header would stand alone, and cannot be written with this ending");
    } else if (target->format->datasets && !target->dataset) {
        good = fail(path, "say FILE:/DATASET", "does not name the dataset in the file");
    } else {
        target->data = target->format->datasets ? outputs_edit(set, name.file) : outputs_add(set, path);
        good = target->data != NULL;
        if (good && (target->format->sidecar == SIDECAR_ALWAYS ||
                     (target->format->sidecar == SIDECAR_WITH_RECORD && recorded))) {
            target->sidecar = outputs_add(set, sidecar);
            good = target->sidecar != NULL;
        } else if (good) {
            good = outputs_remove(set, sidecar); /* it would tell of another file */
        }
    }
    free(name.file);
    free(sidecar);
    return good;
}

bool volume_is_nifti(const volume_target *target)
{
    return target->format == &volume_format_nifti;
}

bool volume_store(const volume *v, const volume_target *target, const store_options *options, size_t *clipped)
{
    return target->format->store(v, target, options, clipped);
}

bool volume_set_shape(volume *v, const char *path, const size_t *shape, size_t dimensions)
{
    for (size_t i = 0; i < dimensions; i++) {
        if (shape[i] == 0)
            return fail(path, "give a volume with points", "holds no elements");
        if (i >= 3 && shape[i] > 1)
            return fail(path, "give one volume at a time, e.g. cut out with fslroi or numpy",
                        "has more than three axes");
    }
    for (size_t i = 0; i < 3; i++)
        v->shape[i] = i < dimensions ? shape[i] : 1;
    /* Counts and strides are computed without checks from here on. */
    if (v->shape[0] > SIZE_MAX / v->shape[1] ||
        v->shape[0] * v->shape[1] > SIZE_MAX / (2 * sizeof(double)) / v->shape[2])
        return fail(path, "get it again from where it came from", "claims an impossible shape");
    return true;
}

bool volume_create(volume *v, const size_t shape[3], bool first_fastest, bool complex)
{
    *v = (volume){.first_fastest = first_fastest, .complex = complex};
    if (!volume_set_shape(v, NULL, shape, 3))
        return false;
    v->data = calloc(volume_numbers(v), sizeof *v->data);
    return v->data ? true : fail_memory(NULL);
}

void volume_release(volume *v)
{
    free(v->data);
    json_decref(v->record);
    nifti_header_free(v->nifti);
    nrrd_header_free(v->nrrd);
    mrc_header_free(v->mrc);
    tiff_header_free(v->tiff);
    hdf5_header_free(v->hdf5);
    *v = (volume){0};
}

size_t volume_count(const volume *v)
{
    return v->shape[0] * v->shape[1] * v->shape[2];
}

size_t volume_numbers(const volume *v)
{
    return v->complex ? 2 * volume_count(v) : volume_count(v);
}

double volume_value(const volume *v, size_t point)
{
    return v->complex ? hypot(v->data[2 * point], v->data[2 * point + 1]) : v->data[point];
}

element_array volume_elements(const volume *v, bool first_fastest)
{
    element_array array = {.values = v->data, .complex = v->complex};
    size_t stride[3];
    volume_strides(v, stride);
    for (int i = 0; i < 3; i++) {
        int axis = first_fastest ? 2 - i : i;
        array.shape[i] = v->shape[axis];
        array.stride[i] = stride[axis];
    }
    return array;
}

void volume_strides(const volume *v, size_t stride[3])
{
    stride[1] = v->first_fastest ? v->shape[0] : v->shape[2];
    stride[0] = v->first_fastest ? 1 : v->shape[1] * v->shape[2];
    stride[2] = v->first_fastest ? v->shape[0] * v->shape[1] : 1;
}

size_t volume_range(const volume *v, double *smallest, double *largest)
{
    size_t bad = 0;
    *smallest = INFINITY;
    *largest = -INFINITY;
    for (size_t i = 0; i < volume_count(v); i++) {
        const double value = volume_value(v, i);
        if (isfinite(value)) {
            *smallest = fmin(*smallest, value);
            *largest = fmax(*largest, value);
        } else {
            bad++;
        }
    }
    return bad;
}

size_t volume_not_finite(const volume *v)
{
    double low, high;
    return volume_range(v, &low, &high);
}

/* Whether a text is of letters that any terminal and JSON can show. */
static bool is_plain(const char *text)
{
    while (isgraph((unsigned char)*text))
        text++;
    return !*text;
}

bool volume_spacing(const volume *v, double size[3], const char **unit)
{
    bool good = v->nifti || v->nrrd || v->mrc;
    *unit = NULL;
    if (v->nifti)
        nifti_header_spacing(v->nifti, size, unit);
    else if (v->nrrd)
        nrrd_header_spacing(v->nrrd, size, unit);
    else if (v->mrc)
        mrc_header_spacing(v->mrc, size, unit);
    for (int axis = 0; good && axis < 3; axis++)
        good = isfinite(size[axis]) && size[axis] > 0;
    if (*unit && (!**unit || !is_plain(*unit)))
        *unit = NULL;
    return good;
}

void volume_planes(const volume *v, const char *plane[3])
{
    plane[0] = plane[1] = plane[2] = "";
    if (v->nifti)
        nifti_header_planes(v->nifti, plane);
}

bool volume_require_finite(const volume *v, const char *path)
{
    const size_t parts = v->complex ? 2 : 1;
    size_t stride[3];
    volume_strides(v, stride);
    for (size_t i = 0; i < volume_numbers(v); i++)
        if (!isfinite(v->data[i]))
            return fail(path, "replace it, e.g. with numpy.nan_to_num", "voxel (%zu, %zu, %zu) is %s",
                        i / parts / stride[0] % v->shape[0], i / parts / stride[1] % v->shape[1],
                        i / parts / stride[2] % v->shape[2], isnan(v->data[i]) ? "not a number" : "infinite");
    return true;
}
