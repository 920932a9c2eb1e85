/* What the tests of the traffic of products of matrices have in common.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm_traffic.h"

int traffic_range_of(size_t i, size_t n, int ranges)
{
    int range = 0;

    while (i >= (size_t)(range + 1) * n / (size_t)ranges)
        range++;
    return range;
}

void traffic_count_messages(traffic_count *count, const bool *sends, int ranks)
{
    for (int rank = 0; rank < ranks; rank++)
        count->messages += sends[rank];
}

void check_traffic_count(const traffic_count *count, const orb_mpi_gemm_desc *d, const orb_mpi_report *report)
{
    const uint64_t bytes = count->scalars * scene_bytes(d->element);

    CHECK(report->steps == count->steps && report->messages == count->messages && report->bytes == bytes,
          "%llu steps, %llu messages, %llu bytes, not %llu, %llu, %llu: %s; %s", (unsigned long long)report->steps,
          (unsigned long long)report->messages, (unsigned long long)report->bytes, (unsigned long long)count->steps,
          (unsigned long long)count->messages, (unsigned long long)bytes, matrices_describe(d), report->why);
}
