/* Moves blocks between a volume and the cubes of an engine.
 * SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include <math.h>
#include <string.h>

void orb_block_place(const orb_plan *plan, size_t index, const size_t n[3], size_t origin[3], size_t extent[3])
{
    for (int a = 2; a >= 0; a--) {
        origin[a] = index % plan->blocks[a] * plan->block[a];
        index /= plan->blocks[a];
        extent[a] = n[a] - origin[a] < plan->block[a] ? n[a] - origin[a] : plan->block[a];
    }
}

/* One line of the input, as doubles times factor times scale. */
static bool gather_line(const void *in, orb_element element, size_t start, size_t count, double factor,
                        const double *scale, double *line)
{
    bool finite = true;

    if (element == ORB_F32) {
        const float *x = (const float *)in + start;

        for (size_t k = 0; k < count; k++)
            line[k] = (double)x[k] * factor * scale[k];
    } else {
        const double *x = (const double *)in + start;

        for (size_t k = 0; k < count; k++)
            line[k] = x[k] * factor * scale[k];
    }
    for (size_t k = 0; k < count; k++)
        finite = finite && isfinite(line[k]);
    return finite;
}

static void scatter_line(const double *line, double factor, const double *scale, size_t start, size_t count,
                         orb_element element, void *out)
{
    if (element == ORB_F32) {
        float *z = (float *)out + start;

        for (size_t k = 0; k < count; k++)
            z[k] = (float)(line[k] * factor * scale[k]);
    } else {
        double *z = (double *)out + start;

        for (size_t k = 0; k < count; k++)
            z[k] = line[k] * factor * scale[k];
    }
}

orb_status orb_block_gather(const orb_plan *plan, size_t index, const void *in, double *cube)
{
    const size_t *points = plan->setup->cube;
    size_t origin[3], extent[3];
    bool finite = true;

    orb_block_place(plan, index, plan->in, origin, extent);
    for (size_t i = 0; i < points[0]; i++)
        for (size_t j = 0; j < points[1]; j++) {
            double *line = cube + (i * points[1] + j) * points[2];
            size_t count = 0;

            if (i < extent[0] && j < extent[1]) {
                const size_t start = ((origin[0] + i) * plan->in[1] + origin[1] + j) * plan->in[2] + origin[2];

                count = extent[2];
                finite = gather_line(in, plan->element_in, start, count, plan->axis[0].in[i] * plan->axis[1].in[j],
                                     plan->axis[2].in, line) &&
                         finite;
            }
            memset(line + count, 0, (points[2] - count) * sizeof *line);
        }
    return finite ? ORB_OK : ORB_NOT_FINITE;
}

void orb_block_scatter(const orb_plan *plan, size_t index, const double *cube, void *out)
{
    const size_t *points = plan->setup->cube;
    size_t origin[3], extent[3];

    orb_block_place(plan, index, plan->out, origin, extent);
    for (size_t i = 0; i < extent[0]; i++)
        for (size_t j = 0; j < extent[1]; j++) {
            const size_t start = ((origin[0] + i) * plan->out[1] + origin[1] + j) * plan->out[2] + origin[2];

            scatter_line(cube + (i * points[1] + j) * points[2], plan->axis[0].out[i] * plan->axis[1].out[j],
                         plan->axis[2].out, start, extent[2], plan->element_out, out);
        }
}
