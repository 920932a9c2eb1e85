/* The shape of a process grid for a product of matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_GRID_SHAPE_H
#define ORB_GRID_SHAPE_H

#include <stddef.h>

/* The cost of a shape. */
typedef double (*orb_grid_cost)(const void *context, size_t rows, size_t columns);

/* Sets the shape in place `nth`, in the order of cost, lowest first. given: sides that are fixed, or 0. A shape uses
 * all ranks, or as many as a given side allows. Sets both sides to 0 if there are not so many shapes. */
void orb_grid_shape(const int given[2], size_t ranks, int nth, orb_grid_cost cost, const void *context,
                    size_t shape[2]);

#endif
