/* The traffic of products of matrices on a grid, counted element by element.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GRID_TRAFFIC_H
#define GRID_TRAFFIC_H

#include "matrices.h"

/* Fails unless the grid is a shape as requested and this rank's steps, messages and bytes are those of
 * docs/cluster-products.md. */
void check_grid_traffic(const scene *s, const orb_mpi_gemm_desc *desc, const orb_mpi_report *report);

#endif
