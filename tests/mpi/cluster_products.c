/* Products of matrices in files. Each rank reads its parts of A, B and C, and writes its part of C.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_products CASES
 *
 * Line i of the file CASES describes the product of the matrices in the files i.a and i.b. The result replaces the
 * contents of i.c, or is added to them. The files have raw elements in row-major order. */
#define _POSIX_C_SOURCE 200809L
#include "matrices.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef ssize_t transfer(int file, char *element, size_t bytes, off_t at);

static ssize_t take(int file, char *element, size_t bytes, off_t at)
{
    return pread(file, element, bytes, at);
}

static ssize_t put(int file, char *element, size_t bytes, off_t at)
{
    return pwrite(file, element, bytes, at);
}

/* Copies each element of this rank's part from or to the file of the whole matrix. */
static void move_part(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *d, int number, orb_mpi_operand operand,
                      char *part, transfer *transfer)
{
    const size_t columns = operand == ORB_MPI_A ? d->k : d->n, bytes = scene_bytes(d->element);
    size_t size[2];
    char path[40];
    int file;

    snprintf(path, sizeof path, "%d.%c", number, 'a' + (int)operand);
    file = open(path, O_RDWR);
    CHECK(file >= 0 && !orb_mpi_gemm_part(plan, operand, size), "%s", path);
    for (size_t i = 0; i < size[0]; i++)
        for (size_t j = 0; j < size[1]; j++, part += bytes) {
            const size_t at =
                orb_mpi_gemm_index(plan, operand, 0, i) * columns + orb_mpi_gemm_index(plan, operand, 1, j);

            CHECK(transfer(file, part, bytes, (off_t)(at * bytes)) == (ssize_t)bytes, "%s, element %zu", path, at);
        }
    CHECK(!close(file), "%s", path);
}

static void run_case(const orb_mpi_gemm_desc *d, int number)
{
    orb_mpi_gemm_plan *plan = NULL;
    char *part[3];
    size_t size[2];

    CHECK(!orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, d), "create: %s", matrices_describe(d));
    for (int o = 0; o < 3; o++) {
        CHECK(!orb_mpi_gemm_part(plan, (orb_mpi_operand)o, size), "part");
        part[o] = scene_new(d->element, 1, (size_t[ORB_MPI_AXES]){size[0], size[1], 1, 1});
        move_part(plan, d, number, (orb_mpi_operand)o, part[o], take);
    }
    PMPI_Barrier(MPI_COMM_WORLD); /* all ranks read before any rank writes */
    CHECK(!orb_mpi_gemm(plan, part[0], part[1], part[2], NULL), "gemm: %s", matrices_describe(d));
    move_part(plan, d, number, ORB_MPI_C, part[ORB_MPI_C], put);
    for (int o = 0; o < 3; o++)
        free(part[o]);
    orb_mpi_gemm_destroy(plan);
}

/* Returns false after the last line. */
static bool read_case(FILE *file, orb_mpi_gemm_desc *d)
{
    int element, algorithm, stationary;

    *d = (orb_mpi_gemm_desc){0};
    if (fscanf(file, "%zu %zu %zu %d %d %d %zu %d %d %d %d %zu %d", &d->m, &d->n, &d->k, &element, &algorithm,
               &d->accumulate, &d->block, &d->base, &stationary, &d->grid[0], &d->grid[1], &d->panel,
               &d->both_ways) != 13)
        return false;
    d->element = (orb_element)element;
    d->algorithm = (orb_mpi_gemm_algorithm)algorithm;
    d->stationary = (orb_mpi_stationary)stationary;
    return true;
}

int main(int argc, char **argv)
{
    const scene s = scene_start(&argc, &argv);
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    orb_mpi_gemm_desc desc;
    int cases = 0;

    CHECK(file, "usage: cluster_products CASES");
    while (read_case(file, &desc))
        run_case(&desc, cases++);
    fclose(file);
    if (!s.rank)
        printf("%d cases\n", cases);
    scene_end();
    return 0;
}
