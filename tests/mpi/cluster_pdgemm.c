/* Random products of matrices, compared with psgemm, pdgemm, pcgemm and pzgemm of ScaLAPACK on the same arrays.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_pdgemm CASES LONGEST-AXIS */
#include "matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The C interface of BLACS, and the Fortran interface of ScaLAPACK. */
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridexit(int context);
void descinit_(int *desc, const int *m, const int *n, const int *mb, const int *nb, const int *first_row,
               const int *first_column, const int *context, const int *leading, int *info);
typedef void pgemm(const char *ta, const char *tb, const int *m, const int *n, const int *k, const void *alpha,
                   const void *a, const int *ia, const int *ja, const int *desc_a, const void *b, const int *ib,
                   const int *jb, const int *desc_b, const void *beta, void *c, const int *ic, const int *jc,
                   const int *desc_c);
pgemm psgemm_, pdgemm_, pcgemm_, pzgemm_;

enum { DESCRIPTION = 9 };

/* Describes the transposed matrix, columns x rows in column-major order; its columns are distributed in blocks. */
static void describe(int context, size_t rows, size_t columns, size_t block, int desc[DESCRIPTION])
{
    const int m = (int)columns, n = (int)rows, nb = (int)block, zero = 0;
    int info = 0;

    descinit_(desc, &m, &n, &m, &nb, &zero, &zero, &context, &m, &info);
    CHECK(!info, "descinit: %d", info);
}

/* C' = B' * A' (+ C') */
static void scalapack(int context, const orb_mpi_gemm_desc *d, const void *a, const void *b, void *c)
{
    const int m = (int)d->n, n = (int)d->m, k = (int)d->k, one = 1;
    const double beta = d->accumulate ? 1.0 : 0.0;
    const float single[2][2] = {{1.0F, 0.0F}, {(float)beta, 0.0F}};
    const double numbers[2][2] = {{1.0, 0.0}, {beta, 0.0}};
    const void *factor[2] = {numbers[0], numbers[1]};
    pgemm *const gemm[] = {psgemm_, pdgemm_, pcgemm_, pzgemm_}; /* by orb_element */
    int desc[3][DESCRIPTION];

    for (int i = 0; i < 2 && scene_is_single(d->element); i++)
        factor[i] = single[i];
    describe(context, d->m, d->k, d->block, desc[0]);
    describe(context, d->k, d->n, d->block, desc[1]);
    describe(context, d->m, d->n, d->block, desc[2]);
    gemm[d->element]("N", "N", &m, &n, &k, factor[0], b, &one, &one, desc[1], a, &one, &one, desc[0], factor[1], c,
                     &one, &one, desc[2]);
}

/* Random numbers, different on each rank. */
static void *random_part(scene *s, const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *d, orb_mpi_operand operand)
{
    size_t size[2];

    CHECK(!orb_mpi_gemm_part(plan, operand, size), "part");
    return scene_volumes(s, d->element, 1, (size_t[ORB_MPI_AXES]){size[0], size[1], 1, 1});
}

/* Number i of an array. A complex element is two numbers. */
static double at(const orb_mpi_gemm_desc *d, const void *x, size_t i)
{
    return scene_is_single(d->element) ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

static void check_case(scene *s, scene *own, int context, size_t most)
{
    const orb_mpi_gemm_desc d = {.m = 1 + scene_below(s, most),
                                 .n = 1 + scene_below(s, most),
                                 .k = 1 + scene_below(s, most),
                                 .element = (orb_element)scene_below(s, 4),
                                 .algorithm = scene_below(s, 3) ? ORB_MPI_GEMM_HYPERSYSTOLIC : ORB_MPI_GEMM_SYSTOLIC,
                                 .accumulate = (int)scene_below(s, 2),
                                 .block = 1 + scene_below(s, 9)};
    const double bound = (scene_is_single(d.element) ? 2e-6 : 2e-15) * (double)(d.k + 1);
    orb_mpi_gemm_plan *plan = NULL;
    void *a, *b, *c, *requested;
    size_t size[2];

    CHECK(!orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &d), "create: %s", matrices_describe(&d));
    a = random_part(own, plan, &d, ORB_MPI_A);
    b = random_part(own, plan, &d, ORB_MPI_B);
    c = random_part(own, plan, &d, ORB_MPI_C);
    CHECK(!orb_mpi_gemm_part(plan, ORB_MPI_C, size), "part");
    requested = scene_new(d.element, 1, (size_t[ORB_MPI_AXES]){size[0], size[1], 1, 1});
    memcpy(requested, c, size[0] * size[1] * scene_bytes(d.element));
    scalapack(context, &d, a, b, requested);
    CHECK(!orb_mpi_gemm(plan, a, b, c, NULL), "gemm: %s", matrices_describe(&d));
    for (size_t i = 0; i < size[0] * size[1] * (scene_is_complex(d.element) ? 2 : 1); i++)
        CHECK(fabs(at(&d, c, i) - at(&d, requested, i)) <= bound, "number %zu is %g, not %g: %s", i, at(&d, c, i),
              at(&d, requested, i), matrices_describe(&d));
    orb_mpi_gemm_destroy(plan);
    free(a);
    free(b);
    free(c);
    free(requested);
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv), own = s;
    const int cases = argc > 1 ? atoi(argv[1]) : 0, most = argc > 2 ? atoi(argv[2]) : 0;
    int context = 0;

    CHECK(cases > 0 && most > 0, "usage: cluster_pdgemm CASES LONGEST-AXIS");
    own.seed += (uint64_t)s.rank * UINT64_C(0x123456789);
    Cblacs_get(0, 0, &context);
    Cblacs_gridinit(&context, "R", 1, s.ranks);
    for (int i = 0; i < cases; i++)
        check_case(&s, &own, context, (size_t)most);
    Cblacs_gridexit(context);
    if (!s.rank)
        printf("%d cases\n", cases);
    scene_end();
    return 0;
}
