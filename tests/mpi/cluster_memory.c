/* The memory of a rank during a transform, including the caller's arrays, in units of the rank's share of the volume.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_memory N, for a Fourier transform of N x N x N complex doubles */
#include "scene.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"auto", "orbital", "cuboid", "transpose", "alltoall"};

/* Memory of this process in kB, from /proc: VmRSS is the current size, VmHWM the peak. */
static long memory(const char *name)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[128];
    long kilobytes = 0;

    CHECK(file, "/proc/self/status");
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, name, strlen(name)))
            kilobytes = strtol(line + strlen(name) + 1, NULL, 10);
    fclose(file);
    CHECK(kilobytes, "no %s", name);
    return kilobytes;
}

/* Resets the peak. */
static void forget_most(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");

    CHECK(file && fputs("5", file) >= 0 && !fclose(file), "/proc/self/clear_refs");
}

static void *array(const orb_mpi_plan *plan, orb_status box(const orb_mpi_plan *, size_t *, size_t *))
{
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    double *x;

    CHECK(!box(plan, start, size), "box");
    x = scene_new(ORB_C128, 1, size);
    for (size_t i = 0; i < 2 * scene_points(size); i++)
        x[i] = (double)(i % 7);
    return x;
}

static void measure(scene *s, size_t n, orb_mpi_algorithm algorithm, orb_mpi_layout layout, bool in_place)
{
    const orb_mpi_desc desc = {.n = {n, n, n},
                               .kind = {ORB_DFT, ORB_DFT, ORB_DFT},
                               .element_in = ORB_C128,
                               .element_out = ORB_C128,
                               .algorithm = algorithm,
                               .layout = layout};
    const double share = (double)(n * n * n * sizeof(double[2])) / s->ranks / 1024.0;
    orb_mpi_plan *plan = NULL;
    void *in, *out;
    double mine, most;
    long before;

    malloc_trim(0); /* what the measurement before this one has freed */
    before = memory("VmRSS");
    forget_most();
    CHECK(!orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &desc), "create");
    in = array(plan, orb_mpi_plan_input);
    out = in_place ? in : array(plan, orb_mpi_plan_output); /* with equal boxes */
    for (int i = 0; i < 2; i++)
        CHECK(!orb_mpi_execute(plan, in, out, NULL), "execute");
    mine = (double)(memory("VmHWM") - before) / share;
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (!s->rank)
        printf("%s%s%s: %.2f shares of %.1f MB\n", names[algorithm], layout ? ", transposed" : "",
               in_place ? ", in place" : "", most, share / 1024.0);
    orb_mpi_plan_destroy(plan);
    free(in);
    if (!in_place)
        free(out);
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int n = argc > 1 ? atoi(argv[1]) : 0;

    CHECK(n > 0 && n % s.ranks == 0, "usage: cluster_memory N, a multiple of the ranks");
    for (int in_place = 0; in_place < 2; in_place++) {
        for (int layout = ORB_MPI_CANONICAL; layout <= ORB_MPI_SKEWED; layout++) {
            measure(&s, (size_t)n, ORB_MPI_ALLTOALL, (orb_mpi_layout)layout, in_place);
            measure(&s, (size_t)n, ORB_MPI_TRANSPOSE, (orb_mpi_layout)layout, in_place);
        }
        measure(&s, (size_t)n, ORB_MPI_CUBOID, ORB_MPI_CANONICAL, in_place);
    }
    scene_end();
    return 0;
}
