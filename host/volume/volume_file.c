/* Volumes from files, and the choice of formats for input and output.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strndup */

#include "message.h"
#include "names.h"
#include "sidecar.h"
#include "volume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAGIC_END = 512, FINGERPRINT = 16 /* hexadecimal digits */ };

/* A path taken apart. */
typedef struct volume_name {
    const volume_format *format; /* NULL: not known */
    const char *ending;          /* of the format, or NULL */
    char *file;                  /* owned; NULL when memory ran out */
    const char *dataset;         /* within the file; NULL: none was named */
} volume_name;

/* The name of the dataset, which follows that of the file, or NULL. */
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
    for (size_t i = 0; volume_formats[i] && !name.format; i++)
        for (size_t e = 0; volume_formats[i]->endings[e] && !name.format; e++) {
            const char *ending = volume_formats[i]->endings[e];
            if (volume_formats[i]->datasets)
                name.dataset = dataset_behind(path, ending);
            if (format ? !strcmp(format, ending + 1) : name.dataset || name_ends_in(path, ending)) {
                name.format = volume_formats[i];
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
    for (size_t i = 0; volume_formats[i]; i++)
        for (size_t e = 0; volume_formats[i]->endings[e]; e++) {
            const char *ending = volume_formats[i]->endings[e];
            if (name_ends_in(ending, ".gz") && !volume_formats_gzip)
                continue;
            strncat(all, " ", sizeof all - strlen(all) - 1);
            strncat(all, ending + (format ? 1 : 0), sizeof all - strlen(all) - 1);
        }
    if (format)
        return fail(format, "give a format from this list", "is not one of the formats%s", all);
    if (name_ends_in(path, ".gz")) {
        char *plain = strndup(path, strlen(path) - strlen(".gz"));
        volume_name name = plain ? name_of(plain, NULL) : (volume_name){0};
        free(name.file);
        free(plain);
        if (name.format)
            return fail(path, "unpack it, or leave out .gz", "%s files cannot be compressed with gzip",
                        name.format->name);
    }
    return fail(path, cure, "its name does not end in one of%s", all);
}

/* The format of what a file begins with, or NULL. */
static const volume_format *format_within(infile *file)
{
    unsigned char start[MAGIC_END];
    const size_t got = infile_start(file, start, sizeof start);
    for (size_t i = 0; volume_formats[i]; i++)
        for (size_t m = 0; m < VOLUME_MAGICS && volume_formats[i]->magic[m].size; m++) {
            const size_t at = volume_formats[i]->magic[m].at, size = volume_formats[i]->magic[m].size;
            if (at + size <= got && !memcmp(start + at, volume_formats[i]->magic[m].bytes, size))
                return volume_formats[i];
        }
    return NULL;
}

/* Opens the file and finds its format. \param raw  NULL: not raw, or described by a record */
static bool open_file(volume_reader *r, volume_name *name, const char *path, const raw_layout *raw, bool layout)
{
    const char *format = raw ? raw->format : NULL;
    const infile_packing packing = format ? (name_ends_in(format, ".gz") ? INFILE_GZIP : INFILE_PLAIN)
                                   : !name_is_standard(path) ? INFILE_BY_NAME
                                   : layout                  ? INFILE_PLAIN
                                                             : INFILE_BY_CONTENT;
    bool good = name->file || fail_memory(path);

    if (good && format && (!name->format || (layout && name->format != &volume_format_raw)))
        good = name->format
                   ? fail(path, "leave out one of them", "--shape is for raw input, and --in-format %s", format)
                   : fail_ending(path, format, NULL);
    good = good && (r->file = infile_open(name->file, packing));
    if (good && !name->format && name_is_standard(path)) {
        name->format = format_within(r->file);
        name->ending = name->format ? name->format->endings[0] : NULL;
        good = name->format || fail(infile_path(r->file), "give --in-format, or --shape and --dtype",
                                    "its format is not known from its first bytes");
    } else if (good && !name->format) {
        good = fail_ending(path, NULL,
                           volume_formats_cure ? volume_formats_cure : "for a raw file give --shape and --dtype");
    }
    return good;
}

/* ---- FILE.orbital.json: what orbital knows of a file whose format has no place for it ---- */

/* Takes a fingerprint in the form in which it is stored. */
static bool read_fingerprint(volume_reader *r, const char *digits)
{
    r->fingerprinted = digits != NULL;
    r->expected = digits ? strtoull(digits, NULL, 16) : 0;
    return !digits || (strlen(digits) == FINGERPRINT && strspn(digits, "0123456789abcdef") == FINGERPRINT);
}

/* \param content  out: owned by the caller, NULL if there is no sidecar or no place for one
 * \return false when there is one that cannot be used, which is reported */
static bool load_sidecar(volume_reader *r, json_t **content)
{
    const char *path = infile_beside(r->file), *digits = NULL;
    char *name = path ? sidecar_name(path) : NULL;
    json_t *record = NULL;
    bool good = !path || name;

    *content = NULL;
    if (name && !access(name, F_OK)) {
        *content = sidecar_read(name);
        good = *content && ((!json_unpack(*content, "{s?o, s?s}", "orbital", &record, "values", &digits) &&
                             read_fingerprint(r, digits)) ||
                            sidecar_damaged(name));
        r->head.record = good ? json_incref(record) : NULL;
    }
    free(name);
    return good;
}

void volume_warn_if_changed(const volume_reader *r)
{
    if (r->fingerprinted && r->volumes == r->head.volumes && r->done == r->layers && r->found != r->expected)
        warn(infile_path(r->file),
             "its values are not those that %s.orbital.json was written with: make sure that the record still applies",
             infile_beside(r->file));
}

/* Writes our sidecar, or removes a stale one. */
static bool begin_sidecar(volume_target *target, outputs *set, bool recorded)
{
    const sidecar_use use = target->format->sidecar;
    const bool requested = use == SIDECAR_ALWAYS || (use == SIDECAR_WITH_RECORD && recorded);
    const bool standard = name_is_standard(target->path);
    char *name;
    bool good;

    if (standard && requested)
        warn("standard output", "%s cannot hold a record of the transform: `orbital inverse' will need options",
             target->format->name);
    if (standard)
        return true;
    name = sidecar_name(target->path);
    good = name && (requested ? (target->sidecar = outputs_add(set, name)) != NULL : outputs_remove(set, name)) &&
           sidecar_may_go(name, requested);
    free(name);
    return good;
}

/* ---- reading ---- */

static bool has_volume(const char *path, const raw_layout *raw, size_t volumes)
{
    return !raw || !raw->one || raw->volume < volumes ||
           fail(path, volumes > 1 ? "the first volume is 0" : "leave out --volume",
                "there is no volume %zu among the %zu of the file", raw->volume, volumes);
}

bool volume_is_only(const char *path, const raw_layout *raw)
{
    return has_volume(path, raw, 1);
}

/* Of a series the volume that the user wants. */
static bool choose_volume(volume_reader *r, const raw_layout *raw)
{
    r->volumes = r->head.volumes;
    if (!has_volume(infile_path(r->file), raw, r->volumes))
        return false;
    if (raw && raw->one) {
        r->first = raw->volume;
        r->head.volumes = 1;
    }
    return true;
}

bool volume_open(volume_reader *r, const char *path, const raw_layout *raw)
{
    const bool layout = raw && raw->shape[0];
    volume_name name = name_of(path, layout && !raw->format ? "raw" : raw ? raw->format : NULL);
    json_t *sidecar = NULL;
    bool good;

    *r = (volume_reader){.file = NULL};
    good = open_file(r, &name, path, raw, layout);
    r->format = r->head.kind = name.format;
    if (good && name.format->sidecar != SIDECAR_NEVER)
        good = load_sidecar(r, &sidecar);
    good = good && name.format->open(r, &(volume_source){layout ? raw : NULL, name.dataset, sidecar});
    json_decref(sidecar);
    if (good) {
        const volume *v = &r->head;
        r->head.format = name.format->name;
        r->head.ending = name.ending + 1;
        r->layers = volume_layers(v);
        r->points = volume_count(v) / r->layers;
        good = choose_volume(r, raw);
    }
    free(name.file);
    return good;
}

void volume_close(volume_reader *r)
{
    if (r->format && r->format->close)
        r->format->close(r);
    volume_release(&r->head);
    infile_close(r->file);
    *r = (volume_reader){.file = NULL};
}

static bool read_layers(volume_reader *r, size_t layers, double *values)
{
    const size_t numbers = r->points * (r->head.complex ? 2 : 1);

    if (!r->format->read(r, layers, values))
        return false;
    if (r->fingerprinted)
        r->found += elements_fingerprint(values, r->done * numbers, layers * numbers);
    r->done += layers;
    return r->done < r->layers || !r->format->finish || r->format->finish(r);
}

/* Reads layers of the file, and keeps the points of the requested volume. */
static bool read_one(volume_reader *r, volume *piece)
{
    const size_t parts = piece->complex ? 2 : 1, size = parts * sizeof(double), count = volume_count(piece);
    const size_t layers = r->at_once ? r->layers : 1, points = layers * r->points;
    double *values = malloc(points * size);
    bool good = values || fail_memory(infile_path(r->file));

    if (piece->first_fastest && !r->at_once) {
        while (good && r->done < r->first * piece->shape[2])
            good = read_layers(r, 1, values);
        good = good && read_layers(r, volume_layers(piece), piece->data);
    } else if (piece->first_fastest) {
        good = good && read_layers(r, layers, values);
        if (good)
            memcpy(piece->data, values + r->first * count * parts, count * size);
    } else {
        for (size_t done = 0; good && done < count; done += points / r->volumes) {
            good = read_layers(r, layers, values);
            for (size_t i = 0; good && i < points / r->volumes; i++)
                memcpy(piece->data + (done + i) * parts, values + (i * r->volumes + r->first) * parts, size);
        }
    }
    free(values);
    return good;
}

bool volume_read(volume_reader *r, size_t layers, volume *piece)
{
    const volume *head = &r->head;
    const size_t slow = head->first_fastest ? 2 : 0, at = head->first_fastest ? r->done % head->shape[2] : r->done;

    *piece = (volume){.volumes = head->volumes,
                      .first_fastest = head->first_fastest,
                      .complex = head->complex,
                      .missing = head->missing,
                      .of_series = head->volumes > 1};
    memcpy(piece->shape, head->shape, sizeof piece->shape);
    piece->from[slow] = at;
    if (layers < volume_layers(head)) {
        piece->shape[slow] = layers;
        piece->from[3] = head->first_fastest ? r->done / head->shape[2] : 0;
        piece->volumes = head->first_fastest ? 1 : head->volumes;
    }
    return volume_allocate(piece) &&
           (r->volumes == head->volumes ? read_layers(r, layers, piece->data) : read_one(r, piece)) &&
           infile_unchanged(r->file);
}

bool volume_load(volume *v, const char *path, const raw_layout *raw)
{
    volume_reader r;
    volume all = {.data = NULL};
    bool good = volume_open(&r, path, raw);

    if (good && r.head.volumes > 1)
        good = fail(path, "choose one of them with --volume T", "is a series of %zu volumes", r.head.volumes);
    good = good && volume_read(&r, volume_layers(&r.head), &all);
    *v = r.head;
    v->data = all.data;
    r.head = (volume){.data = NULL};
    volume_close(&r);
    return good;
}

bool volume_read_elements(volume_reader *r, size_t layers, double *values)
{
    return elements_read(r->file, r->head.type, r->swap, values, layers * r->points);
}

bool volume_finish_elements(volume_reader *r)
{
    return infile_finish(r->file);
}

/* ---- the choice of an output ---- */

const char *volume_format_for(const char *path, const char *requested, const volume *in)
{
    return requested ? requested : name_is_standard(path) ? in->ending : NULL;
}

bool volume_begin(volume_target *target, outputs *set, const char *path, const char *format, bool recorded)
{
    volume_name name = name_of(path, format);
    bool good = name.file || fail_memory(path);

    *target = (volume_target){.path = path, .format = name.format, .dataset = name.dataset};
    if (good && !name.format)
        good = fail_ending(path, format, name_is_standard(path) ? "give --format" : "choose one of these endings");
    else if (good && name.format->read_only == name.ending && name.ending)
        good = fail(path, "choose another ending, e.g. .nrrd", "detached headers cannot be written");
    else if (good && name.format->datasets && name_is_standard(name.file))
        good = fail(path, "give a file, or another --format", "%s files cannot be written to standard output",
                    name.format->name);
    else if (good && name.format->datasets && !name.dataset)
        good = fail(path, "give FILE:/DATASET", "does not name the dataset in the file");
    else if (good && name_is_standard(path) && isatty(STDOUT_FILENO))
        good = fail("standard output", "redirect it to a file or a program, or give a name", "is a terminal");
    if (good) {
        target->data = name.format->datasets ? outputs_edit(set, name.file)
                                             : outputs_add_as(set, path, name_ends_in(name.ending, ".gz"));
        good = target->data && begin_sidecar(target, set, recorded);
    }
    free(name.file);
    return good;
}
