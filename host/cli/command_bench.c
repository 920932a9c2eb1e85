/* `orbital bench`: how fast an engine transforms a volume of random values.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine_choice.h"
#include "interrupt.h"
#include "loss.h"
#include "message.h"
#include "options.h"
#include "progress.h"
#include "results.h"
#include "rounding.h"
#include "spec.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_ENGINE = 0x100, KEY_THREADS, KEY_REPEAT, KEY_DOUBLE, REPEAT = 5, REPEAT_MOST = 10000 };

typedef struct bench_options {
    const char *engine, *threads;
    size_t shape[3], repeat;
    bool twice; /* double precision */
    transform_spec spec;
    report_options report;
} bench_options;

/* One direction, ready to run, and how long each run took. */
typedef struct course {
    orb_plan *plan;
    const void *in;
    void *out;
    size_t size; /* of out, in bytes */
    double *seconds;
    orb_report report; /* of the last run */
} course;

static error_t parse(int key, char *text, struct argp_state *state)
{
    bench_options *o = state->input;
    bool good = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->spec;
        state->child_inputs[1] = &o->report;
        break;
    case 's':
        good = (spec_parse_sizes(text, true, o->shape) && o->shape[0] && o->shape[1] && o->shape[2]) ||
               fail("--size", "give one number or three, e.g. 64 or 64,64,32", "'%s' is not a size", text);
        break;
    case KEY_ENGINE:
        o->engine = text;
        break;
    case KEY_THREADS:
        o->threads = text;
        break;
    case KEY_REPEAT:
        good = (spec_parse_list(text, 1, &o->repeat) == 1 && o->repeat && o->repeat <= REPEAT_MOST) ||
               fail("--repeat", "give 1 to 10000", "'%s' is not a number of runs", text);
        break;
    case KEY_DOUBLE:
        o->twice = true;
        break;
    case ARGP_KEY_ARG:
        good = fail(text, "orbital bench --help shows examples", "is not an option; bench reads no file");
        break;
    case ARGP_KEY_END:
        good = (!o->spec.matrix_file[0] && !o->spec.matrix_file[1] && !o->spec.matrix_file[2]) ||
               fail("--kind", "give another kind", "bench does not time matrices from files");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

static const struct argp_option table[] = {
    {NULL, 0, NULL, 0, "What to time:", 2},
    {"size", 's', "POINTS", 0,
     "points of the volume: one number for all axes, or three separated by commas (default: 64)", 2},
    {"double", KEY_DOUBLE, NULL, 0, "compute in double precision (default: single)", 2},
    {"repeat", KEY_REPEAT, "N", 0,
     "timed runs of each direction, alternating, after one untimed warm-up run (default: 5)", 2},
    {"engine", KEY_ENGINE, "NAME", 0, "engine to time (default: cpu); `orbital devices' lists all engines", 2},
    {"threads", KEY_THREADS, "N", 0, "threads of the engine cpu, same as cpu:threads=N", 2},
    {0},
};

static const struct argp_child children[] = {{.argp = &spec_options_argp}, {.argp = &report_options_argp}, {0}};

static const struct argp argp = {
    .options = table,
    .parser = parse,
    .children = children,
    .doc =
        "Times an engine: transforms a volume of random values forward and back, and checks that they come back but "
        "for rounding.\v"
        "The report shows the median time, with the shortest and the longest in brackets. For a simulated array this "
        "is the time of the simulation; the report also counts its cycles.\n\n"
        "Examples:\n"
        "  orbital bench\n"
        "  orbital bench --size 256 --block 8 --threads 1 --json bench.json\n"
        "  orbital bench --size 32 --engine sim:p=4,b=8 --repeat 1\n"};

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool make_plan(const bench_options *o, orb_device *device, orb_direction direction, orb_plan **plan)
{
    const bool complex = spec_is_complex(&o->spec);
    const orb_element points = o->twice ? ORB_F64 : ORB_F32, pairs = o->twice ? ORB_C128 : ORB_C64;
    orb_plan_desc desc = {.norm = o->spec.norm, .direction = direction, .element_in = points, .element_out = points};
    orb_status status;
    if (complex)
        *(direction == ORB_FORWARD ? &desc.element_out : &desc.element_in) = pairs;
    for (int axis = 0; axis < 3; axis++) {
        desc.n[axis] = o->shape[axis];
        desc.block[axis] = o->spec.block[axis];
        desc.kind[axis] = o->spec.kind[axis];
        desc.type[axis] = o->spec.type[axis];
    }
    status = engine_plan(plan, device, &desc);
    return !status || engine_fail("bench", status);
}

/* Values from -1 to 1, the same in each run. */
static void fill(void *points, size_t count, bool twice)
{
    uint64_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth, MMIX */
        const double value = (double)(state >> 32) / 2147483648.0 - 1.0;
        if (twice)
            ((double *)points)[i] = value;
        else
            ((float *)points)[i] = (float)value;
    }
}

static double value_at(const void *points, size_t i, bool twice)
{
    return twice ? ((const double *)points)[i] : (double)((const float *)points)[i];
}

/* Checks that points came back. \return false if they did not, which is reported */
static bool check(const bench_options *o, const orb_device *device, const course c[2], const void *points,
                  const void *back, rounding *error)
{
    const rounded_transform way[2] = {{device, &c[0].report, &o->spec, NULL, ORB_FORWARD, !o->twice},
                                      {device, &c[1].report, &o->spec, NULL, ORB_INVERSE, !o->twice}};
    const size_t number = o->twice ? sizeof(double) : sizeof(float), count = c[1].size / number;
    squares difference = {0}, input = {0};
    rounding allowed;

    *error = (rounding){0, 0};
    for (size_t i = 0; i < count; i++) {
        const double was = value_at(points, i, o->twice), apart = value_at(back, i, o->twice) - was;
        squares_add(&input, was);
        squares_add(&difference, apart);
        error->largest = rounding_worse(error->largest, fabs(apart));
    }
    error->rms = squares_rms(&difference, count);
    allowed = rounding_round_trip(&way[0], &way[1], squares_rms(&input, 1), count,
                                  c[0].size / number / (spec_is_complex(&o->spec) ? 2 : 1));
    return rounding_holds(error, &allowed) ||
           fail("bench", "the engine computes wrongly",
                "values up to 1 come back with errors of up to %.3g, rms %.3g; rounding explains %.3g, rms %.3g",
                error->largest, error->rms, allowed.largest, allowed.rms);
}

static json_t *course_json(const course *c, size_t repeat, size_t count)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:o}", "seconds", c->seconds[repeat / 2], "least", c->seconds[0], "greatest",
                     c->seconds[repeat - 1], "points_a_second", (double)count / c->seconds[repeat / 2], "report",
                     report_json(&c->report));
}

static void print_course(const char *label, const course *c, size_t repeat, size_t count)
{
    printf("%-10s %.4g ms (%.4g to %.4g), %.4g million points a second\n", label, 1e3 * c->seconds[repeat / 2],
           1e3 * c->seconds[0], 1e3 * c->seconds[repeat - 1], 1e-6 * (double)count / c->seconds[repeat / 2]);
}

static bool measure(const bench_options *o, course c[2])
{
    for (size_t i = 0; i <= o->repeat; i++)
        for (course *d = c; d < c + 2; d++) {
            orb_status status;
            double start;
            memset(d->out, 0xff, d->size); /* NaN, so that a result that is not written is noticed */
            start = clock_seconds();
            status = orb_execute(d->plan, d->in, d->out, &d->report);
            if (interrupt_pending())
                return false;
            if (status != ORB_OK && status != ORB_SATURATED)
                return fail("bench", NULL, "%s", orb_last_error());
            if (i > 0)
                d->seconds[i - 1] = clock_seconds() - start;
        }
    for (int d = 0; d < 2; d++)
        qsort(c[d].seconds, o->repeat, sizeof(double), ascending);
    return true;
}

static bool tell(const bench_options *o, const orb_device *device, const course c[2], double error, outfile *json)
{
    const size_t *n = o->shape, count = n[0] * n[1] * n[2];
    if (report_options_text(&o->report)) {
        printf("bench      %zu x %zu x %zu, %s precision, %zu runs on %s\n", n[0], n[1], n[2],
               o->twice ? "double" : "single", o->repeat, c[0].report.engine);
        print_course("forward", &c[0], o->repeat, count);
        print_course("inverse", &c[1], o->repeat, count);
        if (engine_is_array(device))
            report_print("forward", device, &c[0].report);
        printf("round trip largest error %.3g for values up to 1\n", error);
    }
    return !json || report_write(json, json_pack("{s:[III], s:I, s:o, s:o, s:f}", "shape", (json_int_t)n[0],
                                                 (json_int_t)n[1], (json_int_t)n[2], "repeat", (json_int_t)o->repeat,
                                                 "forward", course_json(&c[0], o->repeat, count), "inverse",
                                                 course_json(&c[1], o->repeat, count), "error", error));
}

static bool run(const bench_options *o)
{
    const size_t size = o->twice ? sizeof(double) : sizeof(float), parts = spec_is_complex(&o->spec) ? 2 : 1;
    const size_t count = o->shape[0] * o->shape[1] * o->shape[2];
    outputs *set = outputs_create_new(NULL);
    outfile *json = NULL;
    orb_device *device = NULL;
    course c[2] = {{0}};
    rounding error;
    size_t padded[3];
    void *points = NULL, *coefficients = NULL, *back = NULL;
    bool good = set && (!o->report.json || (json = outputs_add(set, o->report.json))) &&
                (device = engine_open(o->engine, o->threads)) && make_plan(o, device, ORB_FORWARD, &c[0].plan) &&
                make_plan(o, device, ORB_INVERSE, &c[1].plan) && !orb_plan_padded(c[0].plan, padded);
    if (good) {
        c[0].size = padded[0] * padded[1] * padded[2] * parts * size;
        c[1].size = count * size;
        points = malloc(c[1].size);
        back = malloc(c[1].size);
        coefficients = malloc(c[0].size);
        c[0].seconds = malloc(o->repeat * sizeof(double));
        c[1].seconds = malloc(o->repeat * sizeof(double));
        good = (points && back && coefficients && c[0].seconds && c[1].seconds) || fail_memory("bench");
    }
    if (good) {
        fill(points, count, o->twice);
        c[0].in = points;
        c[0].out = coefficients;
        c[1].in = coefficients;
        c[1].out = back;
        good = measure(o, c) && check(o, device, c, points, back, &error) && tell(o, device, c, error.largest, json) &&
               outputs_commit(set);
    }
    for (int d = 0; d < 2; d++) {
        orb_plan_destroy(c[d].plan);
        free(c[d].seconds);
    }
    free(points);
    free(back);
    free(coefficients);
    orb_close(device);
    outputs_discard(set);
    return good;
}

int command_bench(int argc, char **argv)
{
    bench_options o = {.shape = {64, 64, 64}, .repeat = REPEAT};
    int code = EXIT_USAGE;
    if (!argp_parse(&argp, argc, argv, 0, NULL, &o) && spec_settle(&o.spec, o.shape, 0))
        code = run(&o) ? EXIT_DONE : EXIT_FAILED;
    spec_release(&o.spec);
    return code;
}
