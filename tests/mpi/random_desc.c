/* Random descriptions of transforms.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"

#include <stdbool.h>

static orb_element random_element(scene *s, bool complex)
{
    return (orb_element)(scene_below(s, 2) + (complex ? 2 : 0));
}

static void random_axis(scene *s, orb_mpi_desc *d, int a, size_t most, bool fourier)
{
    d->n[a] = 1 + scene_below(s, most);
    d->kind[a] = (orb_kind)scene_below(s, 5); /* ORB_DCT to ORB_IDENTITY */
    d->type[a] = (int)scene_below(s, 5);
    if (fourier && scene_below(s, 3))
        d->kind[a] = ORB_DFT;
    if (d->kind[a] == ORB_DWHT) {
        d->type[a] %= 3;
        for (d->n[a] = 1; 2 * d->n[a] <= most && scene_below(s, 4);)
            d->n[a] *= 2;
    }
    if (d->kind[a] == ORB_DCT && d->type[a] == 1 && d->n[a] == 1)
        d->n[a] = 2;
}

static bool on_rings(orb_mpi_algorithm algorithm)
{
    return algorithm == ORB_MPI_TRANSPOSE || algorithm == ORB_MPI_ALLTOALL || algorithm == ORB_MPI_REMAP;
}

static int axes_of(const orb_mpi_desc *d)
{
    int axes = ORB_MPI_AXES;

    while (axes > 1 && !d->n[axes - 1])
        axes--;
    return axes;
}

/* Sets one side or more of a grid that fits these ranks, or none. Algorithms on rings do not divide the last axis. */
static void random_grid(scene *s, orb_mpi_desc *d)
{
    const int sides = on_rings(d->algorithm) ? axes_of(d) - 1 : 3;
    int left = s->ranks;

    if (!scene_below(s, 3) || !sides)
        return;
    if (d->algorithm == ORB_MPI_ORBITAL) {
        int side = 1;

        while ((side + 1) * (side + 1) * (side + 1) <= left)
            side++;
        if (!scene_below(s, 4))
            side = 1 + (int)scene_below(s, (size_t)side);
        d->grid[scene_below(s, 3)] = side;
        return;
    }
    for (int a = 0, at = (int)scene_below(s, (size_t)sides); a < sides; a++, at = (at + 1) % sides) {
        d->grid[at] = a == sides - 1 && scene_below(s, 4) ? left : 1 + (int)scene_below(s, (size_t)left);
        left /= d->grid[at];
    }
}

/* Sets radices and skewing. Skewing by phases requires Fourier transforms of lengths that are multiples of the
 * ranks. */
static void random_shifts(scene *s, orb_mpi_desc *d)
{
    const int axes = axes_of(d);

    for (int i = 0; i < ORB_MPI_SHIFTS && scene_below(s, 2); i++)
        d->shift[i] = 2 + (int)scene_below(s, 4);
    d->skewing = (orb_mpi_skewing)scene_below(s, 3);
    if (d->skewing != ORB_MPI_SKEW_PHASE || !on_rings(d->algorithm))
        return;
    for (int a = 0; a < axes; a++) {
        d->grid[a] = d->grid[a] ? d->grid[a] : 1;
        d->kind[a] = ORB_DFT;
        d->n[a] = (size_t)d->grid[a] * (a ? (size_t)d->grid[a - 1] : 1) * (1 + scene_below(s, 2));
    }
}

/* Gives the last Fourier axis half a spectrum, for up to three axes, because scene_expected supports no more. */
static void random_half(scene *s, orb_mpi_desc *d)
{
    const orb_element real = random_element(s, false), complex = random_element(s, true);
    int last = -1;

    for (int a = 0; a < axes_of(d); a++)
        last = d->kind[a] == ORB_DFT ? a : last;
    if (last < 0 || !on_rings(d->algorithm) || d->n[3] || scene_below(s, 2) ||
        (d->skewing == ORB_MPI_SKEW_PHASE && d->algorithm == ORB_MPI_TRANSPOSE))
        return;
    d->half_axis = (uint64_t)last + 1;
    d->element_in = d->direction == ORB_FORWARD ? real : complex;
    d->element_out = d->direction == ORB_FORWARD ? complex : real;
}

static void random_elements(scene *s, orb_mpi_desc *d)
{
    bool has_fourier = false;

    for (int a = 0; a < axes_of(d); a++)
        has_fourier = has_fourier || d->kind[a] == ORB_DFT;
    d->element_in = random_element(s, (has_fourier && scene_below(s, 4)) || !scene_below(s, 4));
    d->element_out = random_element(s, true);
    if (d->direction == ORB_INVERSE ? has_fourier || !scene_is_complex(d->element_in)
                                    : !has_fourier && !scene_is_complex(d->element_in))
        d->element_out = random_element(s, !scene_below(s, 3));
}

orb_mpi_desc scene_desc(scene *s, size_t most)
{
    static const orb_mpi_algorithm algorithms[] = {ORB_MPI_AUTO,      ORB_MPI_ORBITAL,   ORB_MPI_CUBOID,
                                                   ORB_MPI_TRANSPOSE, ORB_MPI_TRANSPOSE, ORB_MPI_TRANSPOSE,
                                                   ORB_MPI_ALLTOALL,  ORB_MPI_REMAP};
    const bool fourier = scene_below(s, 2), inverse = scene_below(s, 2);
    orb_mpi_desc d = {.direction = inverse ? ORB_INVERSE : ORB_FORWARD};
    int axes = 3;

    d.algorithm = algorithms[scene_below(s, sizeof algorithms / sizeof *algorithms)];
    if (!scene_below(s, 5))
        axes = 1 + (int)scene_below(s, 2);
    else if (on_rings(d.algorithm) && !scene_below(s, 3))
        axes = 4;
    for (int a = 0; a < ORB_MPI_AXES; a++) { /* also members of missing axes, which are ignored */
        random_axis(s, &d, a, axes == 4 && most > 5 ? 5 : most, fourier);
        d.n[a] = a < axes ? d.n[a] : 0;
    }
    d.norm = (orb_norm)scene_below(s, 3);
    d.batch = scene_below(s, 4);
    d.layout = scene_below(s, 2) ? ORB_MPI_SKEWED : ORB_MPI_CANONICAL;
    random_grid(s, &d);
    random_shifts(s, &d);
    random_elements(s, &d);
    random_half(s, &d);
    d.own_status = scene_below(s, 2);
    return d;
}
