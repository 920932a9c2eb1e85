/* What an execution cost a rank.
 * SPDX-License-Identifier: Apache-2.0 */
#include "plan_report.h"

#include <math.h>
#include <string.h>

void orb_tally_start(orb_tally *tally, orb_post *post)
{
    tally->steps = 0;
    tally->compute = 0.0;
    tally->device = (orb_device_cost){0};
    tally->begin = MPI_Wtime();
    orb_post_reset(post);
}

void orb_tally_describe(const orb_tally *tally, const orb_post *post, orb_mpi_report *report)
{
    if (!report)
        return;
    *report = (orb_mpi_report){.steps = tally->steps, .messages = post->messages, .bytes = post->bytes};
    report->seconds.compute = tally->compute;
    report->seconds.wait = post->wait;
    report->seconds.total = MPI_Wtime() - tally->begin;
    report->cycles = tally->device.cycles;
    report->saturations = tally->device.saturations;
    report->error_rms = sqrt(tally->device.variance);
    report->last_place = tally->device.last_place;
    memcpy(report->why, tally->why, sizeof report->why);
    if (strlen(report->why) == sizeof report->why - 1) /* it was cut */
        memcpy(report->why + sizeof report->why - sizeof "...", "...", sizeof "...");
}
