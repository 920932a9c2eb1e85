/* Rows and columns of ranks for a product of matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_GRID_SHAPE_H
#define ORB_GRID_SHAPE_H

#include <stddef.h>

/* What a shape costs. */
typedef double (*orb_grid_cost)(const void *of, size_t rows, size_t columns);

/* Number nth of all shapes, the cheapest first: all ranks are used, unless a side is given (0: not) that does not
 * divide them. Both are 0 if there is none. */
void orb_grid_shape(const int given[2], size_t ranks, int nth, orb_grid_cost cost, const void *of, size_t shape[2]);

#endif
