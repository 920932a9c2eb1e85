/* One transform of a volume on a device.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TRANSFORM_H
#define TRANSFORM_H

#include "options.h"
#include "progress.h"
#include "spec.h"
#include "user_matrix.h"
#include "volume.h"

typedef struct transform_job {
    orb_device *device;
    const transform_spec *spec; /* its shape known */
    const user_matrices *matrices;
    orb_direction direction;
    orb_shift shift;
    progress_mode progress;
    progress *bar;       /* of a work that this is a part of, begun; NULL: it has one of its own */
    const char *subject; /* the file that messages name */
} transform_job;

/** Completes the specification for an input that was opened, and checks that the output can have the type that was
 *  asked for. \return false if it cannot, or if the input's record does not specify the transform, which is reported */
bool transform_settle(options *o, orb_direction direction, const volume *in);

/** Notes what the input of a forward transform is, for the inverse. */
void transform_note_input(transform_spec *spec, const volume *in);

/** Where an axis of a volume comes in the library's count: as axes lie in memory, slowest first. */
int transform_memory_axis(const volume *v, int axis);

/** "forward" or "inverse". */
const char *transform_name(orb_direction direction);

/** Checks that the shape of an input is the one that the specification wants. \param out  that of the output
 *  \return false if not, which is reported */
bool transform_fits(const transform_job *job, const size_t in[3], size_t out[3]);

/** Transforms a volume into a new one. Forward: the spec's shape into whole blocks; inverse: back.
 *  \param out  released by the caller when true was returned
 *  \return false on failure, which is reported; saturation is none, the report counts it */
bool transform_run(const transform_job *job, const volume *in, volume *out, orb_report *report);

#endif
