/* The traffic of products of matrices on a ring, by the formulas of docs/cluster-products.md.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RING_TRAFFIC_H
#define RING_TRAFFIC_H

#include "matrices.h"

/* Fails unless this rank's steps, messages and bytes agree with the formulas. */
void check_ring_traffic(const scene *s, const orb_mpi_gemm_desc *desc, const orb_mpi_report *report);

/* The columns of a panel of B and C, for a base or so many strides back. */
size_t ring_width(const scene *s, const orb_mpi_gemm_desc *desc, size_t backs);

#endif
