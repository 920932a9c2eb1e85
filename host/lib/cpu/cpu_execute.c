/* Executes plans on the processor: blocks side by side, or the planes and panels of one.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* getpid */
#include "fftw.h"

#include "checked.h"
#include "report.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Multiply-adds for which another thread is woken: some 50 microseconds of them. Where processors are busy, threads
 * that wait for each other lose milliseconds. */
enum { WORTH_A_THREAD = 1 << 19 };

/* Small cubes beside each other that a thread takes at once: where they lie is found once, and each line of the caches
 * that two of them share is one thread's. */
enum { BAR = 16 };

/* A batch that is being transformed. */
typedef struct run {
    const orb_plan *plan;
    const cpu_setup *setup;
    const cpu_fftw *fftw; /* plans for whole blocks, or NULL */
    orb_batch *batch;
    size_t items;       /* blocks of all volumes */
    size_t done, total; /* for the progress function: blocks, bars of them, or planes and panels */
    size_t told;        /* what it knows of */
    orb_status status;  /* the first failure; it stops all */
} run;

static void fail(run *r, orb_status status)
{
    orb_status expected = ORB_OK;

    __atomic_compare_exchange_n(&r->status, &expected, status, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static bool going(const run *r)
{
    return __atomic_load_n(&r->status, __ATOMIC_RELAXED) == ORB_OK;
}

/* From the calling thread. */
static void tell(run *r, size_t done)
{
    r->told = done;
    if (r->plan->progress && r->plan->progress(r->plan->progress_user, done, r->total))
        fail(r, ORB_CANCELLED);
}

/* Some pieces more are done. */
static void advance(run *r, size_t pieces)
{
    const size_t done = __atomic_add_fetch(&r->done, pieces, __ATOMIC_RELAXED);

    if (omp_get_thread_num() == 0)
        tell(r, done);
}

static cpu_view view_of(const void *volume, orb_element element, const ptrdiff_t stride[3], const unsigned order[3],
                        const size_t first[3])
{
    cpu_view view = {element, (char *)(uintptr_t)volume, stride[order[0]], stride[order[1]], stride[order[2]]};

    view.first = orb_cpu_at(&view, first[0], first[1], first[2]);
    return view;
}

/* Block `item` of the batch, or blocks beside each other along axis 2 as one; what is between the passes has its place
 * in the output, where it fits. */
static cpu_block block_of(const run *r, size_t item, size_t beside)
{
    const orb_plan *plan = r->plan;
    const size_t *in = orb_plan_in(plan), *out = orb_plan_out(plan);
    size_t index = item, first[3];
    cpu_block b = {.axis = r->setup->axis, .fast = r->setup->fast};

    for (int x = 2; x >= 0; x--) {
        const unsigned a = plan->order[x];
        const size_t each = x == 2 ? beside : 1, count = orb_parts(plan->blocks[a], each);
        const size_t extent = plan->block[a] * each;

        first[x] = index % count * extent;
        index /= count;
        b.have[x] = smaller(in[a] - first[x], extent);
        b.want[x] = smaller(out[a] - first[x], extent);
    }
    b.from = view_of(r->batch->in[index], plan->element_in, plan->stride_in, plan->order, first);
    b.to = view_of(r->batch->out[index], plan->element_out, plan->stride_out, plan->order, first);
    b.panels = !b.axis[0].identity || b.have[0] != b.want[0];
    b.planes =
        !b.panels || !b.axis[1].identity || !b.axis[2].identity || b.have[1] != b.want[1] || b.have[2] != b.want[2];
    b.backwards = plan->direction == ORB_INVERSE && (b.axis[1].half || b.axis[2].half);
    if (!b.planes || (b.backwards && !b.panels))
        b.between = b.from;
    else if (!b.backwards && (!b.panels || (b.to.element == r->setup->between && b.have[0] <= b.want[0])))
        b.between = b.to;
    return b;
}

/* Elements between the passes of any block, if their place is not in the output. */
static size_t between_bytes(const run *r)
{
    const cpu_axis *axis = r->setup->axis;

    return axis[0].n * axis[1].n * axis[2].n * orb_element_size(r->setup->between); /* checked with the plan */
}

/* Numbers of each axis that panels pass. */
static const size_t *beside_panels(const cpu_block *b)
{
    return b->backwards ? b->have : b->want;
}

/* Panels of about the same size: whole rows where these are short, else parts of one. */
static void shape_panels(cpu_block *b, size_t most, size_t lanes)
{
    const size_t *n = beside_panels(b);
    const ptrdiff_t points = (ptrdiff_t)n[2];
    const cpu_view *const other = b->backwards ? &b->from : &b->to;
    const bool dense = b->between.row == points * b->between.step && other->row == points * other->step;

    b->rows = dense ? 1 : n[1];
    b->columns = dense ? n[1] * n[2] : n[2];
    b->panel_rows = smaller(larger(most / b->columns, 1), b->rows);
    b->panel_columns = orb_parts(b->columns, orb_parts(b->columns, most));
    if (b->panel_columns < b->columns)
        b->panel_columns = orb_parts(b->panel_columns, lanes) * lanes;
}

/* What is between the passes, in this memory if not in the output. */
static void place_between(const run *r, cpu_block *b, void *memory)
{
    const ptrdiff_t rows = (ptrdiff_t)beside_panels(b)[1], row = (ptrdiff_t)beside_panels(b)[2];

    if (!b->between.first)
        b->between = (cpu_view){r->setup->between, memory, rows * row, row, 1};
    shape_panels(b, r->setup->panel, r->setup->code->width);
}

static size_t count_planes(const cpu_block *b)
{
    return !b->planes ? 0 : b->backwards ? b->want[0] : b->have[0];
}

static size_t count_panels(const cpu_block *b)
{
    return !b->panels ? 0 : orb_parts(b->rows, b->panel_rows) * orb_parts(b->columns, b->panel_columns);
}

/* Planes, or panels, of the first pass or of the second. */
static size_t count_pieces(const cpu_block *b, int pass)
{
    return (pass == 0) != b->backwards ? count_planes(b) : count_panels(b);
}

static void run_pieces(const cpu_code *code, const cpu_block *b, int pass, size_t first, size_t count, void *scratch)
{
    ((pass == 0) != b->backwards ? code->planes : code->panels)(b, first, count, scratch);
}

static bool needs_between(const run *r)
{
    const orb_plan *plan = r->plan;
    const unsigned first =
        plan->order[0]; /* what is between has all planes of the input, so that the output may be short */

    return plan->element_out != r->setup->between || orb_plan_in(plan)[first] > orb_plan_out(plan)[first];
}

/* Zeroed memory of numbers: the padding of rows is transformed as well, and denormals in it would be slow. */
static void *new_scratch(const cpu_setup *s)
{
    char *scratch = aligned_alloc(64, s->scratch);

    if (scratch)
        memset(scratch + s->fast, 0, s->scratch - s->fast);
    return scratch;
}

/* Each thread takes bars of small cubes. */
static void run_cubes(run *r, unsigned threads)
{
    const size_t beside = r->plan->blocks[r->plan->order[2]], bars = r->items / beside * orb_parts(beside, BAR);

    r->total = bars;
#pragma omp parallel num_threads(threads)
    {
        void *scratch = aligned_alloc(64, r->setup->scratch);

        if (!scratch)
            fail(r, ORB_NO_MEMORY);
#pragma omp for schedule(dynamic)
        for (size_t item = 0; item < bars; item++)
            if (going(r)) {
                const cpu_block b = block_of(r, item, BAR);

                r->setup->code->cubes(&b, scratch);
                advance(r, 1);
            }
        free(scratch);
    }
}

/* Is the block transformed by FFTW? */
static bool runs_by_fftw(const run *r, const cpu_block *b)
{
    return r->fftw && orb_cpu_fftw_run(r->fftw, b);
}

/* Memory of a thread. */
typedef struct memory {
    void *scratch, *between;
} memory;

/* Has the thread its memory? It gets it for its first block. */
static bool has_memory(run *r, memory *m)
{
    if (!m->scratch)
        m->scratch = new_scratch(r->setup);
    if (!m->between && needs_between(r))
        m->between = malloc(between_bytes(r));
    if (!m->scratch || (needs_between(r) && !m->between))
        fail(r, ORB_NO_MEMORY);
    return going(r);
}

/* Each thread takes blocks. */
static void run_blocks(run *r, unsigned threads)
{
    const cpu_code *code = r->setup->code;

    r->total = r->items;
#pragma omp parallel num_threads(threads)
    {
        memory m = {NULL, NULL};

#pragma omp for schedule(dynamic)
        for (size_t item = 0; item < r->items; item++)
            if (going(r)) {
                cpu_block b = block_of(r, item, 1);

                if (!runs_by_fftw(r, &b)) {
                    if (!has_memory(r, &m))
                        continue;
                    place_between(r, &b, m.between);
                    for (int pass = 0; pass < 2; pass++)
                        run_pieces(code, &b, pass, 0, count_pieces(&b, pass), m.scratch);
                }
                advance(r, 1);
            }
        free(m.scratch);
        free(m.between);
    }
}

/* The threads take planes of a block, and then panels; or FFTW has threads for a block. */
static void run_parts(run *r, unsigned threads)
{
    const cpu_code *code = r->setup->code;
    void *between = needs_between(r) ? malloc(between_bytes(r)) : NULL;

    if (needs_between(r) && !between)
        fail(r, ORB_NO_MEMORY);
    for (size_t item = 0; item < r->items && going(r); item++) {
        cpu_block b = block_of(r, item, 1);
        size_t pieces;

        place_between(r, &b, between);
        pieces = count_planes(&b) + count_panels(&b);
        r->total = r->items * pieces; /* blocks of one plan differ little, or there is one */
        if (runs_by_fftw(r, &b)) {
            advance(r, pieces);
            continue;
        }
#pragma omp parallel num_threads(threads)
        {
            void *scratch = new_scratch(r->setup);

            if (!scratch)
                fail(r, ORB_NO_MEMORY);
            for (int pass = 0; pass < 2; pass++) {
#pragma omp for schedule(dynamic)
                for (size_t i = 0; i < count_pieces(&b, pass); i++)
                    if (going(r)) {
                        run_pieces(code, &b, pass, i, 1, scratch);
                        advance(r, 1);
                    }
            }
            free(scratch);
        }
    }
    free(between);
}

unsigned orb_cpu_useful_threads(const cpu_setup *setup, size_t blocks, unsigned most)
{
    const cpu_axis *axis = setup->axis;
    const double points = (double)axis[0].n * (double)axis[1].n * (double)axis[2].n * (double)blocks;
    const double shares = points * (double)(axis[0].n + axis[1].n + axis[2].n) / WORTH_A_THREAD;

    return shares < most ? 1 + (unsigned)shares : most;
}

bool orb_cpu_lost_threads(void)
{
    static pid_t owner; /* atomic: the process that computed with several threads first */
    const pid_t mine = getpid();
    pid_t first = 0;

    return !__atomic_compare_exchange_n(&owner, &first, mine, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
           first != mine;
}

orb_status orb_cpu_execute(const orb_plan *plan, orb_batch *batch)
{
    const unsigned asked = plan->device->info.instances, most = asked > 1 && orb_cpu_lost_threads() ? 1 : asked;
    const double start = orb_seconds();
    unsigned threads, by_fftw; /* FFTW's for a block; 0: it does not run */
    run r = {.plan = plan, .setup = (const cpu_setup *)plan->setup, .batch = batch};

    if (!orb_mul(orb_plan_blocks(plan), batch->volumes, &r.items))
        return ORB_INVALID;
    threads = orb_cpu_useful_threads(r.setup, r.items, most);
    by_fftw = r.setup->fftw ? orb_cpu_fftw_threads(r.setup->fftw) : 0;
    if (by_fftw > most)
        by_fftw = 0;
    r.fftw = by_fftw ? r.setup->fftw : NULL;
    if (r.setup->cubes)
        run_cubes(&r, threads);
    else if (by_fftw == 1 || (!by_fftw && r.items >= most))
        run_blocks(&r, threads);
    else
        run_parts(&r, threads);
    if (going(&r) && r.told < r.total)
        tell(&r, r.total);
    batch->blocks = r.status ? 0 : r.items;
    batch->cost.passes = batch->blocks;
    batch->cost.compute = (orb_seconds() - start) * threads;
    return r.status;
}
