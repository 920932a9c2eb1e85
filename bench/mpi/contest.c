/* Transforms of a cube by our plans and by FFTW's on the ranks of MPI: what bench/mpi/mpi.py measures.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Unscaled, in both directions: DCT of type 2 from real to real elements, Fourier transform from complex to complex
 * ones, and Fourier transform from real elements to half a spectrum, with n/2+1 coefficients along axis 2. FFTW is
 * under the GPL: this is linked with it, and with nothing that is installed. */
#include <orbital/orbital_mpi.h>

#include <fftw3-mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What takes part. Boxes of this rank are in the order of the volume's axes; `turned`: axis 1 comes first in memory. */
typedef struct side {
    orb_device *device;
    orb_mpi_plan *ours;
    orb_mpi_report report;
    fftw_plan theirs;
    fftwf_plan theirs_single;
    size_t start[2][ORB_MPI_AXES], size[2][ORB_MPI_AXES]; /* of the input, of the output */
    size_t row[2];                                        /* numbers from one row along axis 2 to the next in memory */
    bool turned[2];
} side;

/* A cube of n points an axis, and its transform. */
typedef struct cube {
    size_t n;
    orb_element points, coefficients;
    orb_direction direction;
} cube;

void contest_start(void);
const char *contest_version(void);
const char *contest_algorithm(int index);
side *contest_ours(const cube *c, int algorithm, bool skewed);
side *contest_fftw(const cube *c, bool transposed, bool measure, void *in, void *out);
size_t contest_fftw_numbers(const cube *c);
void contest_free(side *s);
bool contest_box(const side *s, bool output, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES], size_t *row);
double contest_seconds(const side *s, bool wait);
const char *contest_why(const side *s);
int contest_run(side *s, const void *in, void *out, int times);

static const struct {
    const char *name;
    orb_mpi_algorithm value;
    const char *engine; /* of the local transforms; NULL: that of the plan */
} algorithms[] = {
    {"ORBITAL", ORB_MPI_ORBITAL, NULL},
    {"CUBOID", ORB_MPI_CUBOID, NULL},
    {"TRANSPOSE", ORB_MPI_TRANSPOSE, NULL},
    {"ALLTOALL", ORB_MPI_ALLTOALL, NULL},
    {"ALLTOALL fft=auto", ORB_MPI_ALLTOALL, "cpu:fft=auto,threads=1"},
    {"AUTO", ORB_MPI_AUTO, NULL},
};

static bool is_complex(orb_element element)
{
    return element == ORB_C64 || element == ORB_C128;
}

/* Has the transform half a spectrum? */
static bool is_half(const cube *c)
{
    return !is_complex(c->points) && is_complex(c->coefficients);
}

/* Before each case, with no plan of mpi4py-fft there: a plan that it throws away cleans up all of FFTW, and has taken
 * from it what MPI's part had told it. */
void contest_start(void)
{
    fftw_mpi_cleanup();
    fftwf_mpi_cleanup();
    fftw_mpi_init();
    fftwf_mpi_init();
}

const char *contest_version(void)
{
    return fftw_version;
}

/* The name of an algorithm; NULL after the last one. */
const char *contest_algorithm(int index)
{
    return index < (int)(sizeof algorithms / sizeof *algorithms) ? algorithms[index].name : NULL;
}

/* FFTW's plans can run after such a clean-up, but not be destroyed: they stay, as they are small. */
void contest_free(side *s)
{
    if (s) {
        orb_mpi_plan_destroy(s->ours);
        orb_close(s->device);
    }
    free(s);
}

/* NULL on failure, which is the same on all ranks. */
side *contest_ours(const cube *c, int algorithm, bool skewed)
{
    const orb_kind kind = is_complex(c->coefficients) ? ORB_DFT : ORB_DCT;
    const bool inverse = c->direction == ORB_INVERSE;
    const char *engine = algorithms[algorithm].engine;
    orb_mpi_desc desc = {.n = {c->n, c->n, c->n},
                         .kind = {kind, kind, kind},
                         .norm = inverse ? ORB_FORWARD_NORM : ORB_BACKWARD,
                         .element_in = inverse ? c->coefficients : c->points,
                         .element_out = inverse ? c->points : c->coefficients,
                         .direction = c->direction,
                         .algorithm = algorithms[algorithm].value,
                         .layout = skewed ? ORB_MPI_SKEWED : ORB_MPI_CANONICAL,
                         .half_axis = is_half(c) ? 3 : 0};
    side *s = calloc(1, sizeof *s);
    const bool opened = s && (!engine || !orb_open(&s->device, engine));

    if (opened)
        desc.device = s->device;
    if (opened && !orb_mpi_plan_create(&s->ours, MPI_COMM_WORLD, &desc) &&
        !orb_mpi_plan_input(s->ours, s->start[0], s->size[0]) &&
        !orb_mpi_plan_output(s->ours, s->start[1], s->size[1])) {
        for (int i = 0; i < 2; i++)
            s->row[i] = s->size[i][2];
        return s;
    }
    contest_free(s);
    return NULL;
}

/* Coefficients along axis 2, which are the numbers of a row in FFTW. */
static ptrdiff_t row_of(const cube *c)
{
    return (ptrdiff_t)(is_half(c) ? c->n / 2 + 1 : c->n);
}

/* The number of coefficients in FFTW's array on this rank, whatever the layout. An array of the points of a half
 * spectrum has twice as many numbers. */
size_t contest_fftw_numbers(const cube *c)
{
    const ptrdiff_t n = (ptrdiff_t)c->n;
    ptrdiff_t rows[2], start[2];

    return (size_t)fftw_mpi_local_size_3d_transposed(n, n, row_of(c), MPI_COMM_WORLD, &rows[0], &start[0], &rows[1],
                                                     &start[1]);
}

/* Both precisions of FFTW have the same functions: X is the prefix of their names. */
#define PLAN(X)                                                                                                        \
    (!is_complex(c->coefficients) ? X##_mpi_plan_r2r_3d(n, n, n, in, out, comm, kind, kind, kind, flags)               \
     : is_complex(c->points)      ? X##_mpi_plan_dft_3d(n, n, n, in, out, comm, sign, flags)                           \
     : inverse                    ? X##_mpi_plan_dft_c2r_3d(n, n, n, in, out, comm, flags)                             \
                                  : X##_mpi_plan_dft_r2c_3d(n, n, n, in, out, comm, flags))

static bool plan(side *s, const cube *c, unsigned flags, void *in, void *out)
{
    const ptrdiff_t n = (ptrdiff_t)c->n;
    const bool inverse = c->direction == ORB_INVERSE;
    const fftw_r2r_kind kind = inverse ? FFTW_REDFT01 : FFTW_REDFT10;
    const int sign = inverse ? FFTW_BACKWARD : FFTW_FORWARD;
    const MPI_Comm comm = MPI_COMM_WORLD;

    if (c->points == ORB_F32 || c->points == ORB_C64)
        s->theirs_single = PLAN(fftwf);
    else
        s->theirs = PLAN(fftw);
    return s->theirs || s->theirs_single;
}

/* Coefficients are transposed, or all is as it was. Planning writes into the arrays. */
side *contest_fftw(const cube *c, bool transposed, bool measure, void *in, void *out)
{
    const bool inverse = c->direction == ORB_INVERSE;
    const unsigned turned = inverse ? FFTW_MPI_TRANSPOSED_IN : FFTW_MPI_TRANSPOSED_OUT;
    const ptrdiff_t n = (ptrdiff_t)c->n;
    ptrdiff_t rows[2], start[2];
    side *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    fftw_mpi_local_size_3d_transposed(n, n, row_of(c), MPI_COMM_WORLD, &rows[0], &start[0], &rows[1], &start[1]);
    s->turned[!inverse] = transposed;
    for (int i = 0; i < 2; i++) {
        const bool coefficients = (i == 1) != inverse;

        for (int a = 0; a < 3; a++)
            s->size[i][a] = c->n;
        s->size[i][2] = coefficients ? (size_t)row_of(c) : c->n;
        s->row[i] = coefficients || !is_half(c) ? s->size[i][2] : 2 * (size_t)row_of(c); /* FFTW pads points */
        s->size[i][s->turned[i]] = (size_t)rows[s->turned[i]];
        s->start[i][s->turned[i]] = (size_t)start[s->turned[i]];
    }
    if (!plan(s, c, (measure ? FFTW_MEASURE : FFTW_ESTIMATE) | (transposed ? turned : 0), in, out)) {
        contest_free(s);
        return NULL;
    }
    return s;
}

/* This rank's box; returns whether axis 1 comes first in memory. */
bool contest_box(const side *s, bool output, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES], size_t *row)
{
    *row = s->row[output];
    memcpy(start, s->start[output], sizeof s->start[output]);
    memcpy(size, s->size[output], sizeof s->size[output]);
    return s->turned[output];
}

/* Seconds of the last transform of ours, in products and local transforms, or waiting for messages. */
double contest_seconds(const side *s, bool wait)
{
    return wait ? s->report.seconds.wait : s->report.seconds.compute;
}

const char *contest_why(const side *s)
{
    return s->report.why;
}

/* FFTW's plans have arrays of their own: those that they were made with. */
int contest_run(side *s, const void *in, void *out, int times)
{
    orb_status status = ORB_OK;

    for (int i = 0; i < times && !status; i++) {
        if (s->ours)
            status = orb_mpi_execute(s->ours, in, out, &s->report);
        else if (s->theirs)
            fftw_execute(s->theirs);
        else
            fftwf_execute(s->theirs_single);
    }
    return (int)status;
}
