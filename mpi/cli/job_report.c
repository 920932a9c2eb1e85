/* What a job cost.
 * SPDX-License-Identifier: Apache-2.0 */
#include "job.h"

#include "volume_transform.h"

#include <stdio.h>

static int decimals(double seconds)
{
    return seconds < 1 ? 3 : 1;
}

/* Ranks along the axes as the user counts them. */
static void grid_of(const job_facts *facts, const job_cost *cost, int grid[3])
{
    const volume order = {.first_fastest = facts->first_fastest};

    for (int axis = 0; axis < 3; axis++)
        grid[axis] = cost->chosen.grid[transform_memory_axis(&order, axis)];
}

void job_print(const job_facts *facts, const ranks *r, const job_cost *cost)
{
    const double transform = cost->first.seconds.total;
    int grid[3];

    grid_of(facts, cost, grid);
    printf("%-10s %d x %d x %d of %d rank%s in %.*f s: %.*f reading, %.*f transforming, %.*f writing\n",
           transform_name(facts->desc.direction), grid[0], grid[1], grid[2], r->count, r->count == 1 ? "" : "s",
           decimals(cost->total), cost->total, decimals(cost->read), cost->read, decimals(transform), transform,
           decimals(cost->write), cost->write);
    printf("           %s\n", cost->first.why);
    printf("           %llu messages of %llu bytes in all\n", cost->messages, cost->bytes);
    if (facts->desc.device)
        printf("           at most %.0f cycles of computing on a device, %llu results clipped\n", cost->cycles,
               cost->saturations);
}

json_t *job_json(const job_facts *facts, const ranks *r, const job_cost *cost)
{
    const orb_mpi_report *first = &cost->first;
    int grid[3];

    grid_of(facts, cost, grid);
    return json_pack("{s:i, s:s, s:[iii], s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:{s:f, s:f, s:f, s:f, s:f, s:f}}",
                     "ranks", r->count, "algorithm", job_algorithm_name(cost->chosen.algorithm), "grid", grid[0],
                     grid[1], grid[2], "precision", facts->single ? "single" : "double", "why", first->why, "steps",
                     (json_int_t)first->steps, "messages", (json_int_t)cost->messages, "bytes", (json_int_t)cost->bytes,
                     "cycles", (json_int_t)cost->cycles, "saturations", (json_int_t)cost->saturations, "seconds",
                     "read", cost->read, "compute", first->seconds.compute, "wait", first->seconds.wait, "transform",
                     first->seconds.total, "write", cost->write, "total", cost->total);
}
