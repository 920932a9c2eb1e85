/* Random transforms. Each rank compares its box with the engine cpu, and its traffic with the formulas.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_random CASES LONGEST-AXIS
 *
 * Half of the cases use all ranks. In the other half, the even and the odd ranks have different cases at the same
 * time. */
#include "scene.h"
#include "told.h"
#include "traffic.h"
#include "transpose_traffic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A plan and its data. */
typedef struct run {
    MPI_Comm comm;
    orb_mpi_desc asked, desc; /* as requested; complete, with the choices of the library */
    orb_mpi_plan *plan;
    size_t batch;
    size_t in_shape[ORB_MPI_AXES], out_shape[ORB_MPI_AXES];
    size_t in_start[ORB_MPI_AXES], in_size[ORB_MPI_AXES], out_start[ORB_MPI_AXES], out_size[ORB_MPI_AXES];
    orb_mpi_report report;
    traffic sent;
} run;

static uint64_t sum_of(const run *r, uint64_t mine)
{
    uint64_t all = 0;

    PMPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, r->comm);
    return all;
}

static void fail_if(const run *r, bool wrong, const char *what, uint64_t got, uint64_t requested)
{
    char text[400];

    scene_describe(&r->desc, text, sizeof text);
    CHECK(!wrong, "%s: %llu, not %llu: %s; %s", what, (unsigned long long)got, (unsigned long long)requested, text,
          r->report.why);
}

static void expect(const run *r, const char *what, uint64_t got, uint64_t requested)
{
    fail_if(r, got != requested, what, got, requested);
}

/* Every point of the volume must be in exactly one box. */
static void check_cover(const run *r, const size_t n[ORB_MPI_AXES], const size_t start[ORB_MPI_AXES],
                        const size_t size[ORB_MPI_AXES])
{
    const size_t points = scene_points(n);
    int *mine = calloc(points, sizeof *mine), *all = calloc(points, sizeof *all);

    CHECK(mine && all, "out of memory");
    for (size_t i = 0; i < size[0]; i++)
        for (size_t j = 0; j < size[1]; j++)
            for (size_t k = 0; k < size[2]; k++)
                for (size_t l = 0; l < size[3]; l++)
                    mine[(((start[0] + i) * n[1] + start[1] + j) * n[2] + start[2] + k) * n[3] + start[3] + l]++;
    PMPI_Allreduce(mine, all, (int)points, MPI_INT, MPI_SUM, r->comm);
    for (size_t p = 0; p < points; p++)
        expect(r, "boxes with a point", (uint64_t)all[p], 1);
    free(mine);
    free(all);
}

static size_t up(size_t n, size_t parts)
{
    return (n + parts - 1) / parts;
}

static bool has_fourier(const orb_mpi_desc *d)
{
    bool fourier = false;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        fourier = fourier || d->kind[a] == ORB_DFT;
    return fourier;
}

static size_t element_bytes(const run *r)
{
    const bool complex =
        scene_is_complex(r->desc.element_in) || scene_is_complex(r->desc.element_out) || has_fourier(&r->desc);
    const bool single = scene_is_single(r->desc.element_in) && scene_is_single(r->desc.element_out);

    return (single ? 4 : 8) * (complex ? 2 : 1);
}

static void check_orbital_traffic(const run *r)
{
    const size_t p = (size_t)r->desc.grid[0], nodes = p * p * p;
    const size_t block = up(r->desc.n[0], p) * up(r->desc.n[1], p) * up(r->desc.n[2], p);
    const size_t volume = r->batch * block * element_bytes(r);
    const size_t c = up(r->desc.n[2], p) * up(r->desc.n[2], p) * element_bytes(r);
    const size_t at_home = p % 2 ? 1 : 2; /* ranks whose skewed block is the canonical one */
    const uint64_t moved = r->desc.layout == ORB_MPI_CANONICAL && r->report.messages > 6 * (p - 1);
    const uint64_t bytes = (p - 1) * (5 * volume + c);

    if (r->report.steps) {
        expect(r, "steps", r->report.steps, 3 * p);
        expect(r, "messages", r->report.messages, 6 * (p - 1) + moved);
        expect(r, "bytes", r->report.bytes, bytes + moved * volume);
    } else {
        expect(r, "messages of a rank beside the grid", r->report.messages, 0);
    }
    expect(r, "ranks of the grid", sum_of(r, r->report.steps > 0), nodes);
    expect(r, "blocks moved", sum_of(r, moved), r->desc.layout == ORB_MPI_CANONICAL ? nodes - at_home : 0);
}

static size_t share(size_t n, size_t parts, size_t index)
{
    return n / parts + (index < n % parts);
}

/* For a rank with points. It sends all blocks of its rings except that of its -1 neighbour. */
static void check_cuboid_rank(const run *r)
{
    uint64_t messages = 0, bytes = 0, steps = 0;

    for (int a = 0; a < 3; a++) {
        const size_t n = r->desc.n[a], parts = (size_t)r->desc.grid[a];
        const size_t cross = scene_points(r->in_size) / r->in_size[a];
        size_t index = 0;

        if (r->desc.kind[a] == ORB_IDENTITY || parts == 1)
            continue;
        for (size_t start = 0; start < r->in_start[a]; index++)
            start += share(n, parts, index);
        for (size_t i = 0; i < parts; i++)
            messages += share(n, parts, i) && i != (index + parts - 1) % parts;
        bytes += (n - share(n, parts, (index + parts - 1) % parts)) * cross * r->batch * element_bytes(r);
        steps += parts;
    }
    expect(r, "messages", r->report.messages, messages);
    expect(r, "bytes", r->report.bytes, bytes);
    expect(r, "steps", r->report.steps, steps);
}

static void check_cuboid_traffic(const run *r)
{
    uint64_t total = 0;

    for (int a = 0; a < 3; a++)
        if (r->desc.kind[a] != ORB_IDENTITY)
            total += (uint64_t)(r->desc.grid[a] - 1) * scene_points(r->desc.n) * r->batch * element_bytes(r);
    if (scene_points(r->in_size))
        check_cuboid_rank(r);
    expect(r, "bytes of all ranks", sum_of(r, r->report.bytes), total);
}

/* The coordinate in the grid of a box that starts at this point. */
static int place_of(size_t n, int parts, size_t start)
{
    size_t end = 0;
    int at = 0;

    while (end < start)
        end += share(n, (size_t)parts, (size_t)at++);
    return at;
}

/* A rank with points derives its coordinates in the grid from its box. The sum over all ranks also covers ranks without
 * points. */
static void check_ring_traffic(const run *r)
{
    const int *g = r->desc.grid;
    int at[ORB_MPI_AXES] = {0};
    transpose_traffic all = {0}, mine;

    for (at[0] = 0; at[0] < g[0]; at[0]++)
        for (at[1] = 0; at[1] < g[1]; at[1]++)
            for (at[2] = 0; at[2] < g[2]; at[2]++) {
                mine = transpose_traffic_of(&r->desc, at);
                all.steps += mine.steps;
                all.messages += mine.messages;
                all.bytes += mine.bytes;
            }
    expect(r, "steps of all ranks", sum_of(r, r->report.steps), all.steps);
    expect(r, "messages of all ranks", sum_of(r, r->report.messages), all.messages);
    expect(r, "bytes of all ranks", sum_of(r, r->report.bytes), all.bytes);
    if (!scene_points(r->in_size))
        return;
    for (int a = 0; a < ORB_MPI_AXES - 1; a++) {
        const bool transposed = r->desc.layout == ORB_MPI_SKEWED && r->desc.direction == ORB_INVERSE;

        at[a] = place_of(r->in_shape[a + transposed], g[a], r->in_start[a + transposed]);
    }
    mine = transpose_traffic_of(&r->desc, at);
    expect(r, "steps", r->report.steps, mine.steps);
    expect(r, "messages", r->report.messages, mine.messages);
    expect(r, "bytes", r->report.bytes, mine.bytes);
}

static void check_traffic(const run *r)
{
    if (r->desc.algorithm == ORB_MPI_ORBITAL)
        check_orbital_traffic(r);
    else if (r->desc.algorithm == ORB_MPI_CUBOID)
        check_cuboid_traffic(r);
    else
        check_ring_traffic(r);
}

/* Algorithm and grid must be possible on these ranks, and as requested. */
static void check_choice(run *r, const orb_mpi_desc *asked)
{
    const int *g = r->desc.grid;
    int ranks;

    MPI_Comm_size(r->comm, &ranks);
    for (int a = 0; a < 3; a++)
        fail_if(r, asked->grid[a] && g[a] != asked->grid[a], "grid", (uint64_t)g[a], (uint64_t)asked->grid[a]);
    fail_if(r, g[0] * g[1] * g[2] > ranks || g[0] * g[1] * g[2] < 1, "ranks of the grid",
            (uint64_t)(g[0] * g[1] * g[2]), (uint64_t)ranks);
    fail_if(r, asked->algorithm && r->desc.algorithm != asked->algorithm, "algorithm", r->desc.algorithm,
            asked->algorithm);
}

static void create(run *r, MPI_Comm comm, const orb_mpi_desc *desc)
{
    char text[400];
    orb_status status;

    *r = (run){.comm = comm, .asked = *desc, .desc = scene_complete(desc), .batch = desc->batch ? desc->batch : 1};
    status = orb_mpi_plan_create(&r->plan, r->comm, desc);
    scene_describe(desc, text, sizeof text);
    CHECK(!status, "create: %s: %s", orb_strerror(status), text);
    CHECK(!orb_mpi_plan_desc(r->plan, &r->desc), "desc");
    scene_shape(&r->desc, false, r->in_shape);
    scene_shape(&r->desc, true, r->out_shape);
    check_choice(r, desc);
    CHECK(!orb_mpi_plan_input(r->plan, r->in_start, r->in_size), "input");
    CHECK(!orb_mpi_plan_output(r->plan, r->out_start, r->out_size), "output");
}

static void *execute(run *r, const void *in)
{
    void *out = scene_new(r->desc.element_out, r->batch, r->out_size);
    told told = {0};
    orb_status status;

    memset(out, 0xFF, r->batch * scene_points(r->out_size) * scene_bytes(r->desc.element_out)); /* NaN */
    CHECK(!orb_mpi_plan_progress(r->plan, told_call, &told), "progress");
    traffic_take();
    status = orb_mpi_execute(r->plan, in, out, &r->report);
    r->sent = traffic_take();
    CHECK(!status, "execute: %s", orb_strerror(status));
    told_check(&told, scene_points(r->in_size) && scene_points(r->out_size));
    CHECK(!orb_mpi_plan_progress(r->plan, NULL, NULL), "no progress");
    expect(r, "messages counted and told", r->sent.messages, r->report.messages);
    expect(r, "bytes counted and told", r->sent.bytes, r->report.bytes);
    expect(r, "collectives", r->sent.collectives, !r->desc.own_status);
    return out;
}

/* A plan for the other direction must start with the boxes in which this one ended, and restore the input. */
static void check_return(const run *r, const void *in, const void *out, double largest)
{
    orb_mpi_desc desc = r->asked;
    void *back;
    run other;

    desc.algorithm = r->desc.algorithm; /* measuring again might choose another one */
    memcpy(desc.grid, r->desc.grid, sizeof desc.grid);
    desc.direction = r->desc.direction == ORB_FORWARD ? ORB_INVERSE : ORB_FORWARD;
    desc.element_in = r->desc.element_out;
    desc.element_out = r->desc.element_in;
    create(&other, r->comm, &desc);
    for (int a = 0; a < ORB_MPI_AXES; a++) {
        expect(r, "start", other.in_start[a], r->out_start[a]);
        expect(r, "size", other.in_size[a], r->out_size[a]);
        expect(r, "start at the end", other.out_start[a], r->in_start[a]);
    }
    back = execute(&other, out);
    scene_compare(&other.desc, desc.element_out, r->batch * scene_points(r->in_size), back, in, largest);
    free(back);
    orb_mpi_plan_destroy(other.plan);
}

/* Can a plan for the other direction restore the input? */
static bool is_reversible(const orb_mpi_desc *d)
{
    const bool fourier = has_fourier(d);
    const bool in = scene_is_complex(d->element_in), out = scene_is_complex(d->element_out);

    if (d->half_axis && d->direction == ORB_INVERSE)
        return false; /* an inverse ignores imaginary parts that would be 0 for real points */
    return (in || (fourier ? d->direction == ORB_FORWARD : !out)) && (out || (!in && !fourier));
}

/* A random description, only with remappings if that is requested. */
static orb_mpi_desc draw(scene *s, size_t most, bool remaps)
{
    orb_mpi_desc d = scene_desc(s, most);

    while (remaps && (d.algorithm != ORB_MPI_REMAP || d.layout != ORB_MPI_CANONICAL))
        d = scene_desc(s, most);
    for (int r = 0; remaps && r < 2 && s->ranks >= 4; r++) /* with several rings, if there are enough ranks */
        d.grid[r] = r || s->ranks < 6 ? 2 : 2 + (int)scene_below(s, 2);
    if (remaps && s->ranks >= 4)
        d.grid[2] = 1;
    return d;
}

static void check_case(scene *s, size_t most, bool remaps)
{
    const orb_mpi_desc asked = draw(s, most, remaps), desc = scene_complete(&asked);
    const size_t batch = desc.batch ? desc.batch : 1;
    void *whole, *expected, *in, *out, *requested;
    double largest;
    run r;

    create(&r, s->comm, &asked);
    check_cover(&r, r.in_shape, r.in_start, r.in_size);
    check_cover(&r, r.out_shape, r.out_start, r.out_size);
    whole = scene_volumes(s, desc.element_in, batch, r.in_shape);
    expected = scene_expected(&desc, whole);
    in = scene_cut(desc.element_in, batch, r.in_shape, r.in_start, r.in_size, whole);
    requested = scene_cut(desc.element_out, batch, r.out_shape, r.out_start, r.out_size, expected);
    largest = scene_largest(desc.element_out, batch * scene_points(r.out_shape), expected);
    out = execute(&r, in);
    scene_compare(&desc, desc.element_out, batch * scene_points(r.out_size), out, requested, largest);
    check_traffic(&r);
    if (is_reversible(&desc))
        check_return(&r, in, out, scene_largest(desc.element_in, batch * scene_points(r.in_shape), whole));
    free(whole);
    free(expected);
    free(in);
    free(requested);
    free(out);
    orb_mpi_plan_destroy(r.plan);
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv), half;
    const int cases = argc > 1 ? atoi(argv[1]) : 0, most = argc > 2 ? atoi(argv[2]) : 0;
    const bool remaps = argc > 3 && !strcmp(argv[3], "remap");

    CHECK(cases > 0 && most > 0, "usage: cluster_random CASES LONGEST-AXIS [remap]");
    for (int i = 0; i < (cases + 1) / 2; i++)
        check_case(&s, (size_t)most, remaps);
    half = scene_half(&s);
    for (int i = 0; i < cases / 2; i++)
        check_case(&half, (size_t)most, remaps);
    MPI_Comm_free(&half.comm);
    if (!s.rank)
        printf("%d cases\n", cases);
    scene_end();
    return 0;
}
