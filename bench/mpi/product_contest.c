/* Products of square matrices by orbital and by ScaLAPACK. bench/mpi/products.py calls these functions.
 * SPDX-License-Identifier: Apache-2.0 */
#include <orbital/orbital_mpi_gemm.h>

#include <stdbool.h>
#include <stdlib.h>

enum { OPERANDS = 3, DESCRIPTION = 9 };

/* The C interface of BLACS, and the Fortran interface of ScaLAPACK. */
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridinfo(int context, int *rows, int *columns, int *row, int *column);
void Cblacs_gridexit(int context);
int numroc_(const int *n, const int *block, const int *at, const int *first, const int *parts);
void descinit_(int *desc, const int *m, const int *n, const int *mb, const int *nb, const int *first_row,
               const int *first_column, const int *context, const int *leading, int *info);
typedef void pgemm(const char *ta, const char *tb, const int *m, const int *n, const int *k, const void *alpha,
                   const void *a, const int *ia, const int *ja, const int *desc_a, const void *b, const int *ib,
                   const int *jb, const int *desc_b, const void *beta, void *c, const int *ic, const int *jc,
                   const int *desc_c);
pgemm psgemm_, pdgemm_, pcgemm_, pzgemm_;

/* A plan of orbital, or a product by ScaLAPACK. In the latter, all three matrices have the same description, and are in
 * column-major order. */
typedef struct side {
    orb_mpi_gemm_plan *ours;
    orb_mpi_report report;
    orb_element element;
    int n, context, block, parts[2], at[2], desc[DESCRIPTION];
} side;

side *contest_ours(size_t n, int element, int algorithm);
side *contest_scalapack(size_t n, int element, int rows, int columns, int block);
void contest_free(side *s);
bool contest_part(const side *s, int operand, size_t size[2]);
size_t contest_index(const side *s, int operand, int axis, size_t local);
const char *contest_algorithm(int index);
const char *contest_why(const side *s);
int contest_run(side *s, const void *a, const void *b, void *c, int times);

static const struct {
    const char *name;
    orb_mpi_gemm_algorithm value;
} algorithms[] = {
    {"SYSTOLIC", ORB_MPI_GEMM_SYSTOLIC},
    {"HYPERSYSTOLIC", ORB_MPI_GEMM_HYPERSYSTOLIC},
    {"GRID", ORB_MPI_GEMM_GRID},
    {"AUTO", ORB_MPI_GEMM_AUTO},
};

/* The name of an algorithm; NULL after the last one. */
const char *contest_algorithm(int index)
{
    return index < (int)(sizeof algorithms / sizeof *algorithms) ? algorithms[index].name : NULL;
}

/* A plan of orbital. Returns NULL on failure, on all ranks. */
side *contest_ours(size_t n, int element, int algorithm)
{
    const orb_mpi_gemm_desc desc = {
        .m = n, .n = n, .k = n, .element = (orb_element)element, .algorithm = algorithms[algorithm].value};
    side *s = calloc(1, sizeof *s);

    if (s && !orb_mpi_gemm_create(&s->ours, MPI_COMM_WORLD, &desc))
        return s;
    free(s);
    return NULL;
}

/* A product by ScaLAPACK on a grid of all ranks, in square blocks. Returns NULL on failure. */
side *contest_scalapack(size_t n, int element, int rows, int columns, int block)
{
    side *s = calloc(1, sizeof *s);
    const int zero = 0;
    int leading, info = 0;

    if (!s)
        return NULL;
    s->element = (orb_element)element;
    s->n = (int)n;
    s->block = block;
    Cblacs_get(0, 0, &s->context);
    Cblacs_gridinit(&s->context, "R", rows, columns);
    Cblacs_gridinfo(s->context, &s->parts[0], &s->parts[1], &s->at[0], &s->at[1]);
    leading = numroc_(&s->n, &s->block, &s->at[0], &zero, &s->parts[0]);
    leading = leading ? leading : 1;
    descinit_(s->desc, &s->n, &s->n, &s->block, &s->block, &zero, &zero, &s->context, &leading, &info);
    if (!info)
        return s;
    contest_free(s);
    return NULL;
}

void contest_free(side *s)
{
    if (s && s->ours)
        orb_mpi_gemm_destroy(s->ours);
    else if (s)
        Cblacs_gridexit(s->context);
    free(s);
}

/* Sets the rows and columns of this rank's part. Returns whether it is in column-major order. */
bool contest_part(const side *s, int operand, size_t size[2])
{
    const int zero = 0;

    if (s->ours) {
        orb_mpi_gemm_part(s->ours, (orb_mpi_operand)operand, size);
        return false;
    }
    for (int axis = 0; axis < 2; axis++)
        size[axis] = (size_t)numroc_(&s->n, &s->block, &s->at[axis], &zero, &s->parts[axis]);
    return true;
}

size_t contest_index(const side *s, int operand, int axis, size_t local)
{
    const size_t block = (size_t)s->block;

    if (s->ours)
        return orb_mpi_gemm_index(s->ours, (orb_mpi_operand)operand, axis, local);
    return (local / block * (size_t)s->parts[axis] + (size_t)s->at[axis]) * block + local % block;
}

const char *contest_why(const side *s)
{
    return s->report.why;
}

static void run_scalapack(const side *s, const void *a, const void *b, void *c)
{
    static const float one_single[2] = {1.0F, 0.0F}, zero_single[2] = {0.0F, 0.0F};
    static const double one[2] = {1.0, 0.0}, zero[2] = {0.0, 0.0};
    pgemm *const gemm[] = {psgemm_, pdgemm_, pcgemm_, pzgemm_}; /* by orb_element */
    const bool single = s->element == ORB_F32 || s->element == ORB_C64;
    const void *alpha = single ? (const void *)one_single : one, *beta = single ? (const void *)zero_single : zero;
    const int first = 1;

    gemm[s->element]("N", "N", &s->n, &s->n, &s->n, alpha, a, &first, &first, s->desc, b, &first, &first, s->desc, beta,
                     c, &first, &first, s->desc);
}

int contest_run(side *s, const void *a, const void *b, void *c, int times)
{
    orb_status status = ORB_OK;

    for (int i = 0; i < times && !status; i++)
        if (s->ours)
            status = orb_mpi_gemm(s->ours, a, b, c, &s->report);
        else
            run_scalapack(s, a, b, c);
    return (int)status;
}
