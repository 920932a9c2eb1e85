/* Functions for tests of the cluster.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scene scene_start(int *argc, char ***argv)
{
    const char *seed = getenv("ORB_SEED");
    scene s = {.comm = MPI_COMM_WORLD};

    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
    s.seed = seed ? strtoull(seed, NULL, 0) : 1;
    if (!s.rank)
        printf("%d ranks, ORB_SEED=%llu\n", s.ranks, (unsigned long long)s.seed);
    return s;
}

scene scene_half(const scene *s)
{
    scene half = {.seed = s->seed + (uint64_t)(s->rank % 2)};

    MPI_Comm_split(s->comm, s->rank % 2, s->rank, &half.comm);
    MPI_Comm_rank(half.comm, &half.rank);
    MPI_Comm_size(half.comm, &half.ranks);
    return half;
}

void scene_end(void)
{
    MPI_Finalize();
}

void scene_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    int rank = -1;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "%s:%d: rank %d: ", file, line, rank);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

size_t scene_below(scene *s, size_t n)
{
    uint64_t z = s->seed += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (size_t)((z ^ (z >> 31)) >> 33) % n;
}

bool scene_is_complex(orb_element element)
{
    return element == ORB_C64 || element == ORB_C128;
}

bool scene_is_single(orb_element element)
{
    return element == ORB_F32 || element == ORB_C64;
}

size_t scene_bytes(orb_element element)
{
    return (scene_is_single(element) ? sizeof(float) : sizeof(double)) * (scene_is_complex(element) ? 2 : 1);
}

size_t scene_points(const size_t n[ORB_MPI_AXES])
{
    return n[0] * n[1] * n[2] * n[3];
}

orb_mpi_desc scene_complete(const orb_mpi_desc *d)
{
    orb_mpi_desc complete = *d;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        if (!d->n[a]) {
            complete.n[a] = 1;
            complete.kind[a] = ORB_IDENTITY;
        }
    return complete;
}

void scene_shape(const orb_mpi_desc *d, bool output, size_t n[ORB_MPI_AXES])
{
    memcpy(n, d->n, sizeof d->n);
    if (d->half_axis && output == (d->direction == ORB_FORWARD))
        n[d->half_axis - 1] = d->n[d->half_axis - 1] / 2 + 1;
}

void scene_describe(const orb_mpi_desc *d, char *text, size_t size)
{
    snprintf(
        text, size,
        "n %zu %zu %zu %zu, kind %d %d %d %d, type %d %d %d %d, norm %d, elements %d %d, direction %d, algorithm %d, "
        "grid %d %d %d %d, batch %zu, layout %d, skewing %d, shift %d %d %d, half %d",
        d->n[0], d->n[1], d->n[2], d->n[3], d->kind[0], d->kind[1], d->kind[2], d->kind[3], d->type[0], d->type[1],
        d->type[2], d->type[3], d->norm, d->element_in, d->element_out, d->direction, d->algorithm, d->grid[0],
        d->grid[1], d->grid[2], d->grid[3], d->batch, d->layout, d->skewing, d->shift[0], d->shift[1], d->shift[2],
        (int)d->half_axis);
}

void *scene_new(orb_element element, size_t batch, const size_t size[ORB_MPI_AXES])
{
    const size_t bytes = batch * scene_points(size) * scene_bytes(element);
    void *memory = malloc(bytes ? bytes : 1);

    CHECK(memory, "out of memory: %zu bytes", bytes);
    return memory;
}

void *scene_volumes(scene *s, orb_element element, size_t batch, const size_t n[ORB_MPI_AXES])
{
    const size_t scalars = batch * scene_points(n) * (scene_is_complex(element) ? 2 : 1);
    void *volumes = scene_new(element, batch, n);

    for (size_t i = 0; i < scalars; i++) {
        const double value = (double)scene_below(s, 1U << 24) / (1U << 23) - 1.0;

        if (scene_is_single(element))
            ((float *)volumes)[i] = (float)value;
        else
            ((double *)volumes)[i] = value;
    }
    return volumes;
}

/* Transforms several pieces, one after the other, with the engine cpu. */
static void transform_pieces(const orb_plan_desc *desc, size_t pieces, const void *from, void *to)
{
    const size_t points = desc->n[0] * desc->n[1] * desc->n[2];
    size_t shape[3], coefficients;
    const bool forward = desc->direction == ORB_FORWARD;
    orb_device *device = NULL;
    orb_plan *plan = NULL;
    orb_status status = orb_open(&device, "cpu:threads=1");

    CHECK(!status, "cpu: %s", orb_strerror(status));
    status = orb_plan_create(&plan, device, desc);
    CHECK(!status && !orb_plan_padded(plan, shape), "the engine cpu: %s", orb_strerror(status));
    coefficients = shape[0] * shape[1] * shape[2];
    for (size_t v = 0; v < pieces && !status; v++)
        status = orb_execute(plan,
                             (const char *)from + v * (forward ? points : coefficients) * scene_bytes(desc->element_in),
                             (char *)to + v * (forward ? coefficients : points) * scene_bytes(desc->element_out), NULL);
    CHECK(!status, "the engine cpu: %s", orb_strerror(status));
    orb_plan_destroy(plan);
    orb_close(device);
}

/* A description of liborbital, without points and kinds. */
static orb_plan_desc words(const orb_mpi_desc *d, orb_element in, orb_element out)
{
    return (orb_plan_desc){.norm = d->norm, .element_in = in, .element_out = out, .direction = d->direction};
}

/* Converts complex doubles, or their real parts, to another element type. */
static void *narrow(orb_element element, size_t numbers, const double *from)
{
    const size_t scalars = scene_is_complex(element) ? 2 : 1;
    void *to = malloc(numbers * scene_bytes(element));

    CHECK(to, "out of memory");
    for (size_t i = 0; i < numbers; i++)
        for (size_t part = 0; part < scalars; part++)
            if (scene_is_single(element))
                ((float *)to)[scalars * i + part] = (float)from[2 * i + part];
            else
                ((double *)to)[scalars * i + part] = from[2 * i + part];
    return to;
}

/* Transforms the last axis, then the two before it, then the first one. */
static void *expected_of_four(const orb_mpi_desc *d, size_t batch, const void *volumes)
{
    orb_plan_desc desc = words(d, d->element_in, ORB_C128);
    void *a = scene_new(ORB_C128, batch, d->n), *b = scene_new(ORB_C128, batch, d->n), *out;

    memcpy(desc.n, (size_t[]){d->n[0], d->n[1] * d->n[2], d->n[3]}, sizeof desc.n);
    memcpy(desc.kind, (orb_kind[]){ORB_IDENTITY, ORB_IDENTITY, d->kind[3]}, sizeof desc.kind);
    desc.type[2] = d->type[3];
    transform_pieces(&desc, batch, volumes, a);
    desc = words(d, ORB_C128, ORB_C128);
    memcpy(desc.n, d->n + 1, sizeof desc.n);
    memcpy(desc.kind, (orb_kind[]){d->kind[1], d->kind[2], ORB_IDENTITY}, sizeof desc.kind);
    memcpy(desc.type, d->type + 1, 2 * sizeof *desc.type);
    transform_pieces(&desc, batch * d->n[0], a, b);
    desc = words(d, ORB_C128, ORB_C128);
    memcpy(desc.n, (size_t[]){d->n[0], d->n[1] * d->n[2], d->n[3]}, sizeof desc.n);
    memcpy(desc.kind, (orb_kind[]){d->kind[0], ORB_IDENTITY, ORB_IDENTITY}, sizeof desc.kind);
    desc.type[0] = d->type[0];
    transform_pieces(&desc, batch, b, a);
    out = narrow(d->element_out, batch * scene_points(d->n), a);
    free(a);
    free(b);
    return out;
}

void *scene_expected(const orb_mpi_desc *d, const void *volumes)
{
    const size_t batch = d->batch ? d->batch : 1;
    orb_plan_desc desc = words(d, d->element_in, d->element_out);
    size_t shape[ORB_MPI_AXES];
    void *out;

    if (d->n[3] > 1 || d->kind[3] != ORB_IDENTITY)
        return expected_of_four(d, batch, volumes);
    scene_shape(d, true, shape);
    out = scene_new(d->element_out, batch, shape);
    desc.half_axis = d->half_axis;
    memcpy(desc.n, d->n, sizeof desc.n);
    memcpy(desc.kind, d->kind, sizeof desc.kind);
    memcpy(desc.type, d->type, sizeof desc.type);
    transform_pieces(&desc, batch, volumes, out);
    return out;
}

void *scene_cut(orb_element element, size_t batch, const size_t n[ORB_MPI_AXES], const size_t start[ORB_MPI_AXES],
                const size_t size[ORB_MPI_AXES], const void *volumes)
{
    const size_t bytes = scene_bytes(element);
    char *box = scene_new(element, batch, size), *to = box;

    for (size_t row = 0; row < batch * size[0] * size[1] * size[2]; row++, to += size[3] * bytes) {
        const size_t k = row % size[2], j = row / size[2] % size[1], i = row / (size[1] * size[2]) % size[0];
        const size_t v = row / (size[0] * size[1] * size[2]);
        const size_t at = (((v * n[0] + start[0] + i) * n[1] + start[1] + j) * n[2] + start[2] + k) * n[3] + start[3];

        memcpy(to, (const char *)volumes + at * bytes, size[3] * bytes);
    }
    return box;
}

static double scalar_at(orb_element element, const void *x, size_t at)
{
    return scene_is_single(element) ? (double)((const float *)x)[at] : ((const double *)x)[at];
}

double scene_largest(orb_element element, size_t points, const void *x)
{
    double largest = 0.0;

    for (size_t i = 0; i < points * (scene_is_complex(element) ? 2 : 1); i++)
        if (!(fabs(scalar_at(element, x, i)) <= largest)) /* also true for NaN, which remains */
            largest = isnan(largest) ? largest : fabs(scalar_at(element, x, i));
    return isfinite(largest) ? largest : NAN; /* no bound can be derived from it */
}

void scene_compare(const orb_mpi_desc *desc, orb_element element, size_t points, const void *got, const void *requested,
                   double largest)
{
    const bool single = scene_is_single(desc->element_in) || scene_is_single(desc->element_out);
    const double bound = (single ? 1e-5 : 1e-13) * largest;
    char text[400];

    for (size_t i = 0; i < points * (scene_is_complex(element) ? 2 : 1); i++)
        if (!(fabs(scalar_at(element, got, i) - scalar_at(element, requested, i)) <= bound)) {
            scene_describe(desc, text, sizeof text);
            scene_fail(__FILE__, __LINE__, "number %zu is %g, not %g (bound %g): %s", i, scalar_at(element, got, i),
                       scalar_at(element, requested, i), bound, text);
        }
}
