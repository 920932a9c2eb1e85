/* Completes and checks the description of a plan.
 * SPDX-License-Identifier: Apache-2.0 */
#include "required.h"

#include "desc.h"
#include "field.h"
#include "matrix.h"

#include <string.h>

enum { MOST_THREADS = 1024 }; /* the same as for cpu:threads= */

int orb_required_axes(const orb_mpi_desc *d)
{
    int axes = 0;

    while (axes < ORB_MPI_AXES && d->n[axes])
        axes++;
    for (int a = axes; a < ORB_MPI_AXES; a++)
        if (d->n[a])
            return 0;
    return axes;
}

orb_mpi_desc orb_required_complete(const orb_mpi_desc *d)
{
    orb_mpi_desc complete = *d;

    for (int a = orb_required_axes(d); a < ORB_MPI_AXES; a++) {
        complete.n[a] = 1;
        complete.kind[a] = ORB_IDENTITY;
        complete.type[a] = 0;
    }
    complete.batch = d->batch ? d->batch : 1;
    complete.threads = d->threads ? d->threads : 1;
    return complete;
}

bool orb_required_has_fourier(const orb_mpi_desc *d)
{
    bool fourier = false;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        fourier = fourier || d->kind[a] == ORB_DFT;
    return fourier;
}

orb_plan_desc orb_required_words(const orb_mpi_desc *d)
{
    orb_plan_desc desc = {
        .norm = d->norm, .element_in = d->element_in, .element_out = d->element_out, .direction = d->direction};

    memcpy(desc.n, d->n, sizeof desc.n);
    memcpy(desc.kind, d->kind, sizeof desc.kind);
    memcpy(desc.type, d->type, sizeof desc.type);
    return desc;
}

/* Checks skewing and radices, also for algorithms that ignore them. */
static bool shifts_valid(const orb_mpi_desc *d)
{
    bool valid =
        d->skewing == ORB_MPI_SKEW_INDEXED || d->skewing == ORB_MPI_SKEW_LOG || d->skewing == ORB_MPI_SKEW_PHASE;

    for (int i = 0; i < ORB_MPI_SHIFTS; i++)
        valid = valid && (d->shift[i] >= 2 || (d->shift[i] == 0 && (i == ORB_MPI_SHIFTS - 1 || !d->shift[i + 1])));
    return valid;
}

/* The half axis must be the last Fourier axis, so that a forward plan transforms it before the others. */
static bool half_valid(const orb_mpi_desc *d)
{
    const bool forward = d->direction == ORB_FORWARD;
    const size_t axis = (size_t)d->half_axis - 1;
    bool valid = !orb_is_complex(forward ? d->element_in : d->element_out) &&
                 orb_is_complex(forward ? d->element_out : d->element_in) && axis < ORB_MPI_AXES &&
                 d->kind[axis < ORB_MPI_AXES ? axis : 0] == ORB_DFT;

    for (size_t a = axis + 1; valid && a < ORB_MPI_AXES; a++)
        valid = d->kind[a] != ORB_DFT;
    return valid || !d->half_axis;
}

orb_status orb_required_check(const orb_mpi_desc *d, int axes)
{
    orb_plan_desc words = orb_required_words(d);

    if (orb_required_has_fourier(d))
        words.kind[0] = ORB_DFT; /* the rules for element types are the same for any Fourier axis */
    if (orb_desc_check(&words) || (d->layout != ORB_MPI_CANONICAL && d->layout != ORB_MPI_SKEWED) || !shifts_valid(d) ||
        !half_valid(d) || d->threads > MOST_THREADS || d->own_status > 1)
        return ORB_INVALID;
    for (size_t i = 0; i < sizeof d->reserved / sizeof *d->reserved; i++)
        if (d->reserved[i])
            return ORB_INVALID;
    for (int a = 0; a < ORB_MPI_AXES; a++)
        if (d->kind[a] == ORB_MATRIX || d->grid[a] < 0 ||
            (a >= axes && (d->n[a] != 1 || d->kind[a] != ORB_IDENTITY || d->grid[a] > 1)))
            return ORB_INVALID;
    for (int a = 0; a < ORB_MPI_AXES; a++) {
        int type = d->type[a];
        const orb_status status = orb_kind_check(d->kind[a], &type, d->n[a]);

        if (status)
            return status;
    }
    return ORB_OK;
}
