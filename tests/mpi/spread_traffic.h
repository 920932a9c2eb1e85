/* The traffic of products on a grid without cyclic shifts, counted element by element.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SPREAD_TRAFFIC_H
#define SPREAD_TRAFFIC_H

#include "matrices.h"

/* Fails unless the grid is as requested, and this rank's steps, messages and bytes are those of
 * docs/cluster-products.md. */
void check_spread_traffic(const scene *s, const orb_mpi_gemm_desc *desc, const orb_mpi_report *report);

#endif
