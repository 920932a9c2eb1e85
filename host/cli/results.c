/* Reports of executions, for people and as JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include "engine_choice.h"
#include "message.h"
#include "rounding.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

void report_print(const char *label, const orb_device *device, const orb_report *report)
{
    const char *note = engine_cycles_note(report->engine);
    printf("%-10s %" PRIu64 " block%s on %s in %.*f s\n", label, report->blocks, report->blocks == 1 ? "" : "s",
           report->engine, report->seconds.total < 1 ? 3 : 1, report->seconds.total);
    if (!engine_is_array(device)) {
        printf("           %s\n", report->why);
        return;
    }
    /* padding and repetitions keep the array busy too */
    printf("           %" PRIu64 " cycles of computing, %.2f %% of the array's peak, %.2f %% useful\n", report->cycles,
           100 * report->efficiency, percent(report->useful_cycles, report->cycles));
    printf("           %" PRIu64 " cycles from start to end, of which %" PRIu64
           " (%.2f %%) are the least possible; %" PRIu64 " for data, %" PRIu64 " for coefficients\n",
           report->run_cycles, report->bound_cycles, percent(report->bound_cycles, report->run_cycles),
           report->io_cycles, report->coef_cycles);
    if (note)
        printf("           %s\n", note);
    printf("           %" PRIu64 " words in, %" PRIu64 " out, %" PRIu64 " of coefficients\n", report->words_in,
           report->words_out, report->coef_words);
    printf("           %s\n", report->why);
    if (engine_is_float(device)) {
        printf("           %" PRIu64 " results not finite\n", report->saturations);
        return;
    }
    printf("           %" PRIu64 " saturations; %" PRIu64 " of %" PRIu64 " cubes were computed again\n",
           report->saturations, report->repeats, report->passes);
    printf("           errors of %.3g rms are to be expected, of %.3g at most; the stages left", report->error_rms,
           report->error_bound);
    for (int stage = 0; stage < 3 && report->headroom[stage] >= 0; stage++)
        printf("%s %d", stage ? "," : "", report->headroom[stage]);
    printf(" bits unused\n");
}

void report_loss(const char *path, const orb_device *device, uint64_t saturations, size_t infinite, size_t clipped,
                 const dtype *type)
{
    if (saturations && engine_is_float(device)) {
        warn(path,
             "%" PRIu64 " results left the range of the array's numbers, and %zu values are not finite: scale the "
             "input or the matrix down",
             saturations, infinite);
    } else {
        if (saturations)
            warn(path, "%" PRIu64 " results were clipped in the array, which is a fault: report it", saturations);
        if (infinite)
            warn(path, "%zu values are larger than %s can represent: %s", infinite, engine_precision(device),
                 engine_range_cure(device));
    }
    if (clipped)
        warn(path, "%zu values are out of the range of %s and were clipped: choose another --dtype", clipped,
             type->name);
}

/* The lesser of two numbers of bits, of which -1 is none. */
static int less_headroom(int a, int b)
{
    return a < 0 ? b : b < 0 || a < b ? a : b;
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
    s.run_cycles += b->run_cycles;
    s.bound_cycles += b->bound_cycles;
    s.words_in += b->words_in;
    s.words_out += b->words_out;
    s.coef_words += b->coef_words;
    s.rounds += b->rounds;
    s.efficiency = s.cycles ? (double)s.ideal_cycles / (double)s.cycles : 0;
    s.saturations += b->saturations;
    s.blocks += b->blocks;
    s.passes += b->passes;
    s.repeats += b->repeats;
    for (int stage = 0; stage < 3; stage++)
        s.headroom[stage] = less_headroom(a->headroom[stage], b->headroom[stage]);
    s.error_rms = s.error_bound = NAN; /* they have different units */
    s.last_place = rounding_worse(a->last_place, b->last_place);
    s.seconds.send += b->seconds.send;
    s.seconds.compute += b->seconds.compute;
    s.seconds.receive += b->seconds.receive;
    s.seconds.total += b->seconds.total;
    return s;
}

void report_add(orb_report *total, const orb_report *piece)
{
    const unsigned rounds = total->rounds > piece->rounds ? total->rounds : piece->rounds;
    const double blocks = (double)total->blocks + (double)piece->blocks;
    const double squares = total->error_rms * total->error_rms * (double)total->blocks +
                           piece->error_rms * piece->error_rms * (double)piece->blocks;
    const double bound = fmax(total->error_bound, piece->error_bound);
    *total = total->blocks ? report_sum(total, piece) : *piece;
    total->rounds = rounds; /* through which each piece went */
    total->error_rms = blocks > 0 ? sqrt(squares / blocks) : 0.0;
    total->error_bound = bound;
}

json_t *report_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *report_json(const orb_report *report)
{
    return json_pack(
        "{s:s, s:f, s:[iii], s:s, s:o, s:o, s:o, s:[iii], s:{s:f, s:f, s:f, s:f}, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
        "s:I, s:I, "
        "s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}",
        "engine", report->engine, "efficiency", report->efficiency, "cuts", (int)report->cuts[0], (int)report->cuts[1],
        (int)report->cuts[2], "why", report->why, "last_place", report_number(report->last_place), "error_rms",
        report_number(report->error_rms), "error_bound", report_number(report->error_bound), "headroom",
        report->headroom[0], report->headroom[1], report->headroom[2], "seconds", "send", report->seconds.send,
        "compute", report->seconds.compute, "receive", report->seconds.receive, "total", report->seconds.total,
        "cycles", (json_int_t)report->cycles, "ideal_cycles", (json_int_t)report->ideal_cycles, "useful_cycles",
        (json_int_t)report->useful_cycles, "io_cycles", (json_int_t)report->io_cycles, "coef_cycles",
        (json_int_t)report->coef_cycles, "wait_cycles", (json_int_t)report->wait_cycles, "run_cycles",
        (json_int_t)report->run_cycles, "bound_cycles", (json_int_t)report->bound_cycles, "words_in",
        (json_int_t)report->words_in, "words_out", (json_int_t)report->words_out, "coef_words",
        (json_int_t)report->coef_words, "saturations", (json_int_t)report->saturations, "blocks",
        (json_int_t)report->blocks, "passes", (json_int_t)report->passes, "repeats", (json_int_t)report->repeats,
        "rounds", (json_int_t)report->rounds, "torus", (json_int_t)report->torus, "tori", (json_int_t)report->tori);
}

bool report_write(outfile *file, json_t *content)
{
    char *text = content ? json_dumps(content, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) : NULL;
    bool good = text ? outfile_puts(file, text) && outfile_puts(file, "\n") : fail_memory(NULL);
    free(text);
    json_decref(content);
    return good;
}
