/* A local stage in pieces.
 * SPDX-License-Identifier: Apache-2.0 */
#include "stage_pieces.h"

#include "checked.h"
#include "field.h"
#include "partition.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

/* More pieces hide more of the messages, but the engine takes some time to start each of them. */
enum { MOST_PIECES = 8 };

orb_status orb_pieces_create(orb_pieces **made, const orb_mpi_desc *desc, const orb_local_work *work, int last)
{
    const bool forward = desc->direction == ORB_FORWARD;
    orb_local_work piece = *work;
    orb_status status = ORB_OK;
    size_t points = 1, coefficients = 1;
    orb_pieces *p = calloc(1, sizeof *p);

    *made = p;
    if (!p)
        return ORB_NO_MEMORY;
    p->planes = work->batch;
    for (int a = 0; a < ORB_MPI_AXES; a++) {
        if (a <= last) {
            p->planes *= work->size[a];
            piece.size[a] = 1;
            continue;
        }
        points *= work->size[a];
        coefficients *=
            desc->half_axis == (uint64_t)a + 1 && work->transforms[a] ? work->size[a] / 2 + 1 : work->size[a];
    }
    p->bytes_in = (forward ? points : coefficients) * orb_element_size(work->element_in);
    p->bytes_out = (forward ? coefficients : points) * orb_element_size(work->element_out);
    p->count = (int)smaller(p->planes, MOST_PIECES);
    if (!p->count)
        return ORB_OK;
    piece.batch = orb_parts(p->planes, (size_t)p->count);
    piece.share = work->share * (double)piece.batch / (double)p->planes;
    piece.part = work->part * (double)piece.batch / (double)p->planes;
    status = orb_local_create(&p->local[0], desc, &piece);
    piece.batch = p->planes / (size_t)p->count;
    piece.share = work->share * (double)piece.batch / (double)p->planes;
    piece.part = work->part * (double)piece.batch / (double)p->planes;
    if (!status && p->planes % (size_t)p->count)
        status = orb_local_create(&p->local[1], desc, &piece);
    return status;
}

void orb_pieces_destroy(orb_pieces *p)
{
    for (int less = 0; p && less < 2; less++)
        orb_local_destroy(p->local[less]);
    free(p);
}

void orb_pieces_begin(orb_pieces *p, const void *x, void *y)
{
    p->x = x;
    p->y = y;
    p->next = 0;
    p->seconds = 0.0;
    p->status = ORB_OK;
}

/* Transforms the next pieces, as long as they start before plane `begin` and end at plane `end` or before. */
static bool run(orb_pieces *p, size_t begin, size_t end)
{
    const double now = MPI_Wtime();
    const int first = p->next;

    for (; p->next < p->count && !p->status; p->next++) {
        const size_t longer = p->planes % (size_t)p->count;
        size_t start;
        const size_t planes = orb_partition(p->planes, p->count, p->next, &start);

        if (start >= begin || start + planes > end)
            break;
        p->status = orb_local_run(p->local[longer && (size_t)p->next >= longer], p->x + start * p->bytes_in,
                                  p->y + start * p->bytes_out);
    }
    p->seconds += MPI_Wtime() - now;
    return p->next > first;
}

bool orb_pieces_produce(orb_pieces *p, size_t planes)
{
    return run(p, planes, SIZE_MAX);
}

bool orb_pieces_consume(orb_pieces *p, size_t planes)
{
    return run(p, SIZE_MAX, planes);
}
