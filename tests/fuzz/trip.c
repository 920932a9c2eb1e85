/* A file that the fuzzer made is read, stored again, and read once more.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "trip.h"

#include "names.h"
#include "spec.h"
#include "volume.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of the process; the fuzzer calls from one thread. */
char *trip_in, *trip_record, *trip_out;
size_t trip_tried, trip_loaded, trip_stored;
static char *folder, *out_record;

void require(bool good)
{
    if (!good)
        abort();
}

static void finish(void)
{
    printf("%zu of %zu inputs were volumes, %zu stored again\n", trip_loaded, trip_tried, trip_stored);
    unlink(trip_in);
    unlink(trip_record);
    unlink(trip_out);
    unlink(out_record);
    rmdir(folder);
}

void trip_begin(const char *ending_in, const char *ending_out)
{
    require(asprintf(&folder, "%s/orbital-fuzz-XXXXXX", name_of_temporary_folder()) > 0 && mkdtemp(folder));
    require(asprintf(&trip_in, "%s/in%s", folder, ending_in) > 0 &&
            asprintf(&trip_record, "%s.orbital.json", trip_in) > 0);
    require(asprintf(&trip_out, "%s/out%s", folder, ending_out) > 0 &&
            asprintf(&out_record, "%s.orbital.json", trip_out) > 0);
    require(!atexit(finish));
}

void trip_write(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    require(file && fwrite(bytes, 1, size, file) == size);
    require(!fclose(file));
}

static bool store(const volume *v, const char *path)
{
    const store_options options = {.type = v->type, .like = v, .record = v->record};
    outputs *set = outputs_create(true, trip_in);
    volume_target target;
    size_t clipped = 0;
    bool good = set && volume_begin(&target, set, path, NULL, v->record) &&
                volume_store(v, &target, &options, &clipped) && outputs_commit(set);
    outputs_discard(set);
    return good;
}

static bool same(const volume *a, const volume *b, bool exact)
{
    if (memcmp(a->shape, b->shape, sizeof a->shape) || a->type != b->type || a->complex != b->complex)
        return false;
    /* The stored file has no scale, and its elements are clipped. */
    for (size_t i = 0; exact && !a->scaled && i < volume_numbers(a); i++)
        if (a->data[i] != b->data[i] && !(isnan(a->data[i]) && isnan(b->data[i])))
            return false;
    return true;
}

/* What the inverse does with the record. */
static void settle(const volume *v)
{
    transform_spec spec = {0};
    if (!v->record || spec_apply_record(&spec, v->record, trip_in))
        spec_settle(&spec, v->shape, v->missing);
    spec_release(&spec);
}

/* The name of a dataset in a file, or only that of the file. */
static char *name_in(const char *file, const char *dataset)
{
    char *name = NULL;
    require(asprintf(&name, "%s%s%s", file, dataset ? ":" : "", dataset ? dataset : "") > 0);
    return name;
}

void trip_run(const char *dataset, bool within, bool exact)
{
    char *from = name_in(trip_in, dataset),
         *to = name_in(within ? trip_in : trip_out, within || dataset ? "again" : NULL);
    volume v, again;

    trip_tried++;
    if (volume_load(&v, from, NULL)) {
        trip_loaded++;
        settle(&v);
        if (store(&v, to)) {
            require(volume_load(&again, to, NULL) && same(&v, &again, exact));
            volume_release(&again);
            trip_stored++;
        }
    }
    volume_release(&v);
    free(from);
    free(to);
}
