/* What the tests of the traffic of products of matrices have in common.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GEMM_TRAFFIC_H
#define GEMM_TRAFFIC_H

#include "matrices.h"

/* What a rank has to do and to send. */
typedef struct traffic_count {
    uint64_t steps, messages, scalars;
} traffic_count;

/* The range that contains element i, if n elements are divided into so many ranges. */
int traffic_range_of(size_t i, size_t n, int ranges);

/* Counts a message to each rank that this rank sends to. */
void traffic_count_messages(traffic_count *count, const bool *sends, int ranks);

/* Fails unless the report has these numbers. */
void check_traffic_count(const traffic_count *count, const orb_mpi_gemm_desc *desc, const orb_mpi_report *report);

#endif
