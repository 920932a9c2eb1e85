/* Transforms of a cube by our plans and by FFTW's on the ranks of MPI: what bench/mpi/mpi.py measures.
 * SPDX-License-Identifier: Apache-2.0
 *
 * DCT of type 2 of real elements, Fourier transform of complex ones; unscaled, in both directions. FFTW is under the
 * GPL: this is linked with it, and with nothing that is installed. */
#include <orbital/orbital_mpi.h>

#include <fftw3-mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What takes part. Boxes of this rank are in the order of the volume's axes; `turned`: axis 1 comes first in memory. */
typedef struct side {
    orb_mpi_plan *ours;
    orb_mpi_report report;
    fftw_plan theirs;
    fftwf_plan theirs_single;
    size_t start[2][ORB_MPI_AXES], size[2][ORB_MPI_AXES]; /* of the input, of the output */
    bool turned[2];
} side;

/* A cube of n points an axis, and what becomes of it. */
typedef struct cube {
    size_t n;
    orb_element element;
    orb_direction direction;
} cube;

void contest_start(void);
const char *contest_version(void);
const char *contest_algorithm(int index);
side *contest_ours(size_t n, int element, int direction, int algorithm, bool skewed);
side *contest_fftw(size_t n, int element, int direction, bool transposed, bool measure, void *in, void *out);
size_t contest_fftw_numbers(size_t n);
void contest_free(side *s);
bool contest_box(const side *s, bool output, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES]);
double contest_seconds(const side *s, bool wait);
const char *contest_why(const side *s);
int contest_run(side *s, const void *in, void *out, int times);

static const struct {
    const char *name;
    orb_mpi_algorithm value;
} algorithms[] = {
    {"ORBITAL", ORB_MPI_ORBITAL},   {"CUBOID", ORB_MPI_CUBOID}, {"TRANSPOSE", ORB_MPI_TRANSPOSE},
    {"ALLTOALL", ORB_MPI_ALLTOALL}, {"AUTO", ORB_MPI_AUTO},
};

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
    if (s && s->ours)
        orb_mpi_plan_destroy(s->ours);
    free(s);
}

/* NULL on failure, which is the same on all ranks. */
side *contest_ours(size_t n, int element, int direction, int algorithm, bool skewed)
{
    const bool complex = element == ORB_C64 || element == ORB_C128;
    const orb_kind kind = complex ? ORB_DFT : ORB_DCT;
    const orb_mpi_desc desc = {.n = {n, n, n},
                               .kind = {kind, kind, kind},
                               .norm = direction == ORB_INVERSE ? ORB_FORWARD_NORM : ORB_BACKWARD,
                               .element_in = (orb_element)element,
                               .element_out = (orb_element)element,
                               .direction = (orb_direction)direction,
                               .algorithm = algorithms[algorithm].value,
                               .layout = skewed ? ORB_MPI_SKEWED : ORB_MPI_CANONICAL};
    side *s = calloc(1, sizeof *s);

    if (s && !orb_mpi_plan_create(&s->ours, MPI_COMM_WORLD, &desc) &&
        !orb_mpi_plan_input(s->ours, s->start[0], s->size[0]) && !orb_mpi_plan_output(s->ours, s->start[1], s->size[1]))
        return s;
    contest_free(s);
    return NULL;
}

/* Numbers of an array that FFTW transforms on this rank, whatever the layout. */
size_t contest_fftw_numbers(size_t n)
{
    const ptrdiff_t m = (ptrdiff_t)n;
    ptrdiff_t rows[2], start[2];

    return (size_t)fftw_mpi_local_size_3d_transposed(m, m, m, MPI_COMM_WORLD, &rows[0], &start[0], &rows[1], &start[1]);
}

/* Both precisions of FFTW have the same functions: X is the prefix of their names. */
#define PLAN(X, c, flags, in, out)                                                                                     \
    ((c)->element == ORB_C64 || (c)->element == ORB_C128                                                               \
         ? X##_mpi_plan_dft_3d(n, n, n, (X##_complex *)(in), (X##_complex *)(out), MPI_COMM_WORLD,                     \
                               (c)->direction == ORB_INVERSE ? FFTW_BACKWARD : FFTW_FORWARD, flags)                    \
         : X##_mpi_plan_r2r_3d(n, n, n, in, out, MPI_COMM_WORLD, kind, kind, kind, flags))

static bool plan(side *s, const cube *c, unsigned flags, void *in, void *out)
{
    const ptrdiff_t n = (ptrdiff_t)c->n;
    const fftw_r2r_kind kind = c->direction == ORB_INVERSE ? FFTW_REDFT01 : FFTW_REDFT10;
    if (c->element == ORB_F32 || c->element == ORB_C64)
        s->theirs_single = PLAN(fftwf, c, flags, in, out);
    else
        s->theirs = PLAN(fftw, c, flags, in, out);
    return s->theirs || s->theirs_single;
}

/* Coefficients are transposed, or all is as it was. Planning writes into the arrays. */
side *contest_fftw(size_t n, int element, int direction, bool transposed, bool measure, void *in, void *out)
{
    const cube c = {n, (orb_element)element, (orb_direction)direction};
    const unsigned turned = direction == ORB_INVERSE ? FFTW_MPI_TRANSPOSED_IN : FFTW_MPI_TRANSPOSED_OUT;
    const ptrdiff_t m = (ptrdiff_t)n;
    ptrdiff_t rows[2], start[2];
    side *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    fftw_mpi_local_size_3d_transposed(m, m, m, MPI_COMM_WORLD, &rows[0], &start[0], &rows[1], &start[1]);
    s->turned[direction != ORB_INVERSE] = transposed;
    for (int i = 0; i < 2; i++) {
        for (int a = 0; a < 3; a++)
            s->size[i][a] = n;
        s->size[i][s->turned[i]] = (size_t)rows[s->turned[i]];
        s->start[i][s->turned[i]] = (size_t)start[s->turned[i]];
    }
    if (!plan(s, &c, (measure ? FFTW_MEASURE : FFTW_ESTIMATE) | (transposed ? turned : 0), in, out)) {
        contest_free(s);
        return NULL;
    }
    return s;
}

/* This rank's box; returns whether axis 1 comes first in memory. */
bool contest_box(const side *s, bool output, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES])
{
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
