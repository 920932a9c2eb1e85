/* A device for each rank: blocks have the words of one device, and transforms of whole axes its precision.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_devices CASES LONGEST-AXIS ENGINE [ENGINE ...], of which rank r has number r modulo
 * their number */
#include "scene.h"
#include "told.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One case: the whole input, and this rank's boxes. */
typedef struct run {
    orb_mpi_desc asked, desc; /* desc: with one point along missing axes */
    orb_mpi_plan *plan;
    size_t in_shape[ORB_MPI_AXES], out_shape[ORB_MPI_AXES];
    size_t out_start[ORB_MPI_AXES], out_size[ORB_MPI_AXES];
    void *volumes, *in, *out;
    orb_mpi_report report;
} run;

/* Points in blocks, rounded up to whole ones. */
static void pad(const orb_mpi_desc *d, size_t shape[ORB_MPI_AXES])
{
    for (int a = 0; a < ORB_MPI_BLOCK_AXES; a++) {
        const size_t block = d->block[a] ? d->block[a] : d->n[a];

        shape[a] = (d->n[a] + block - 1) / block * block;
    }
}

static void begin(scene *s, run *r)
{
    const size_t batch = r->desc.batch ? r->desc.batch : 1;
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    told told = {0};
    orb_status status;

    memcpy(r->in_shape, r->desc.n, sizeof r->in_shape);
    memcpy(r->out_shape, r->desc.n, sizeof r->out_shape);
    pad(&r->desc, r->desc.direction == ORB_FORWARD ? r->out_shape : r->in_shape);
    r->volumes = scene_volumes(s, r->desc.element_in, batch, r->in_shape);
    status = orb_mpi_plan_create(&r->plan, s->comm, &r->asked);
    CHECK(!status, "create: %s", orb_strerror(status));
    CHECK(!orb_mpi_plan_input(r->plan, start, size), "input");
    r->in = scene_cut(r->desc.element_in, batch, r->in_shape, start, size, r->volumes);
    CHECK(!orb_mpi_plan_output(r->plan, r->out_start, r->out_size), "output");
    r->out = scene_new(r->desc.element_out, batch, r->out_size);
    CHECK(!orb_mpi_plan_progress(r->plan, told_call, &told), "progress");
    status = orb_mpi_execute(r->plan, r->in, r->out, &r->report);
    CHECK(!status, "execute: %s, %s", orb_strerror(status), r->report.why);
    told_check(&told, scene_points(size) && scene_points(r->out_size));
    CHECK(!orb_mpi_plan_progress(r->plan, NULL, NULL), "no progress");
    CHECK(r->report.saturations == 0, "%llu saturations", (unsigned long long)r->report.saturations);
}

static void end(run *r)
{
    orb_mpi_plan_destroy(r->plan);
    free(r->volumes);
    free(r->in);
    free(r->out);
}

static double number(orb_element element, const void *x, size_t at)
{
    return scene_is_single(element) ? (double)((const float *)x)[at] : ((const double *)x)[at];
}

/* The sum of the squares of the differences between this rank's output and a box, and the largest one. */
static double differences(const run *r, const void *box, double *largest)
{
    const orb_element element = r->desc.element_out;
    const size_t batch = r->desc.batch ? r->desc.batch : 1;
    const size_t numbers = batch * scene_points(r->out_size) * (scene_is_complex(element) ? 2 : 1);
    double sum = 0.0;

    *largest = 0.0;
    for (size_t i = 0; i < numbers; i++) {
        const double difference = fabs(number(element, r->out, i) - number(element, box, i));

        sum += difference * difference;
        *largest = difference <= *largest ? *largest : difference; /* also where it is not a number */
    }
    return sum;
}

/* Cases of which the bits were compared. */
static int same;

/* What one device makes of the whole. */
static void *by_one(const run *r, orb_report *report)
{
    const size_t batch = r->desc.batch ? r->desc.batch : 1;
    orb_plan_desc desc = {.norm = r->desc.norm,
                          .direction = r->desc.direction,
                          .element_in = r->desc.element_in,
                          .element_out = r->desc.element_out};
    char *out = scene_new(r->desc.element_out, batch, r->out_shape);
    const size_t in_bytes = scene_points(r->in_shape) * scene_bytes(r->desc.element_in);
    const size_t out_bytes = scene_points(r->out_shape) * scene_bytes(r->desc.element_out);
    orb_plan *plan = NULL;
    orb_status status;

    memcpy(desc.n, r->desc.n, sizeof desc.n);
    memcpy(desc.block, r->desc.block, sizeof desc.block);
    memcpy(desc.kind, r->desc.kind, sizeof desc.kind);
    memcpy(desc.type, r->desc.type, sizeof desc.type);
    status = orb_plan_create(&plan, r->desc.device, &desc);
    for (size_t v = 0; v < batch && !status; v++)
        status = orb_execute(plan, (const char *)r->volumes + v * in_bytes, out + v * out_bytes, report);
    CHECK(!status, "one device: %s", orb_strerror(status));
    orb_plan_destroy(plan);
    return out;
}

/* Blocks: the same bits, unless the array has several tori. Those have blocks at the same time, which share their
 * shifts, and a rank has other blocks beside each other. Then an error is the sum of two. */
static void check_blocks(const run *r)
{
    const size_t batch = r->desc.batch ? r->desc.batch : 1;
    const size_t numbers = batch * scene_points(r->out_size), bytes = numbers * scene_bytes(r->desc.element_out);
    orb_report one;
    void *whole = by_one(r, &one), *part;
    double largest;
    char text[400];

    scene_describe(&r->desc, text, sizeof text);
    part = scene_cut(r->desc.element_out, batch, r->out_shape, r->out_start, r->out_size, whole);
    CHECK(!r->report.messages && !r->report.bytes, "messages");
    CHECK(!numbers || r->report.cycles, "no cycles");
    if (one.tori == 1)
        CHECK(!memcmp(part, r->out, bytes), "other bits than those of one device: %s, block %zu %zu %zu; %s", text,
              r->desc.block[0], r->desc.block[1], r->desc.block[2], r->report.why);
    differences(r, part, &largest);
    CHECK(largest <=
              16.0 * (one.error_rms + r->report.error_rms) + 1e-6 * scene_largest(r->desc.element_out, numbers, part),
          "a difference of %.3g: %s", largest, text);
    same += one.tori == 1;
    free(whole);
    free(part);
}

/* The sum of the squares of the errors of this rank's box, beside engine cpu, and the largest. */
static double errors(const run *r, double *largest)
{
    const size_t batch = r->desc.batch ? r->desc.batch : 1;
    void *whole = scene_expected(&r->desc, r->volumes), *part;
    double sum;

    part = scene_cut(r->desc.element_out, batch, r->out_shape, r->out_start, r->out_size, whole);
    sum = differences(r, part, largest);
    free(whole);
    free(part);
    return sum;
}

/* Whole axes: errors as they are to be expected, all ranks taken together. */
static void check_errors(const scene *s, const run *r)
{
    const double points = (double)((r->desc.batch ? r->desc.batch : 1) * scene_points(r->out_shape));
    double largest, mine[2], all[2], most, expected, found;
    char text[400];

    mine[0] = errors(r, &largest) / points;
    mine[1] = r->report.error_rms * r->report.error_rms;
    PMPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, s->comm);
    PMPI_Allreduce(&largest, &most, 1, MPI_DOUBLE, MPI_MAX, s->comm);
    found = sqrt(all[0]);
    expected = sqrt(all[1]);
    scene_describe(&r->desc, text, sizeof text);
    CHECK(found <= 2.0 * expected + 1e-12 && most <= 16.0 * expected + 1e-12,
          "errors of %.3g and at most %.3g, where %.3g are expected: %s; %s", found, most, expected, text,
          r->report.why);
}

static bool has_dft(const orb_mpi_desc *d)
{
    bool dft = false;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        dft = dft || (d->n[a] && d->kind[a] == ORB_DFT);
    return dft;
}

/* A random description of those that devices take. */
static orb_mpi_desc draw(scene *s, size_t most, orb_device *device)
{
    orb_mpi_desc d = scene_desc(s, most);
    const bool in_blocks = scene_below(s, 2);
    const bool on_rings =
        d.algorithm == ORB_MPI_TRANSPOSE || d.algorithm == ORB_MPI_ALLTOALL || d.algorithm == ORB_MPI_REMAP;

    if (!on_rings || d.half_axis || (in_blocks && d.n[3]))
        return draw(s, most, device);
    d.device = device;
    if (!in_blocks) {
        d.norm = ORB_ORTHO;
        d.element_in = has_dft(&d) && (d.direction == ORB_INVERSE || scene_below(s, 2)) ? ORB_C128 : ORB_F64;
        d.element_out = has_dft(&d) ? ORB_C128 : ORB_F64;
        return d;
    }
    d.algorithm = scene_below(s, 2) ? ORB_MPI_BLOCKS : ORB_MPI_AUTO;
    d.layout = ORB_MPI_CANONICAL;
    memset(d.grid, 0, sizeof d.grid);
    for (int a = 0; a < ORB_MPI_BLOCK_AXES && d.n[a]; a++)
        d.block[a] = d.kind[a] == ORB_DWHT ? d.n[a] : 2 + scene_below(s, 5);
    return d;
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int cases = argc > 3 ? atoi(argv[1]) : 0;
    const size_t most = argc > 3 ? (size_t)atoi(argv[2]) : 0;
    orb_device *device = NULL;
    int blocks = 0;

    CHECK(cases > 0 && most > 1, "usage: cluster_devices CASES LONGEST-AXIS ENGINE ...");
    CHECK(!orb_open(&device, argv[3 + s.rank % (argc - 3)]), "%s", orb_last_error());
    for (int i = 0; i < cases; i++) {
        run r = {.asked = draw(&s, most, device)};

        r.desc = scene_complete(&r.asked);
        begin(&s, &r);
        blocks += r.desc.block[0] > 0;
        if (r.desc.block[0])
            check_blocks(&r);
        else
            check_errors(&s, &r);
        end(&r);
    }
    orb_close(device);
    if (!s.rank)
        printf("%d cases, %d of them in blocks, %d of these with the same bits\n", cases, blocks, same);
    scene_end();
    return 0;
}
