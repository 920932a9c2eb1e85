/* The order of local transforms and transpositions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Points and canonical coefficients lie with axis a divided over ring a, and the last axis whole. The last axis is
 * transformed, and transposed with the one before it in that one's ring, which is transformed then, and so on. In the
 * end axis 0 is whole, and axis a is divided over ring a-1: that is the transposed layout. The return to the
 * canonical one is the same transpositions in reverse. Rings of one rank transpose nothing, so that the axes around
 * them are transformed together. */
#include "stages.h"

#include "field.h"
#include "partition.h"

#include <string.h>

enum { LAST = ORB_MPI_AXES - 1 };

/* What is made, and the state so far. */
typedef struct making {
    const orb_mpi_desc *desc;
    orb_stage *stages;
    int count;
    orb_state state;
} making;

static bool is_half(const orb_mpi_desc *d, int axis)
{
    return d->half_axis == (uint64_t)axis + 1;
}

/* The coefficients of an axis with half a spectrum. */
static size_t half_of(const orb_mpi_desc *d, int axis)
{
    return d->n[axis] / 2 + 1;
}

static orb_stage *add(making *m, bool transposes)
{
    orb_stage *s = &m->stages[m->count++];

    *s = (orb_stage){.transposes = transposes, .before = m->state};
    return s;
}

static void transform(making *m, int axis)
{
    orb_stage *s = &m->stages[m->count - 1];

    if (m->desc->kind[axis] == ORB_IDENTITY)
        return;
    if (s->transposes)
        s = add(m, false);
    s->transforms[axis] = true;
    if (is_half(m->desc, axis))
        m->state.n[axis] = m->desc->direction == ORB_FORWARD ? half_of(m->desc, axis) : m->desc->n[axis];
}

static void transpose(making *m, int ring, int scattered, int gathered)
{
    if (m->desc->grid[ring] > 1) {
        orb_stage *s = add(m, true);

        s->ring = ring;
        s->scattered = scattered;
        s->gathered = gathered;
    }
    m->state.lay.ring[scattered] = ring;
    m->state.lay.ring[gathered] = ORB_WHOLE;
}

static orb_lay canonical(void)
{
    return (orb_lay){{0, 1, 2, ORB_WHOLE}};
}

static orb_lay transposed(void)
{
    return (orb_lay){{ORB_WHOLE, 0, 1, 2}};
}

/* From the transposed layout, in which the axes before the first one are not divided again. */
static void go_back(making *m, int first)
{
    transform(m, first);
    for (int a = first; a < LAST; a++) {
        transpose(m, a, a, a + 1);
        transform(m, a + 1);
    }
}

/* To the transposed layout. */
static void go(making *m, int first, bool transforms)
{
    for (int a = LAST; a >= first; a--) {
        if (transforms)
            transform(m, a);
        if (a > first)
            transpose(m, a - 1, a, a - 1);
    }
}

/* From the canonical layout, no further than to the first axis that is transformed, and back. An inverse with half a
 * spectrum transforms on the way back, as its half axis comes last. */
static void go_and_return(making *m)
{
    const bool backwards = m->desc->half_axis && m->desc->direction == ORB_INVERSE;
    int first = 0;

    while (first < LAST && m->desc->kind[first] == ORB_IDENTITY)
        first++;
    go(m, first, !backwards);
    if (backwards)
        go_back(m, first);
    for (int a = first; !backwards && a < LAST; a++)
        transpose(m, a, a, a + 1);
}

static bool has_fourier(const orb_mpi_desc *d, const orb_stage *s)
{
    bool fourier = false;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        fourier = fourier || (s->transforms[a] && d->kind[a] == ORB_DFT);
    return fourier;
}

/* As precise as the more precise one of the caller's elements. */
static orb_element element_of(const orb_mpi_desc *d, bool is_complex)
{
    if (orb_is_single(d->element_in) && orb_is_single(d->element_out))
        return is_complex ? ORB_C64 : ORB_F32;
    return is_complex ? ORB_C128 : ORB_F64;
}

/* Numbers become complex with the first Fourier transform, and real with the last one where the output is real: real
 * and imaginary parts go through the other transforms by themselves. A local stage at the end leaves the caller's
 * elements. */
static void set_elements(const making *m)
{
    const orb_mpi_desc *d = m->desc;
    bool is_complex = orb_is_complex(d->element_in);
    int left = 0;

    for (int i = 0; i < m->count; i++)
        left += has_fourier(d, &m->stages[i]);
    m->stages[0].before.element = d->element_in;
    for (int i = 0; i < m->count; i++) {
        const bool fourier = has_fourier(d, &m->stages[i]);

        left -= fourier;
        is_complex = (is_complex || fourier) && (orb_is_complex(d->element_out) || left);
        m->stages[i + 1].before.element = element_of(d, is_complex);
    }
    if (!m->stages[m->count - 1].transposes)
        m->stages[m->count].before.element = d->element_out;
}

int orb_stages(const orb_mpi_desc *desc, orb_stage stages[ORB_STAGES + 1])
{
    const bool skewed = desc->layout == ORB_MPI_SKEWED, forward = desc->direction == ORB_FORWARD;
    making m = {.desc = desc, .stages = stages};

    m.state.lay = skewed && !forward ? transposed() : canonical();
    memcpy(m.state.n, desc->n, sizeof m.state.n);
    for (int a = 0; a < ORB_MPI_AXES && !forward; a++)
        m.state.n[a] = is_half(desc, a) ? half_of(desc, a) : desc->n[a];
    add(&m, false);
    if (!skewed)
        go_and_return(&m);
    else if (forward)
        go(&m, 0, true);
    else
        go_back(&m, 0);
    stages[m.count] = (orb_stage){.before = m.state};
    set_elements(&m);
    return m.count;
}

orb_part orb_state_part(const orb_state *state, const orb_mpi_desc *desc, const int at[ORB_MPI_AXES])
{
    orb_part part;

    for (int a = 0; a < ORB_MPI_AXES; a++) {
        const int ring = state->lay.ring[a];

        part.size[a] = ring == ORB_WHOLE ? orb_partition(state->n[a], 1, 0, &part.start[a])
                                         : orb_partition(state->n[a], desc->grid[ring], at[ring], &part.start[a]);
    }
    return part;
}
