/* A stream: operands that move through a process grid, and their local products with the stationary operand.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm_stream.h"

#include <stdlib.h>

/* Tags and slots of a moving operand. The slots from ALIGN on are two per rank. */
enum { TAG_ALIGN = 0, TAG_MOVE, TAGS };
enum { IN = 0, OUT, OUT_2, ALIGN };

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

/* ---- alignment ---- */

/* A redistribution between the parts of the caller and the parts of a moving operand after so many shifts. */
typedef struct aligned {
    const orb_mpi_gemm_plan *plan;
    const orb_stream *stream;
    const orb_moving *moving;
    size_t shifts;
} aligned;

static orb_region at_home(const void *context, int rank)
{
    const aligned *a = context;
    const size_t columns = a->stream->roles.columns;

    return orb_gemm_region(&a->plan->part[a->moving->mover->operand],
                           (size_t[2]){(size_t)rank / columns, (size_t)rank % columns});
}

static orb_region in_transit(const void *context, int rank)
{
    const aligned *a = context;

    return orb_roles_region(&a->stream->roles, a->moving->mover, rank, a->shifts);
}

/* From the parts of the caller to those of the moving operand; if `home` is set, the reverse. */
static orb_redistribution redistribution_of(const aligned *a, bool home)
{
    const orb_roles *r = &a->stream->roles;

    return (orb_redistribution){.from = home ? in_transit : at_home,
                                .to = home ? at_home : in_transit,
                                .context = a,
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
        const orb_redistribution redistribution = redistribution_of(&a, false);

        m->shifts = 0;
        if (!is_sum(m))
            orb_redistribution_start(&redistribution, &p->post, array[m->mover->operand], m->buffer[0]);
    }
}

void orb_stream_aligned(orb_stream *s, orb_mpi_gemm_plan *p)
{
    for (int i = 0; i < ORB_MOVERS; i++) {
        const orb_moving *m = &s->moving[i];
        const aligned a = {p, s, m, 0};
        const orb_redistribution redistribution = redistribution_of(&a, false);

        if (!is_sum(m))
            orb_redistribution_finish(&redistribution, &p->post, m->buffer[0]);
    }
}

void orb_stream_return(orb_stream *s, orb_mpi_gemm_plan *p, void *c)
{
    for (int i = 0; i < ORB_MOVERS; i++) {
        const orb_moving *m = &s->moving[i];
        const aligned a = {p, s, m, m->shifts};
        const orb_redistribution redistribution = redistribution_of(&a, true);

        if (is_sum(m))
            orb_redistribution_start(&redistribution, &p->post, m->buffer[m->shifts % 2], c);
    }
}

void orb_stream_returned(orb_stream *s, orb_mpi_gemm_plan *p, void *c)
{
    for (int i = 0; i < ORB_MOVERS; i++) {
        const orb_moving *m = &s->moving[i];
        const aligned a = {p, s, m, m->shifts};
        const orb_redistribution redistribution = redistribution_of(&a, true);

        if (is_sum(m))
            orb_redistribution_finish(&redistribution, &p->post, c);
    }
}

/* ---- moving ---- */

static bool is_last(const orb_moving *m)
{
    return m->shifts + 1 == m->mover->parts;
}

/* Starts the messages of a part, so that the next part arrives during the local products with this one. */
static void begin_part(const orb_stream *s, orb_mpi_gemm_plan *p, const orb_moving *m)
{
    const size_t now = m->shifts % 2;
    const int tag = m->first_tag + TAG_MOVE;

    if (is_sum(m)) {
        if (m->shifts)
            orb_post_receive(&p->post, m->first_slot + IN, m->from, tag, m->buffer[2], elements_at(s, p, m, m->shifts));
        orb_post_wait(&p->post, m->first_slot + (now ? OUT_2 : OUT)); /* the earlier sum in this buffer has been sent */
    } else if (!is_last(m)) {
        orb_post_receive(&p->post, m->first_slot + IN, m->from, tag, m->buffer[1 - now],
                         elements_at(s, p, m, m->shifts + 1));
        orb_post_send(&p->post, m->first_slot + OUT, m->to, tag, m->buffer[now], elements_at(s, p, m, m->shifts));
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
            orb_post_send(&p->post, m->first_slot + (now ? OUT_2 : OUT), m->to, m->first_tag + TAG_MOVE, m->buffer[now],
                          elements);
    } else {
        orb_post_wait(&p->post, m->first_slot + OUT);
    }
    m->shifts += !is_last(m);
}

size_t orb_stream_next(const orb_stream *s, size_t slice)
{
    size_t end = s->roles.slices;

    for (int i = 0; i < ORB_MOVERS; i++) {
        const size_t slices_per_part = s->moving[i].slices_per_part,
                     next = (slice / slices_per_part + 1) * slices_per_part;

        end = next < end ? next : end;
    }
    return end;
}

void orb_stream_begin(orb_stream *s, orb_mpi_gemm_plan *p, size_t slice)
{
    for (int i = 0; i < ORB_MOVERS; i++)
        if (slice % s->moving[i].slices_per_part == 0)
            begin_part(s, p, &s->moving[i]);
}

void orb_stream_end(orb_stream *s, orb_mpi_gemm_plan *p, size_t slice)
{
    for (int i = 0; i < ORB_MOVERS; i++)
        if (slice % s->moving[i].slices_per_part == 0)
            end_part(s, p, &s->moving[i]);
}

/* The address of the lines from a slice on in a moving operand, and its row stride. */
static void *place_of(const orb_stream *s, const orb_mpi_gemm_plan *p, const orb_moving *m, size_t slice,
                      size_t *leading)
{
    const orb_region region = orb_roles_region(&s->roles, m->mover, p->rank, m->shifts);
    const size_t first = orb_roles_slice(&s->roles, m->mover, p->rank, m->shifts);
    const size_t before = orb_roles_lines(&s->roles, first, slice - m->shifts * m->slices_per_part);

    *leading = orb_lines_count(&region.axis[1]);
    return m->buffer[m->shifts % 2] + before * (m->mover->axis ? 1 : *leading) * p->bytes;
}

void orb_stream_multiply(const orb_stream *s, orb_mpi_gemm_plan *p, size_t slice, size_t end,
                         const void *const array[2], void *c, bool add)
{
    const orb_roles *r = &s->roles;
    const orb_gemm_part *stays = &p->part[r->stays];
    const size_t from = orb_roles_slice(r, &r->mover[0], p->rank, 0);
    const size_t lines = orb_roles_lines(r, (from + slice) % r->slices, end - slice);
    const void *operand_at[3] = {array[0], array[1], c};
    size_t leading[3] = {0, 0, 0};
    void *sum = c;
    orb_gemm_local l;

    leading[r->stays] = stays->size[1];
    for (int i = 0; i < ORB_MOVERS; i++) {
        const orb_mpi_operand operand = s->moving[i].mover->operand;
        void *place = place_of(s, p, &s->moving[i], slice, &leading[operand]);

        operand_at[operand] = place;
        if (operand == ORB_MPI_C)
            sum = place;
    }
    l = (orb_gemm_local){.rows = r->stays == ORB_MPI_B ? lines : stays->size[0],
                         .columns = r->stays == ORB_MPI_A ? lines : stays->size[1],
                         .a = operand_at[ORB_MPI_A],
                         .b = operand_at[ORB_MPI_B],
                         .c = sum,
                         .lda = leading[ORB_MPI_A],
                         .ldb = leading[ORB_MPI_B],
                         .ldc = leading[ORB_MPI_C],
                         .add = add && r->stays == ORB_MPI_C};
    l.depth = r->stays == ORB_MPI_C ? lines : stays->size[r->stays == ORB_MPI_A];
    orb_gemm_multiply(p, &l);
}

/* ---- setup ---- */

static void set_moving(orb_stream *s, const orb_mpi_gemm_plan *p, int i)
{
    const int columns = (int)s->roles.columns, count = (int)s->roles.rows * columns;
    const int row = p->rank / columns, column = p->rank % columns;
    orb_moving *m = &s->moving[i];

    m->mover = &s->roles.mover[i];
    m->slices_per_part = s->roles.slices / m->mover->parts;
    m->to =
        m->mover->along_rows ? row * columns + (column + columns - 1) % columns : (p->rank + count - columns) % count;
    m->from = m->mover->along_rows ? row * columns + (column + 1) % columns : (p->rank + columns) % count;
    if (s->roles.mirrored) {
        const int to = m->to;

        m->to = m->from;
        m->from = to;
    }
}

/* Allocates buffers for the largest part of a moving operand, and for the messages of its alignment. */
static bool allocate(const orb_stream *s, const orb_mpi_gemm_plan *p, orb_moving *m)
{
    const size_t other = m->mover->other / (m->mover->along_rows ? s->roles.rows : s->roles.columns) + 1;
    const size_t lines = s->roles.lines / m->mover->parts + 2; /* two ranges, each rounded up */
    const size_t home = p->part[m->mover->operand].size[0] * p->part[m->mover->operand].size[1];
    const size_t most = other * lines > home ? other * lines : home;

    for (int b = 0; b < (is_sum(m) ? ORB_MOVER_BUFFERS : 2); b++)
        if (!(m->buffer[b] = orb_gemm_new(p, other, lines)))
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
