/* What a transform makes of the options and of an input, whatever computes it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "volume_transform.h"

#include "message.h"
#include "output_type.h"

#include <string.h>

bool transform_settle(options *o, orb_direction direction, const volume *in)
{
    if (direction == ORB_INVERSE && in->record && !spec_apply_record(&o->spec, in->record, o->input))
        return false;
    if (direction == ORB_INVERSE && !in->record && !o->spec.kind_given)
        return fail(o->input, "give --kind", "holds no record of a forward transform");
    if (direction == ORB_FORWARD)
        transform_note_input(&o->spec, in);
    if (!spec_settle(&o->spec, in->shape, in->missing))
        return false;
    return direction == ORB_INVERSE || output_type_allows(o->type, in->complex || spec_is_complex(&o->spec), o->output);
}

void transform_note_input(transform_spec *spec, const volume *in)
{
    spec->input = in->complex ? INPUT_COMPLEX : INPUT_REAL;
    spec->element = in->scaled ? output_type_float(in->complex, in->type, NULL) : in->type; /* no longer integers */
}

int transform_memory_axis(const volume *v, int axis)
{
    return v->first_fastest ? 2 - axis : axis;
}

bool transform_fits(const transform_spec *spec, orb_direction direction, const char *path, const size_t in[3],
                    size_t out[3])
{
    const size_t *expected;
    size_t padded[3];

    spec_padded(spec, padded);
    expected = direction == ORB_FORWARD ? spec->shape : padded;
    memcpy(out, direction == ORB_FORWARD ? padded : spec->shape, sizeof padded);
    return !memcmp(expected, in, sizeof padded) ||
           fail(path, "use the file as orbital forward wrote it, with its own record and --block",
                "its shape is %zu x %zu x %zu, not %zu x %zu x %zu", in[0], in[1], in[2], expected[0], expected[1],
                expected[2]);
}

size_t transform_lowest(const transform_spec *spec, int axis, size_t point)
{
    return spec->kind[axis] == ORB_IDENTITY ? point : point / spec_block(spec, axis) * spec_block(spec, axis);
}

const char *transform_name(orb_direction direction)
{
    return direction == ORB_FORWARD ? "forward" : "inverse";
}
