/* Reports of executions, for people and as JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include "message.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void report_print(const char *label, const orb_report *report)
{
    /* padding and second passes keep the array busy too */
    const double useful = report->cycles ? (double)report->useful_cycles / (double)report->cycles : 0;
    printf("%-10s %" PRIu64 " block%s on %s in %.1f s\n", label, report->blocks, report->blocks == 1 ? "" : "s",
           report->engine, report->seconds.total);
    printf("           %" PRIu64 " cycles of computing, %.2f %% of the array's peak, %.2f %% useful; %" PRIu64
           " for data, %" PRIu64 " for coefficients\n",
           report->cycles, 100 * report->efficiency, 100 * useful, report->io_cycles, report->coef_cycles);
    printf("           %" PRIu64 " saturations\n", report->saturations);
}

void report_loss(const char *path, uint64_t saturations, size_t clipped, const dtype *type)
{
    if (saturations)
        warn(path, "%" PRIu64 " results were clipped in the array: use --shift bound", saturations);
    if (clipped)
        warn(path, "%zu values are out of the range of %s and were clipped: choose another --dtype", clipped,
             type->name);
}

orb_report report_sum(const orb_report *a, const orb_report *b)
{
    orb_report s = *a;
    s.cycles += b->cycles;
    s.ideal_cycles += b->ideal_cycles;
    s.useful_cycles += b->useful_cycles;
    s.io_cycles += b->io_cycles;
    s.coef_cycles += b->coef_cycles;
    s.wait_cycles += b->wait_cycles;
    s.efficiency = s.cycles ? (double)s.ideal_cycles / (double)s.cycles : 0;
    s.saturations += b->saturations;
    s.blocks += b->blocks;
    s.passes += b->passes;
    s.last_place = fmax(a->last_place, b->last_place);
    s.seconds.send += b->seconds.send;
    s.seconds.compute += b->seconds.compute;
    s.seconds.receive += b->seconds.receive;
    s.seconds.total += b->seconds.total;
    return s;
}

json_t *report_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *report_json(const orb_report *report)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:o, s:{s:f, s:f, s:f, s:f}}", "engine",
                     report->engine, "cycles", (json_int_t)report->cycles, "ideal_cycles",
                     (json_int_t)report->ideal_cycles, "useful_cycles", (json_int_t)report->useful_cycles, "io_cycles",
                     (json_int_t)report->io_cycles, "coef_cycles", (json_int_t)report->coef_cycles, "wait_cycles",
                     (json_int_t)report->wait_cycles, "efficiency", report->efficiency, "saturations",
                     (json_int_t)report->saturations, "blocks", (json_int_t)report->blocks, "passes",
                     (json_int_t)report->passes, "last_place", report_number(report->last_place), "seconds", "send",
                     report->seconds.send, "compute", report->seconds.compute, "receive", report->seconds.receive,
                     "total", report->seconds.total);
}

bool report_write(outfile *file, json_t *content)
{
    char *text = content ? json_dumps(content, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) : NULL;
    bool good = text ? outfile_puts(file, text) && outfile_puts(file, "\n") : fail_memory(NULL);
    free(text);
    json_decref(content);
    return good;
}
