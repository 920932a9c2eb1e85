/* What a job cost.
 * SPDX-License-Identifier: Apache-2.0 */
#include "job.h"

#include "transform.h"

#include <stdio.h>

static int decimals(double seconds)
{
    return seconds < 1 ? 3 : 1;
}

void job_print(const job_facts *facts, const ranks *r, const job_cost *cost)
{
    const double compute = cost->first.seconds.total;

    printf("%-10s %d rank%s in %.*f s: %.*f s reading, %.*f s transforming, %.*f s writing\n",
           transform_name(facts->desc.direction), r->count, r->count == 1 ? "" : "s", decimals(cost->total),
           cost->total, decimals(cost->read), cost->read, decimals(compute), compute, decimals(cost->write),
           cost->write);
    printf("           %s\n", cost->first.why);
    printf("           %llu messages of %llu bytes in all\n", cost->messages, cost->bytes);
}

json_t *job_json(const job_facts *facts, const ranks *r, const job_cost *cost)
{
    const orb_mpi_report *first = &cost->first;

    return json_pack("{s:i, s:b, s:s, s:I, s:I, s:I, s:{s:f, s:f, s:f, s:f, s:f, s:f}}", "ranks", r->count, "single",
                     (int)facts->single, "why", first->why, "steps", (json_int_t)first->steps, "messages",
                     (json_int_t)cost->messages, "bytes", (json_int_t)cost->bytes, "seconds", "read", cost->read,
                     "compute", first->seconds.compute, "wait", first->seconds.wait, "transform", first->seconds.total,
                     "write", cost->write, "total", cost->total);
}
