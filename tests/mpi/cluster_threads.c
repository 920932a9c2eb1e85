/* All algorithms use as many threads as the plan requests. Local transforms give the same results bit for bit, and
 * products of blocks the same except for rounding errors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_threads N, for volumes of N x N x N points */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "scene.h"

#include <cblas.h>

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The products of an execution, and with how many threads the BLAS computed them. */
static struct {
    int calls, least, most;
} products;

/* Takes the place of the function of the BLAS, and calls it. */
void cblas_zgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_is, CBLAS_TRANSPOSE b_is, blasint m, blasint n, blasint k,
                 const void *alpha, const void *a, blasint lda, const void *b, blasint ldb, const void *beta, void *c,
                 blasint ldc)
{
    static __typeof__(&cblas_zgemm) zgemm;
    const int threads = openblas_get_num_threads();

    if (!zgemm)
        *(void **)&zgemm = dlsym(RTLD_NEXT, "cblas_zgemm");
    CHECK(zgemm, "cblas_zgemm");
    products.least = !products.calls || threads < products.least ? threads : products.least;
    products.most = threads > products.most ? threads : products.most;
    products.calls++;
    zgemm(order, a_is, b_is, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

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

static double *transform(scene *s, orb_mpi_desc d, uint64_t threads, size_t *numbers)
{
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    orb_mpi_plan *plan = NULL;
    void *whole = scene_volumes(s, d.element_in, 1, scene_complete(&d).n), *in, *out;

    d.threads = threads;
    memset(&products, 0, sizeof products);
    CHECK(!orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &d), "create");
    CHECK(!orb_mpi_plan_input(plan, start, size), "input");
    in = scene_cut(d.element_in, 1, scene_complete(&d).n, start, size, whole);
    CHECK(!orb_mpi_plan_output(plan, start, size), "output");
    out = scene_new(d.element_out, 1, size);
    *numbers = scene_points(size) * 2;
    CHECK(!orb_mpi_execute(plan, in, out, NULL), "execute");
    CHECK(!orb_mpi_plan_desc(plan, &d) && d.threads == (threads ? threads : 1), "%d threads", (int)d.threads);
    orb_mpi_plan_destroy(plan);
    free(whole);
    free(in);
    return out;
}

/* The rank's products, if it has some, are to be computed with so many threads. */
static void check_products(bool requested, int threads)
{
    CHECK(requested == (products.calls > 0), "%d products", products.calls);
    CHECK(!requested || (products.least == threads && products.most == threads), "products with %d to %d threads",
          products.least, products.most);
}

static void check_algorithm(const scene *s, orb_mpi_desc desc, int threads, int before)
{
    const bool exact = desc.algorithm != ORB_MPI_CUBOID && desc.algorithm != ORB_MPI_ORBITAL;
    scene once = *s, again = *s;
    size_t numbers, same;
    double *one = transform(&once, desc, 0, &numbers), *several, largest = 0.0, apart = 0.0;
    const bool multiplies = !exact && numbers > 0;

    check_products(multiplies, 1);
    several = transform(&again, desc, (uint64_t)threads, &same);
    check_products(multiplies, threads);
    if (desc.algorithm != ORB_MPI_ORBITAL) /* which has no local transforms */
        CHECK(threads_now() == before + threads - 1, "%d threads, not %d more than %d", threads_now(), threads - 1,
              before);
    CHECK(numbers == same, "other boxes");
    for (size_t i = 0; i < numbers; i++) {
        largest = fmax(largest, fabs(one[i]));
        if (!(fabs(one[i] - several[i]) <= apart))
            apart = fabs(one[i] - several[i]);
    }
    CHECK(apart <= (exact ? 0.0 : 1e-13 * largest), "algorithm %d: results differ by %g", (int)desc.algorithm, apart);
    free(one);
    free(several);
}

int main(int argc, char **argv)
{
    /* More threads each time, because the team of OpenMP then grows by those of the plan. */
    static const orb_mpi_algorithm algorithms[] = {ORB_MPI_ALLTOALL, ORB_MPI_TRANSPOSE, ORB_MPI_REMAP, ORB_MPI_CUBOID,
                                                   ORB_MPI_ORBITAL};
    enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };
    const scene s = scene_start(&argc, &argv);
    const size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 0;
    orb_mpi_desc desc = {
        .n = {n, n, n}, .kind = {ORB_DFT, ORB_DFT, ORB_DFT}, .element_in = ORB_C128, .element_out = ORB_C128};
    size_t numbers;
    int before;

    CHECK(n > 0, "usage: cluster_threads N");
    openblas_set_num_threads(ALGORITHMS + 1); /* its threads remain, so that plans start no more of them */
    before = threads_now();
    desc.algorithm = ORB_MPI_ALLTOALL;
    free(transform(&(scene){.comm = s.comm, .rank = s.rank, .ranks = s.ranks, .seed = s.seed}, desc, 0, &numbers));
    CHECK(threads_now() == before, "%d threads, not %d", threads_now(), before);
    for (int i = 0; i < ALGORITHMS; i++) {
        desc.algorithm = algorithms[i];
        check_algorithm(&s, desc, i + 2, before);
    }
    if (!s.rank)
        printf("%d algorithms, the same results with more threads\n", ALGORITHMS);
    scene_end();
    return 0;
}
