/* What is done to each volume of a series in memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "series.h"

#include <string.h>

/* Copies all points of one volume. */
static void copy(const volume *from, size_t from_at, size_t from_step, const volume *to, size_t to_at, size_t to_step,
                 size_t count)
{
    const size_t parts = from->complex ? 2 : 1;
    const double *source = from->data + from_at * parts;
    double *target = to->data + to_at * parts;
    if (from_step == 1 && to_step == 1) {
        memcpy(target, source, count * parts * sizeof *target);
        return;
    }
    for (size_t i = 0; i < count; i++)
        memcpy(target + i * to_step * parts, source + i * from_step * parts, parts * sizeof *target);
}

/* Steps from point to point of one volume, and from one volume to the next. */
static size_t point_step(const volume *series)
{
    return series->first_fastest ? 1 : series->volumes;
}

static bool take(const volume *series, size_t t, volume *one)
{
    *one = (volume){.volumes = 1, .first_fastest = series->first_fastest, .complex = series->complex};
    memcpy(one->shape, series->shape, sizeof one->shape);
    if (!volume_allocate(one))
        return false;
    copy(series, t * volume_series_stride(series), point_step(series), one, 0, 1, volume_count(one));
    return true;
}

static bool put(volume *series, size_t volumes, size_t t, const volume *one)
{
    if (t == 0) {
        *series = (volume){.volumes = volumes, .first_fastest = one->first_fastest, .complex = one->complex};
        memcpy(series->shape, one->shape, sizeof series->shape);
        if (!volume_allocate(series))
            return false;
    }
    copy(one, 0, 1, series, t * volume_series_stride(series), point_step(series), volume_count(one));
    return true;
}

bool series_run(const volume *in, volume *out, series_step *step, void *user)
{
    bool good = true;
    *out = (volume){.data = NULL};
    if (in->volumes == 1)
        return step(user, 0, in, out);
    for (size_t t = 0; good && t < in->volumes; t++) {
        volume one = {.data = NULL}, result = {.data = NULL};
        good = take(in, t, &one) && step(user, t, &one, &result) && put(out, in->volumes, t, &result);
        volume_release(&result);
        volume_release(&one);
    }
    return good;
}
