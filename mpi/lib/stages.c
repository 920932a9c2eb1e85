/* The sequence of local transforms and transpositions of the transpose algorithm.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In the canonical layout, axis a is divided over ring a, and the last axis is whole. The last axis is transformed, and
 * transposed with the axis before it within the ring of that axis. Then that axis is whole and is transformed, and so
 * on. In the end, axis 0 is whole, and axis a is divided over ring a-1: this is the transposed layout. The same
 * transpositions in reverse order lead back to the canonical layout. Rings of one rank need no transposition, so that
 * the two axes of such a ring are transformed together. Transpositions without transforms in between are one remapping
 * in ORB_MPI_REMAP, which sends each number once. */
#include "stages.h"

#include "field.h"
#include "partition.h"

#include <string.h>

enum { LAST = ORB_MPI_AXES - 1 };

/* The stages so far, and the state after them. */
typedef struct builder {
    const orb_mpi_desc *desc;
    orb_stage *stages;
    int count;
    orb_state state;
} builder;

static bool is_half(const orb_mpi_desc *d, int axis)
{
    return d->half_axis == (uint64_t)axis + 1;
}

static size_t half_of(const orb_mpi_desc *d, int axis)
{
    return d->n[axis] / 2 + 1;
}

static orb_stage *add(builder *b, bool transposes)
{
    orb_stage *s = &b->stages[b->count++];

    *s = (orb_stage){.transposes = transposes, .before = b->state};
    return s;
}

static void transform(builder *b, int axis)
{
    orb_stage *s = &b->stages[b->count - 1];

    if (b->desc->kind[axis] == ORB_IDENTITY)
        return;
    if (s->transposes)
        s = add(b, false);
    s->transforms[axis] = true;
    if (is_half(b->desc, axis))
        b->state.n[axis] = b->desc->direction == ORB_FORWARD ? half_of(b->desc, axis) : b->desc->n[axis];
}

static void transpose(builder *b, int ring, int scattered, int gathered)
{
    if (b->desc->grid[ring] > 1) {
        orb_stage *s = add(b, true);

        s->ring = ring;
        s->scattered = scattered;
        s->gathered = gathered;
    }
    b->state.layout.ring[scattered] = ring;
    b->state.layout.ring[gathered] = ORB_WHOLE;
}

static orb_layout canonical(void)
{
    return (orb_layout){{0, 1, 2, ORB_WHOLE}};
}

static orb_layout transposed(void)
{
    return (orb_layout){{ORB_WHOLE, 0, 1, 2}};
}

/* From the transposed layout to the canonical one, with transforms. Axes before `first` keep their layout. */
static void to_canonical(builder *b, int first)
{
    transform(b, first);
    for (int a = first; a < LAST; a++) {
        transpose(b, a, a, a + 1);
        transform(b, a + 1);
    }
}

/* From the canonical layout to the transposed one, with or without transforms. Axes before `first` keep their
 * layout. */
static void to_transposed(builder *b, int first, bool transforms)
{
    for (int a = LAST; a >= first; a--) {
        if (transforms)
            transform(b, a);
        if (a > first)
            transpose(b, a - 1, a, a - 1);
    }
}

/* The first axis that is transformed. */
static int first_of(const orb_mpi_desc *d)
{
    int first = 0;

    while (first < LAST && d->kind[first] == ORB_IDENTITY)
        first++;
    return first;
}

bool orb_stages_remap(const orb_mpi_desc *d)
{
    int rings = 0;

    for (int r = first_of(d); r < LAST; r++)
        rings += d->grid[r] > 1;
    return d->algorithm == ORB_MPI_REMAP && d->layout == ORB_MPI_CANONICAL && rings > 1;
}

/* All transpositions from one axis to another one at once. */
static void remap(builder *b, int scattered, int gathered)
{
    const bool returns = scattered < gathered;
    const int first = returns ? scattered : gathered;
    orb_stage *s = add(b, true);

    s->remaps = true;
    s->scattered = scattered;
    s->gathered = gathered;
    for (int a = first; a < LAST; a++)
        b->state.layout.ring[returns ? a : a + 1] = a;
    b->state.layout.ring[gathered] = ORB_WHOLE;
}

/* From the canonical layout to the first axis that is transformed, and back. An inverse with half a spectrum transforms
 * on the way back, because its half axis, which is the last Fourier axis, must be transformed after all others. */
static void there_and_back(builder *b)
{
    const bool on_return = b->desc->half_axis && b->desc->direction == ORB_INVERSE;
    const bool remaps = orb_stages_remap(b->desc);
    const int first = first_of(b->desc);

    if (on_return && remaps)
        remap(b, LAST, first);
    else
        to_transposed(b, first, !on_return);
    if (on_return)
        to_canonical(b, first);
    else if (remaps)
        remap(b, first, LAST);
    else
        for (int a = first; a < LAST; a++)
            transpose(b, a, a, a + 1);
}

static bool has_fourier(const orb_mpi_desc *d, const orb_stage *s)
{
    bool fourier = false;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        fourier = fourier || (s->transforms[a] && d->kind[a] == ORB_DFT);
    return fourier;
}

/* Real or complex, in the higher precision of the caller's two element types. */
static orb_element element_of(const orb_mpi_desc *d, bool is_complex)
{
    if (orb_is_single(d->element_in) && orb_is_single(d->element_out))
        return is_complex ? ORB_C64 : ORB_F32;
    return is_complex ? ORB_C128 : ORB_F64;
}

/* Chooses the element type before each stage. Numbers become complex with the first Fourier transform. If the output is
 * real, they become real with the last one, because the other transforms treat real and imaginary parts separately. If
 * the last stage is local, its results have the type of the output. */
static void set_elements(const builder *b)
{
    const orb_mpi_desc *d = b->desc;
    bool is_complex = orb_is_complex(d->element_in);
    int left = 0;

    for (int i = 0; i < b->count; i++)
        left += has_fourier(d, &b->stages[i]);
    b->stages[0].before.element = d->element_in;
    for (int i = 0; i < b->count; i++) {
        const bool fourier = has_fourier(d, &b->stages[i]);

        left -= fourier;
        is_complex = (is_complex || fourier) && (orb_is_complex(d->element_out) || left);
        b->stages[i + 1].before.element = element_of(d, is_complex);
    }
    if (!b->stages[b->count - 1].transposes)
        b->stages[b->count].before.element = d->element_out;
}

int orb_stages(const orb_mpi_desc *desc, orb_stage stages[ORB_STAGES + 1])
{
    const bool skewed = desc->layout == ORB_MPI_SKEWED, forward = desc->direction == ORB_FORWARD;
    builder b = {.desc = desc, .stages = stages};

    b.state.layout = skewed && !forward ? transposed() : canonical();
    memcpy(b.state.n, desc->n, sizeof b.state.n);
    for (int a = 0; a < ORB_MPI_AXES && !forward; a++)
        b.state.n[a] = is_half(desc, a) ? half_of(desc, a) : desc->n[a];
    add(&b, false);
    if (!skewed)
        there_and_back(&b);
    else if (forward)
        to_transposed(&b, 0, true);
    else
        to_canonical(&b, 0);
    stages[b.count] = (orb_stage){.before = b.state};
    set_elements(&b);
    return b.count;
}

orb_part orb_state_part(const orb_state *state, const orb_mpi_desc *desc, const int at[ORB_MPI_AXES])
{
    orb_part part;

    for (int a = 0; a < ORB_MPI_AXES; a++) {
        const int ring = state->layout.ring[a];

        part.size[a] = ring == ORB_WHOLE ? orb_partition(state->n[a], 1, 0, &part.start[a])
                                         : orb_partition(state->n[a], desc->grid[ring], at[ring], &part.start[a]);
    }
    return part;
}
