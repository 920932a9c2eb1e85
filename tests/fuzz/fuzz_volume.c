/* Reads bytes of the fuzzer as a file of the format that the program's name ends in. What it holds is stored in that
 * format again, with all that is kept of its header, and has to be the same when it is read once more.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of a raw file the bytes before the first 0 are the record beside it. */
#define _GNU_SOURCE /* asprintf, basename */

#include "spec.h"
#include "volume.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Of the process; the fuzzer calls from one thread. */
static const char *ending;
static char *folder, *in, *in_record, *out, *out_record;
static size_t tried, loaded, stored;

static void require(bool good)
{
    if (!good)
        abort();
}

static void finish(void)
{
    printf("%zu of %zu inputs were volumes, %zu stored again\n", loaded, tried, stored);
    unlink(in);
    unlink(in_record);
    unlink(out);
    unlink(out_record);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *where = getenv("TMPDIR");
    (void)argc;
    ending = strchr(basename((*argv)[0]), '.');
    require(ending && asprintf(&folder, "%s/orbital-fuzz-XXXXXX", where ? where : "/tmp") > 0 && mkdtemp(folder));
    require(asprintf(&in, "%s/in%s", folder, ending) > 0 && asprintf(&in_record, "%s.orbital.json", in) > 0);
    require(asprintf(&out, "%s/out%s", folder, ending) > 0 && asprintf(&out_record, "%s.orbital.json", out) > 0);
    require(!atexit(finish));
    return 0;
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    require(file && fwrite(bytes, 1, size, file) == size);
    require(!fclose(file));
}

static bool store(const volume *v)
{
    const store_options options = {.type = v->type, .like = v, .record = v->record};
    outputs *set = outputs_create(true, in);
    volume_target target;
    size_t clipped = 0;
    bool good = set && volume_begin(&target, set, out, NULL, v->record) &&
                volume_store(v, &target, &options, &clipped) && outputs_commit(set);
    outputs_discard(set);
    return good;
}

static bool same(const volume *a, const volume *b)
{
    if (memcmp(a->shape, b->shape, sizeof a->shape) || a->type != b->type || a->complex != b->complex)
        return false;
    /* The stored file has no scale, and its elements are clipped. */
    for (size_t i = 0; !a->scaled && i < volume_numbers(a); i++)
        if (a->data[i] != b->data[i] && !(isnan(a->data[i]) && isnan(b->data[i])))
            return false;
    return true;
}

/* What the inverse does with the record. */
static void settle(const volume *v)
{
    transform_spec spec = {0};
    if (!v->record || spec_apply_record(&spec, v->record, in))
        spec_settle(&spec, v->shape);
    spec_release(&spec);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    volume v, again;
    const uint8_t *end = strcmp(ending, ".raw") ? NULL : size ? memchr(bytes, 0, size) : NULL;
    const size_t record = end ? (size_t)(end - bytes) : 0;

    if (end) {
        write_file(in_record, bytes, record);
        bytes += record + 1;
        size -= record + 1;
    }
    write_file(in, bytes, size);
    tried++;
    if (volume_load(&v, in, NULL)) {
        loaded++;
        settle(&v);
        if (store(&v)) {
            require(volume_load(&again, out, NULL) && same(&v, &again));
            volume_release(&again);
            stored++;
        }
    }
    volume_release(&v);
    return 0;
}
