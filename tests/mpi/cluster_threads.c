/* A rank uses as many threads as the plan requests, and the results are the same bit for bit.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_threads N, for volumes of N x N x N points */
#include "scene.h"

#include <cblas.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Threads of this process, from /proc. */
static int threads_now(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[128];
    int threads = 0;

    CHECK(file, "/proc/self/status");
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, "Threads:", 8))
            threads = atoi(line + 8);
    fclose(file);
    return threads;
}

static void *transform(scene *s, orb_mpi_desc d, uint64_t threads, size_t *bytes)
{
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    orb_mpi_plan *plan = NULL;
    void *whole = scene_volumes(s, d.element_in, 1, scene_complete(&d).n), *in, *out;

    d.threads = threads;
    CHECK(!orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &d), "create");
    CHECK(!orb_mpi_plan_input(plan, start, size), "input");
    in = scene_cut(d.element_in, 1, scene_complete(&d).n, start, size, whole);
    CHECK(!orb_mpi_plan_output(plan, start, size), "output");
    out = scene_new(d.element_out, 1, size);
    *bytes = scene_points(size) * scene_bytes(d.element_out);
    CHECK(!orb_mpi_execute(plan, in, out, NULL), "execute");
    CHECK(!orb_mpi_plan_desc(plan, &d) && d.threads == (threads ? threads : 1), "%d threads", (int)d.threads);
    orb_mpi_plan_destroy(plan);
    free(whole);
    free(in);
    return out;
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv), again = s;
    const size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 0;
    const orb_mpi_desc desc = {.n = {n, n, n},
                               .kind = {ORB_DFT, ORB_DFT, ORB_DFT},
                               .element_in = ORB_C128,
                               .element_out = ORB_C128,
                               .algorithm = ORB_MPI_ALLTOALL};
    size_t bytes, same;
    void *one, *three;
    int before;

    CHECK(n > 0, "usage: cluster_threads N");
    openblas_set_num_threads(3); /* its threads remain, so that plans start no more of them */
    before = threads_now();
    one = transform(&s, desc, 0, &bytes);
    CHECK(threads_now() == before, "%d threads, not %d", threads_now(), before);
    three = transform(&again, desc, 3, &same);
    CHECK(threads_now() == before + 2, "%d threads, not 2 more than %d", threads_now(), before);
    CHECK(bytes == same && !memcmp(one, three, bytes), "other results");
    free(one);
    free(three);
    if (!s.rank)
        printf("three threads, the same results\n");
    scene_end();
    return 0;
}
