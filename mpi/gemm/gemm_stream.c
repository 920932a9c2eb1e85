/* A stream of operands that move through a grid of ranks, and of the local products with the one that stays.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm_stream.h"

#include <stdlib.h>

/* Tags of a mover, and its slots, the last of which are two for each rank. */
enum { TAG_ALIGN = 0, TAG_MOVE, TAGS };
enum { IN = 0, OUT, OUT_TOO, ALIGN };

static bool is_sum(const orb_moving *m)
{
    return m->mover->operand == ORB_MPI_C;
}

static size_t slots_of_mover(size_t ranks)
{
    return ALIGN + 2 * ranks;
}

size_t orb_stream_slots(size_t ranks)
{
    return ORB_MOVERS * slots_of_mover(ranks);
}

static size_t elements_at(const orb_stream *s, const orb_mpi_gemm_plan *p, const orb_moving *m, size_t shifts)
{
    const orb_region region = orb_roles_region(&s->roles, m->mover, p->rank, shifts);

    return orb_region_size(&region);
}

/* ---- aligning ---- */

/* Parts as the user has them, and those of a mover before the first shift, or after the last. */
typedef struct aligned {
    const orb_mpi_gemm_plan *plan;
    const orb_stream *stream;
    const orb_moving *moving;
    size_t shifts;
} aligned;

static orb_region at_home(const void *of, int rank)
{
    const aligned *a = of;
    const size_t columns = a->stream->roles.columns;

    return orb_gemm_region(&a->plan->part[a->moving->mover->operand],
                           (size_t[2]){(size_t)rank / columns, (size_t)rank % columns});
}

static orb_region on_its_way(const void *of, int rank)
{
    const aligned *a = of;

    return orb_roles_region(&a->stream->roles, a->moving->mover, rank, a->shifts);
}

/* To its way, or home. */
static orb_regrid regrid_of(const aligned *a, bool home)
{
    const orb_roles *r = &a->stream->roles;

    return (orb_regrid){.from = home ? on_its_way : at_home,
                        .to = home ? at_home : on_its_way,
                        .of = a,
                        .rank = a->plan->rank,
                        .ranks = (int)(r->rows * r->columns),
                        .first_slot = a->moving->first_slot + ALIGN,
                        .tag = a->moving->first_tag + TAG_ALIGN,
                        .element = a->plan->desc.element,
                        .add = home && a->plan->desc.accumulate,
                        .add_others = home && a->plan->desc.accumulate,
                        .out = a->moving->out,
                        .in = a->moving->in};
}

void orb_stream_align(orb_stream *s, orb_mpi_gemm_plan *p, const void *const array[2])
{
    for (int i = 0; i < ORB_MOVERS; i++) {
        orb_moving *m = &s->moving[i];
        const aligned a = {p, s, m, 0};
        const orb_regrid regrid = regrid_of(&a, false);

        m->shifts = 0;
        if (!is_sum(m))
            orb_regrid_start(&regrid, &p->post, array[m->mover->operand], m->buffer[0]);
    }
}

void orb_stream_aligned(orb_stream *s, orb_mpi_gemm_plan *p)
{
    for (int i = 0; i < ORB_MOVERS; i++) {
        const orb_moving *m = &s->moving[i];
        const aligned a = {p, s, m, 0};
        const orb_regrid regrid = regrid_of(&a, false);

        if (!is_sum(m))
            orb_regrid_finish(&regrid, &p->post, m->buffer[0]);
    }
}

void orb_stream_return(orb_stream *s, orb_mpi_gemm_plan *p, void *c)
{
    for (int i = 0; i < ORB_MOVERS; i++) {
        const orb_moving *m = &s->moving[i];
        const aligned a = {p, s, m, m->shifts};
        const orb_regrid regrid = regrid_of(&a, true);

        if (is_sum(m))
            orb_regrid_start(&regrid, &p->post, m->buffer[m->shifts % 2], c);
    }
}

void orb_stream_returned(orb_stream *s, orb_mpi_gemm_plan *p, void *c)
{
    for (int i = 0; i < ORB_MOVERS; i++) {
        const orb_moving *m = &s->moving[i];
        const aligned a = {p, s, m, m->shifts};
        const orb_regrid regrid = regrid_of(&a, true);

        if (is_sum(m))
            orb_regrid_finish(&regrid, &p->post, c);
    }
}

/* ---- moving ---- */

static bool is_last(const orb_moving *m)
{
    return m->shifts + 1 == m->mover->parts;
}

/* A part begins: what comes next is in transit already. */
static void begin_part(const orb_stream *s, orb_mpi_gemm_plan *p, const orb_moving *m)
{
    const size_t now = m->shifts % 2;
    const int tag = m->first_tag + TAG_MOVE;

    if (is_sum(m)) {
        if (m->shifts)
            orb_post_receive(&p->post, m->first_slot + IN, m->behind, tag, m->buffer[2],
                             elements_at(s, p, m, m->shifts));
        orb_post_wait(&p->post, m->first_slot + (now ? OUT_TOO : OUT)); /* that sum was there before */
    } else if (!is_last(m)) {
        orb_post_receive(&p->post, m->first_slot + IN, m->behind, tag, m->buffer[1 - now],
                         elements_at(s, p, m, m->shifts + 1));
        orb_post_send(&p->post, m->first_slot + OUT, m->before, tag, m->buffer[now], elements_at(s, p, m, m->shifts));
    }
}

static void end_part(const orb_stream *s, orb_mpi_gemm_plan *p, orb_moving *m)
{
    const size_t now = m->shifts % 2, elements = elements_at(s, p, m, m->shifts);

    orb_post_wait(&p->post, m->first_slot + IN);
    if (is_sum(m)) {
        if (m->shifts)
            orb_gemm_add(p, elements, m->buffer[2], m->buffer[now]);
        if (!is_last(m))
            orb_post_send(&p->post, m->first_slot + (now ? OUT_TOO : OUT), m->before, m->first_tag + TAG_MOVE,
                          m->buffer[now], elements);
    } else {
        orb_post_wait(&p->post, m->first_slot + OUT);
    }
    m->shifts += !is_last(m);
}

size_t orb_stream_next(const orb_stream *s, size_t tick)
{
    size_t end = s->roles.ticks;

    for (int i = 0; i < ORB_MOVERS; i++) {
        const size_t per_part = s->moving[i].per_part, next = (tick / per_part + 1) * per_part;

        end = next < end ? next : end;
    }
    return end;
}

void orb_stream_begin(orb_stream *s, orb_mpi_gemm_plan *p, size_t tick)
{
    for (int i = 0; i < ORB_MOVERS; i++)
        if (tick % s->moving[i].per_part == 0)
            begin_part(s, p, &s->moving[i]);
}

void orb_stream_end(orb_stream *s, orb_mpi_gemm_plan *p, size_t tick)
{
    for (int i = 0; i < ORB_MOVERS; i++)
        if (tick % s->moving[i].per_part == 0)
            end_part(s, p, &s->moving[i]);
}

/* Where the lines from a tick on are in a mover's part, and how many numbers its rows have. */
static void *place_of(const orb_stream *s, const orb_mpi_gemm_plan *p, const orb_moving *m, size_t tick,
                      size_t *leading)
{
    const orb_region region = orb_roles_region(&s->roles, m->mover, p->rank, m->shifts);
    const size_t first = orb_roles_tick(&s->roles, m->mover, p->rank, m->shifts);
    const size_t before = orb_roles_lines(&s->roles, first, tick - m->shifts * m->per_part);

    *leading = orb_lines_count(&region.axis[1]);
    return m->buffer[m->shifts % 2] + before * (m->mover->axis ? 1 : *leading) * p->bytes;
}

void orb_stream_multiply(const orb_stream *s, orb_mpi_gemm_plan *p, size_t tick, size_t end, const void *const array[2],
                         void *c, bool add)
{
    const orb_roles *r = &s->roles;
    const orb_gemm_part *stays = &p->part[r->stays];
    const size_t from = orb_roles_tick(r, &r->mover[0], p->rank, 0);
    const size_t lines = orb_roles_lines(r, (from + tick) % r->ticks, end - tick);
    const void *of[3] = {array[0], array[1], c};
    size_t leading[3] = {0, 0, 0};
    void *sum = c;
    orb_gemm_local l;

    leading[r->stays] = stays->size[1];
    for (int i = 0; i < ORB_MOVERS; i++) {
        const orb_mpi_operand operand = s->moving[i].mover->operand;
        void *place = place_of(s, p, &s->moving[i], tick, &leading[operand]);

        of[operand] = place;
        if (operand == ORB_MPI_C)
            sum = place;
    }
    l = (orb_gemm_local){.rows = r->stays == ORB_MPI_B ? lines : stays->size[0],
                         .columns = r->stays == ORB_MPI_A ? lines : stays->size[1],
                         .a = of[ORB_MPI_A],
                         .b = of[ORB_MPI_B],
                         .c = sum,
                         .lda = leading[ORB_MPI_A],
                         .ldb = leading[ORB_MPI_B],
                         .ldc = leading[ORB_MPI_C],
                         .add = add && r->stays == ORB_MPI_C};
    l.depth = r->stays == ORB_MPI_C ? lines : stays->size[r->stays == ORB_MPI_A];
    orb_gemm_multiply(p, &l);
}

/* ---- setting up ---- */

static void set_moving(orb_stream *s, const orb_mpi_gemm_plan *p, int i)
{
    const int columns = (int)s->roles.columns, count = (int)s->roles.rows * columns;
    const int row = p->rank / columns, column = p->rank % columns;
    orb_moving *m = &s->moving[i];

    m->mover = &s->roles.mover[i];
    m->per_part = s->roles.ticks / m->mover->parts;
    m->before =
        m->mover->along ? row * columns + (column + columns - 1) % columns : (p->rank + count - columns) % count;
    m->behind = m->mover->along ? row * columns + (column + 1) % columns : (p->rank + columns) % count;
    if (s->roles.mirrored) {
        const int before = m->before;

        m->before = m->behind;
        m->behind = before;
    }
}

/* Memory for the largest part that a mover can have in transit, and for aligning it with its part at home. */
static bool allocate(const orb_stream *s, const orb_mpi_gemm_plan *p, orb_moving *m)
{
    const size_t other = m->mover->other / (m->mover->along ? s->roles.rows : s->roles.columns) + 1;
    const size_t time = s->roles.time / m->mover->parts + 2; /* two ranges, each rounded up */
    const size_t home = p->part[m->mover->operand].size[0] * p->part[m->mover->operand].size[1];
    const size_t most = other * time > home ? other * time : home;

    for (int b = 0; b < (is_sum(m) ? ORB_MOVER_BUFFERS : 2); b++)
        if (!(m->buffer[b] = orb_gemm_new(p, other, time)))
            return false;
    m->out = orb_gemm_new(p, most, 1);
    m->in = orb_gemm_new(p, most, 1);
    return m->out && m->in;
}

bool orb_stream_open(orb_stream *s, const orb_mpi_gemm_plan *p, const orb_roles *roles, int number, size_t first_slot)
{
    const size_t slots = slots_of_mover(roles->rows * roles->columns);

    s->roles = *roles;
    for (int i = 0; i < ORB_MOVERS; i++) {
        set_moving(s, p, i);
        s->moving[i].first_slot = (int)(first_slot + (size_t)i * slots);
        s->moving[i].first_tag = 1 + (number * ORB_MOVERS + i) * TAGS;
        if (!allocate(s, p, &s->moving[i]))
            return false;
    }
    return true;
}

void orb_stream_close(orb_stream *s)
{
    for (int i = 0; i < ORB_MOVERS; i++) {
        for (int b = 0; b < ORB_MOVER_BUFFERS; b++)
            free(s->moving[i].buffer[b]);
        free(s->moving[i].out);
        free(s->moving[i].in);
    }
}
