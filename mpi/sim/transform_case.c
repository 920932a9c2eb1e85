/* Transforms in a simulation, and their expected results.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The volume is a sum of products of vectors, one along each axis. Its transform is the sum of products of the
 * transformed vectors, which the engine cpu computes. Each rank compares each of its points. */
#include "case.h"
#include "field.h"
#include "work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TERMS = 2 };

/* The vectors of a volume, real and imaginary parts alternately. */
typedef struct vectors {
    double *at[TERMS][ORB_MPI_AXES];
} vectors;

static void free_vectors(vectors *v)
{
    for (int t = 0; t < TERMS; t++)
        for (int a = 0; a < ORB_MPI_AXES; a++)
            free(v->at[t][a]);
}

static bool make_vectors(vectors *v, const orb_mpi_desc *d)
{
    const bool complex = orb_is_complex(d->element_in);

    *v = (vectors){0};
    for (unsigned t = 0; t < TERMS; t++)
        for (unsigned a = 0; a < ORB_MPI_AXES; a++) {
            const size_t n = d->n[a] ? d->n[a] : 1;
            double *x = v->at[t][a] = malloc(2 * n * sizeof *x);

            if (!x)
                return false;
            for (size_t i = 0; i < n; i++) {
                x[2 * i] = d->n[a] ? sim_number(8 * t + 2 * a, i) : 1.0;
                x[2 * i + 1] = complex && d->n[a] ? sim_number(8 * t + 2 * a + 1, i) : 0.0;
            }
        }
    return true;
}

/* One axis of the transform, by the engine cpu. */
static orb_status transform_vector(const orb_mpi_desc *d, int axis, orb_device *device, double **vector)
{
    orb_plan_desc desc = {.n = {d->n[axis], 1, 1},
                          .kind = {d->kind[axis], ORB_IDENTITY, ORB_IDENTITY},
                          .type = {d->type[axis], 0, 0},
                          .norm = d->norm,
                          .element_in = ORB_C128,
                          .element_out = ORB_C128,
                          .direction = d->direction};
    double *result = malloc(2 * d->n[axis] * sizeof *result);
    orb_plan *plan = NULL;
    orb_status status = result ? orb_plan_create(&plan, device, &desc) : ORB_NO_MEMORY;

    if (!status)
        status = orb_execute(plan, *vector, result, NULL);
    orb_plan_destroy(plan);
    free(status ? result : *vector);
    if (!status)
        *vector = result;
    return status;
}

static orb_status transform_vectors(const orb_mpi_desc *d, vectors *v)
{
    orb_device *device = NULL;
    orb_status status = orb_open(&device, "cpu:threads=1");

    for (int t = 0; t < TERMS; t++)
        for (int a = 0; a < ORB_MPI_AXES && d->n[a] && !status; a++)
            status = transform_vector(d, a, device, &v->at[t][a]);
    orb_close(device);
    return status;
}

/* a = b * c, complex */
static void multiply(double a[2], const double b[2], const double c[2])
{
    a[0] = b[0] * c[0] - b[1] * c[1];
    a[1] = b[0] * c[1] + b[1] * c[0];
}

/* The sum of the terms at a point. `row` has the products of the vectors along the first three axes. */
static void point_of(const vectors *v, double row[TERMS][2], size_t l, double point[2])
{
    point[0] = point[1] = 0.0;
    for (int t = 0; t < TERMS; t++) {
        double term[2];

        multiply(term, row[t], &v->at[t][3][2 * l]);
        point[0] += term[0];
        point[1] += term[1];
    }
}

/* A box of the volume: written to an array, or compared with one. */
typedef struct box {
    orb_element element;
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    void *array;
    double largest, difference;
} box;

static double scalar_of(const box *b, size_t index)
{
    return orb_is_single(b->element) ? (double)((float *)b->array)[index] : ((double *)b->array)[index];
}

static void set_scalar(const box *b, size_t index, double value)
{
    if (orb_is_single(b->element))
        ((float *)b->array)[index] = (float)value;
    else
        ((double *)b->array)[index] = value;
}

static void compare_scalar(box *b, size_t index, double requested)
{
    const double difference = fabs(scalar_of(b, index) - requested);

    b->largest = fmax(b->largest, fabs(requested));
    if (!(difference <= b->difference)) /* also where it is not a number, which counts as infinite */
        b->difference = isnan(difference) ? INFINITY : difference;
}

/* The points of a box with these indices along the first three axes, the first of which is number `index`. */
static void each_point_of_row(box *b, const vectors *v, const size_t at[3], size_t index, bool compare)
{
    const size_t parts = orb_is_complex(b->element) ? 2 : 1;
    double row[TERMS][2], point[2];

    for (int t = 0; t < TERMS; t++) {
        double first[2];

        multiply(first, &v->at[t][0][2 * at[0]], &v->at[t][1][2 * at[1]]);
        multiply(row[t], first, &v->at[t][2][2 * at[2]]);
    }
    for (size_t l = 0; l < b->size[3]; l++) {
        point_of(v, row, b->start[3] + l, point);
        for (size_t part = 0; part < parts; part++)
            if (compare)
                compare_scalar(b, (index + l) * parts + part, point[part]);
            else
                set_scalar(b, (index + l) * parts + part, point[part]);
    }
}

static void each_point(box *b, const vectors *v, bool compare)
{
    size_t index = 0;

    for (size_t i = 0; i < b->size[0]; i++)
        for (size_t j = 0; j < b->size[1]; j++)
            for (size_t k = 0; k < b->size[2]; k++, index += b->size[3]) {
                const size_t at[3] = {b->start[0] + i, b->start[1] + j, b->start[2] + k};

                each_point_of_row(b, v, at, index, compare);
            }
}

static bool new_array(box *b)
{
    b->array = malloc(b->size[0] * b->size[1] * b->size[2] * b->size[3] * orb_element_size(b->element) + 1);
    return b->array != NULL;
}

static orb_status execute(orb_mpi_plan *plan, const box *in, const box *out, sim_result *result)
{
    orb_mpi_report report;
    const orb_status status = orb_mpi_execute(plan, in->array, out->array, &report);

    if (!status)
        sim_result_take(result, &report);
    return status;
}

/* Real data, and results that are compared. */
static orb_status execute_and_check(const sim_case *c, orb_mpi_plan *plan, box *in, box *out, sim_result *result)
{
    vectors v;
    orb_status status = make_vectors(&v, &c->transform) ? ORB_OK : ORB_NO_MEMORY;

    if (!status) {
        each_point(in, &v, false);
        status = execute(plan, in, out, result);
    }
    if (!status)
        status = transform_vectors(&c->transform, &v);
    if (!status) {
        each_point(out, &v, true);
        result->error = out->difference / (out->largest > 0.0 ? out->largest : 1.0);
    }
    free_vectors(&v);
    return status;
}

/* The rank that waits least for others is the last one that starts. */
static orb_status run_plan(const sim_case *c, MPI_Comm comm, orb_mpi_plan *plan, sim_result *result)
{
    box in = {.element = c->transform.element_in}, out = {.element = c->transform.element_out};
    orb_status status = orb_mpi_plan_input(plan, in.start, in.size);
    sim_result alone = {0};

    if (!status)
        status = orb_mpi_plan_output(plan, out.start, out.size);
    if (!status && !(new_array(&in) && new_array(&out)))
        status = ORB_NO_MEMORY;
    if (!status && c->idle) {
        MPI_Barrier(comm);
        sim.free = true;
        status = execute(plan, &in, &out, &alone);
        MPI_Barrier(comm);
        sim.free = false;
        result->idle = alone.seconds;
    }
    MPI_Barrier(comm);
    *sim_my_account() = (sim_account){0};
    if (!status)
        status = c->model ? execute(plan, &in, &out, result) : execute_and_check(c, plan, &in, &out, result);
    free(in.array);
    free(out.array);
    return status;
}

bool sim_run_transform(const sim_case *c, MPI_Comm comm, sim_result *result)
{
    orb_mpi_plan *plan = NULL;
    orb_status status = orb_mpi_plan_create(&plan, comm, &c->transform);

    *result = (sim_result){.error = -1.0};
    if (!status)
        status = run_plan(c, comm, plan, result);
    orb_mpi_plan_destroy(plan);
    if (status)
        fprintf(stderr, "scale: %s: %s\n", c->text, orb_strerror(status));
    return !status;
}
