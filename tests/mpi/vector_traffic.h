/* The traffic of products with vectors on a grid, from the formulas of docs/cluster-products.md.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef VECTOR_TRAFFIC_H
#define VECTOR_TRAFFIC_H

#include "matrices.h"

/* Fails unless this rank's steps, messages and bytes are those of the formulas. */
void check_vector_traffic(const scene *s, const orb_mpi_gemm_desc *desc, const orb_mpi_report *report);

#endif
