/* What a transform makes of the options and of an input, whatever computes it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TRANSFORM_H
#define TRANSFORM_H

#include "options.h"
#include "spec.h"
#include "volume.h"

/** Completes the specification for an input that was opened, and checks that the output can have the type that was
 *  asked for. \return false if it cannot, or if the input's record does not specify the transform, which is reported */
bool transform_settle(options *o, orb_direction direction, const volume *in);

/** Notes what the input of a forward transform is, for the inverse. */
void transform_note_input(transform_spec *spec, const volume *in);

/** Where an axis of a volume comes in the library's count: as axes lie in memory, slowest first. */
int transform_memory_axis(const volume *v, int axis);

/** The coefficient of the lowest frequency along an axis in the block of a point. */
size_t transform_lowest(const transform_spec *spec, int axis, size_t point);

/** "forward" or "inverse". */
const char *transform_name(orb_direction direction);

/** Checks that the shape of an input is the one that the specification wants.
 *  \param path  of the input \param out  the shape of the output \return false if not, which is reported */
bool transform_fits(const transform_spec *spec, orb_direction direction, const char *path, const size_t in[3],
                    size_t out[3]);

#endif
