/* Products of matrices in a simulation, and their expected results.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A and B are outer products of two vectors, so C is one, too, times a factor. Each rank compares each of its
 * elements. */
#include "case.h"
#include "field.h"
#include "work.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPERANDS = 3 };

/* The vector along an axis of an operand. A and B have different vectors along their common axis. */
static unsigned vector_of(int operand, int axis)
{
    static const unsigned vectors[OPERANDS][2] = {{100, 101}, {102, 103}, {100, 103}};

    return vectors[operand][axis];
}

typedef struct matrix {
    size_t size[2];
    void *array;
} matrix;

/* A number of a vector. Imaginary parts come from another vector. */
static double complex number_of(orb_element element, unsigned vector, size_t at)
{
    enum { IMAGINARY = 1000 };

    return sim_number(vector, at) + (orb_is_complex(element) ? sim_number(vector + IMAGINARY, at) * I : 0.0);
}

static double complex element_of(const orb_mpi_gemm_plan *plan, orb_element element, int operand, size_t row,
                                 size_t column)
{
    const orb_mpi_operand o = (orb_mpi_operand)operand;

    return number_of(element, vector_of(operand, 0), orb_mpi_gemm_index(plan, o, 0, row)) *
           number_of(element, vector_of(operand, 1), orb_mpi_gemm_index(plan, o, 1, column));
}

/* Write and read element number `index` of an array. */
static void put(orb_element element, void *array, size_t index, double complex value)
{
    const double parts[2] = {creal(value), cimag(value)};
    const size_t count = orb_is_complex(element) ? 2 : 1;

    for (size_t i = 0; i < count; i++)
        if (orb_is_single(element))
            ((float *)array)[index * count + i] = (float)parts[i];
        else
            ((double *)array)[index * count + i] = parts[i];
}

static double complex get(orb_element element, const void *array, size_t index)
{
    const size_t count = orb_is_complex(element) ? 2 : 1;
    double parts[2] = {0.0, 0.0};

    for (size_t i = 0; i < count; i++)
        parts[i] = orb_is_single(element) ? (double)((const float *)array)[index * count + i]
                                          : ((const double *)array)[index * count + i];
    return parts[0] + parts[1] * I;
}

static void fill(const orb_mpi_gemm_plan *plan, orb_element element, int operand, const matrix *m)
{
    size_t index = 0;

    for (size_t row = 0; row < m->size[0]; row++)
        for (size_t column = 0; column < m->size[1]; column++, index++)
            put(element, m->array, index, element_of(plan, element, operand, row, column));
}

static double compare(const sim_case *c, const orb_mpi_gemm_plan *plan, const matrix *m)
{
    const orb_element element = c->gemm.element;
    double largest = 0.0, difference = 0.0;
    double complex factor = 0.0;
    size_t index = 0;

    for (size_t i = 0; i < c->gemm.k; i++)
        factor += number_of(element, vector_of(ORB_MPI_A, 1), i) * number_of(element, vector_of(ORB_MPI_B, 0), i);
    for (size_t row = 0; row < m->size[0]; row++)
        for (size_t column = 0; column < m->size[1]; column++, index++) {
            const double complex requested = factor * element_of(plan, element, ORB_MPI_C, row, column);
            const double apart = cabs(get(element, m->array, index) - requested);

            largest = fmax(largest, cabs(requested));
            if (!(apart <= difference)) /* also true for NaN, which counts as infinite */
                difference = isnan(apart) ? INFINITY : apart;
        }
    return difference / (largest > 0.0 ? largest : 1.0);
}

static orb_status execute(orb_mpi_gemm_plan *plan, const matrix m[OPERANDS], sim_result *result)
{
    orb_mpi_report report;
    const orb_status status = orb_mpi_gemm(plan, m[ORB_MPI_A].array, m[ORB_MPI_B].array, m[ORB_MPI_C].array, &report);

    if (!status)
        sim_result_take(result, &report);
    return status;
}

static orb_status run_plan(const sim_case *c, MPI_Comm comm, orb_mpi_gemm_plan *plan, sim_result *result)
{
    matrix m[OPERANDS] = {{{0, 0}, NULL}};
    orb_status status = ORB_OK;
    sim_result alone = {0};

    for (int o = 0; o < OPERANDS && !status; o++) {
        status = orb_mpi_gemm_part(plan, (orb_mpi_operand)o, m[o].size);
        m[o].array = status ? NULL : malloc(m[o].size[0] * m[o].size[1] * orb_element_size(c->gemm.element) + 1);
        if (!status && !m[o].array)
            status = ORB_NO_MEMORY;
        if (!status && !c->model)
            fill(plan, c->gemm.element, o, &m[o]);
    }
    if (!status && c->idle) {
        MPI_Barrier(comm);
        sim.free = true;
        status = execute(plan, m, &alone);
        MPI_Barrier(comm);
        sim.free = false;
        result->idle = alone.seconds;
    }
    MPI_Barrier(comm);
    *sim_my_account() = (sim_account){0};
    if (!status)
        status = execute(plan, m, result);
    if (!status && !c->model)
        result->error = compare(c, plan, &m[ORB_MPI_C]);
    for (int o = 0; o < OPERANDS; o++)
        free(m[o].array);
    return status;
}

bool sim_run_gemm(const sim_case *c, MPI_Comm comm, sim_result *result)
{
    orb_mpi_gemm_plan *plan = NULL;
    orb_status status = orb_mpi_gemm_create(&plan, comm, &c->gemm);

    *result = (sim_result){.error = -1.0};
    if (!status)
        status = run_plan(c, comm, plan, result);
    orb_mpi_gemm_destroy(plan);
    if (status)
        fprintf(stderr, "scale: %s: %s\n", c->text, orb_strerror(status));
    return !status;
}
