/* A volume in memory; the formats are chosen here.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "volume.h"

#include "message.h"
#include "names.h"
#include "sidecar.h"
#include "volume_format.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const volume_format *const formats[] = {&volume_format_nifti, &volume_format_nrrd, &volume_format_mrc,
                                               &volume_format_tiff,  &volume_format_hdf5, &volume_format_npy,
                                               &volume_format_raw};

enum { FORMATS = sizeof formats / sizeof *formats, MAGIC_END = 512 };

/* A path taken apart. */
typedef struct volume_name {
    const volume_format *format; /* NULL: not known */
    const char *ending;          /* of the format, or NULL */
    char *file;                  /* owned; NULL when memory ran out */
    const char *dataset;         /* within the file; NULL: none was named */
} volume_name;

/* The dataset's name behind that of a file with an ending, or NULL. */
static const char *dataset_behind(const char *path, const char *ending)
{
    const char *at = path;
    while (*at && (at = strstr(at + 1, ending)))
        if (at[strlen(ending)] == ':' && at[strlen(ending) + 1])
            return at + strlen(ending) + 1;
    return NULL;
}

/* \param format  an ending without its dot, which goes before the name's; or NULL */
static volume_name name_of(const char *path, const char *format)
{
    volume_name name = {0};
    for (size_t i = 0; i < FORMATS && !name.format; i++)
        for (size_t e = 0; formats[i]->endings[e] && !name.format; e++) {
            const char *ending = formats[i]->endings[e];
            if (formats[i]->datasets)
                name.dataset = dataset_behind(path, ending);
            if (format ? !strcmp(format, ending + 1) : name.dataset || name_ends_in(path, ending)) {
                name.format = formats[i];
                name.ending = ending;
            } else {
                name.dataset = NULL;
            }
        }
    name.file = strndup(path, name.dataset ? (size_t)(name.dataset - path) - 1 : strlen(path));
    return name;
}

static bool fail_ending(const char *path, const char *format, const char *cure)
{
    char all[256] = "";
    for (size_t i = 0; i < FORMATS; i++)
        for (size_t e = 0; formats[i]->endings[e]; e++) {
            strncat(all, " ", sizeof all - strlen(all) - 1);
            strncat(all, formats[i]->endings[e] + (format ? 1 : 0), sizeof all - strlen(all) - 1);
        }
    if (format)
        return fail(format, "name one of them", "is none of the formats%s", all);
    if (name_ends_in(path, ".gz")) {
        char *plain = strndup(path, strlen(path) - strlen(".gz"));
        volume_name name = plain ? name_of(plain, NULL) : (volume_name){0};
        free(name.file);
        free(plain);
        if (name.format)
            return fail(path, "unpack it, or leave out .gz", "%s files are not read or written compressed with gzip",
                        name.format->name);
    }
    return fail(path, cure, "its name ends in none of%s", all);
}

/* The format of what a file begins with, or NULL. */
static const volume_format *format_within(infile *file)
{
    unsigned char start[MAGIC_END];
    const size_t got = infile_start(file, start, sizeof start);
    for (size_t i = 0; i < FORMATS; i++)
        for (size_t m = 0; m < VOLUME_MAGICS && formats[i]->magic[m].size; m++) {
            const size_t at = formats[i]->magic[m].at, size = formats[i]->magic[m].size;
            if (at + size <= got && !memcmp(start + at, formats[i]->magic[m].bytes, size))
                return formats[i];
        }
    return NULL;
}

bool volume_load(volume *v, const char *path, const raw_layout *raw)
{
    const char *format = raw ? raw->format : NULL;
    const bool layout = raw && raw->shape[0];
    volume_name name = name_of(path, layout && !format ? "raw" : format);
    const infile_packing packing = format ? (name_ends_in(format, ".gz") ? INFILE_GZIP : INFILE_PLAIN)
                                   : !name_is_standard(path) ? INFILE_BY_NAME
                                   : layout                  ? INFILE_PLAIN
                                                             : INFILE_BY_CONTENT;
    infile *file = NULL;
    bool good = name.file || fail_memory(path);

    *v = (volume){0};
    if (good && format && (!name.format || (layout && name.format != &volume_format_raw)))
        good = name.format ? fail(path, "leave one of them out", "--shape is for raw input, and --in-format %s", format)
                           : fail_ending(path, format, NULL);
    good = good && (file = infile_open(name.file, packing));
    if (good && !name.format && name_is_standard(path)) {
        name.format = format_within(file);
        name.ending = name.format ? name.format->endings[0] : NULL;
        good = name.format || fail(infile_path(file), "say --in-format, or --shape and --dtype",
                                   "begins like none of the formats that tell of themselves");
    } else if (good && !name.format) {
        good = fail_ending(path, NULL, "for a raw file give --shape and --dtype");
    }
    good = good && name.format->load(v, file, &(volume_source){layout ? raw : NULL, name.dataset});
    if (name.format) {
        v->format = name.format->name;
        v->ending = name.ending + 1;
    }
    infile_close(file);
    free(name.file);
    return good;
}

const char *volume_format_for(const char *path, const char *wanted, const volume *in)
{
    return wanted ? wanted : name_is_standard(path) ? in->ending : NULL;
}

/* What is beside a file: a sidecar of its own, or none that tells of another. */
static bool begin_sidecar(volume_target *target, outputs *set, bool recorded)
{
    const sidecar_use use = target->format->sidecar;
    const bool wanted = use == SIDECAR_ALWAYS || (use == SIDECAR_WITH_RECORD && recorded);
    char *sidecar = sidecar_name(target->path);
    bool good = sidecar || fail_memory(target->path);

    if (wanted && name_is_standard(target->path))
        warn("standard output", "%s has no place for what was done, which is not recorded", target->format->name);
    else if (good && wanted)
        good = (target->sidecar = outputs_add(set, sidecar)) != NULL;
    else if (good && !name_is_standard(target->path))
        good = outputs_remove(set, sidecar);
    free(sidecar);
    return good;
}

bool volume_begin(volume_target *target, outputs *set, const char *path, const char *format, bool recorded)
{
    volume_name name = name_of(path, format);
    bool good = name.file || fail_memory(path);

    *target = (volume_target){.path = path, .format = name.format, .dataset = name.dataset};
    if (good && !name.format)
        good = fail_ending(path, format, name_is_standard(path) ? "say --format" : "name it so");
    else if (good && name.format->read_only == name.ending && name.ending)
        good = fail(path, "name it otherwise", "its header would stand alone, and cannot be written with this ending");
    else if (good && name.format->datasets && !name.dataset)
        good = fail(path, "say FILE:/DATASET", "does not name the dataset in the file");
    else if (good && name_is_standard(path) && isatty(STDOUT_FILENO))
        good = fail("standard output", "send it to a file or a program, or say another name", "is a terminal");
    if (good) {
        target->data = name.format->datasets ? outputs_edit(set, name.file)
                                             : outputs_add_as(set, path, name_ends_in(name.ending, ".gz"));
        good = target->data && begin_sidecar(target, set, recorded);
    }
    free(name.file);
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
