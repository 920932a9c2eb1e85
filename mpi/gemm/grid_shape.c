/* The shape of a process grid for a product of matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "grid_shape.h"

#include <stdbool.h>

/* Do the given sides allow this number of rows? Also sets the number of columns that belongs to it. */
static bool allows(const int given[2], size_t ranks, size_t rows, size_t *columns)
{
    *columns = given[1] ? (size_t)given[1] : ranks / rows;
    if (rows * *columns > ranks)
        return false;
    if (given[0])
        return rows == (size_t)given[0];
    return given[1] ? rows == ranks / *columns : ranks % rows == 0;
}

void orb_grid_shape(const int given[2], size_t ranks, int nth, orb_grid_cost cost, const void *context, size_t shape[2])
{
    double least = 0.0, before = 0.0; /* costs of shape number i, and of the one before it */
    size_t rows_before;

    shape[0] = shape[1] = 0;
    for (int i = 0; i <= nth; i++) {
        before = least;
        rows_before = shape[0];
        if (i && !rows_before)
            return;
        shape[0] = shape[1] = 0;
        for (size_t rows = 1, columns; rows <= ranks; rows++) {
            double now;

            if (!allows(given, ranks, rows, &columns))
                continue;
            now = cost(context, rows, columns);
            if (i && (now < before || (now <= before && rows <= rows_before)))
                continue;
            if (!shape[0] || now < least) {
                shape[0] = rows;
                shape[1] = columns;
                least = now;
            }
        }
    }
}
