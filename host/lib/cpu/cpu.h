/* The engine "cpu": blocks as products with matrices, or by fast transforms, in the processor's own numbers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A block goes through two passes. The first takes each plane (axes 1 and 2) through the products of these two axes,
 * the second each panel, some lines along axis 0 beside each other, through that of axis 0: memory is read twice and
 * written twice, and nothing is transposed. Axes are those of the plan in the order of its strides, so that axis 2 has
 * the shortest one. A part is read before it is written, so a volume may be transformed in place. See docs/cpu.md. */
#ifndef ORB_CPU_H
#define ORB_CPU_H

#include "fast.h"
#include "plan.h"

/* What all is compiled for: a kind of number, and the instructions that it may use. */
typedef struct cpu_code cpu_code;

/* Which axes are transformed fast: those of which it is quicker, or none or all of those that have such a transform. */
typedef enum cpu_choice { CPU_AUTO = 0, CPU_NO, CPU_YES } cpu_choice;

/* What computes Fourier transforms: this engine, FFTW where it can, or the one that a table says is faster. */
typedef enum cpu_fft_choice { CPU_FFT_OWN = 0, CPU_FFT_FFTW, CPU_FFT_AUTO } cpu_fft_choice;

struct orb_backend {
    unsigned threads;
    cpu_choice fast;
    cpu_fft_choice fft;
    bool single;      /* computes in float, whatever the elements are */
    const char *only; /* the instructions to use; NULL: the best that there are */
};

/* How a matrix is made of two of half the size:
 * input   element (n-1-i, k) is that of (i, k), negative for odd k: sums and differences of points come before
 * output  element (i, n-1-k) is that of (i, k), negative for odd i: sums and differences of results come after */
typedef enum cpu_fold { CPU_WHOLE = 0, CPU_FOLD_INPUT, CPU_FOLD_OUTPUT } cpu_fold;

/* A square matrix: element (i, k), of point i and result k, is at[i * points + k * results]. */
typedef struct cpu_matrix {
    const double *at;
    size_t n, points, results;
} cpu_matrix;

/* A square matrix for products: with it on the left, as panels of four results, and on the right, as rows of whole
 * vectors. */
typedef struct cpu_factor {
    size_t n;
    void *left, *right;
} cpu_factor;

enum { CPU_SMALLEST_FOLD = 4 /* points of an axis whose symmetry is used */ };

/* One axis of a block. */
typedef struct cpu_axis {
    size_t n;
    bool identity;
    bool half;    /* is half a spectrum all that there is of its coefficients? */
    bool fourier; /* factor 0 is the real part of the matrix, factor 1 the imaginary one */
    cpu_fold fold;
    cpu_factor factor[2]; /* folded: for the even points or results, and for the odd ones */
    cpu_factor whole;     /* of axis 2 of small cubes: all of it, too */
    cpu_fast *fast;       /* what there is in place of the matrix, or NULL */
} cpu_axis;

/* Where numbers of a block lie: element (i,j,k) at (i*plane + j*row + k*step) elements after `first`. */
typedef struct cpu_view {
    orb_element element;
    char *first;
    ptrdiff_t plane, row, step;
} cpu_view;

static inline char *orb_cpu_at(const cpu_view *view, size_t i, size_t j, size_t k)
{
    return view->first + ((ptrdiff_t)i * view->plane + (ptrdiff_t)j * view->row + (ptrdiff_t)k * view->step) *
                             (ptrdiff_t)orb_element_size(view->element);
}

/* A block that is being transformed. */
typedef struct cpu_block {
    const cpu_axis *axis;       /* three */
    size_t fast;                /* bytes at the start of the scratch memory for fast transforms */
    cpu_view from, between, to; /* between is the input or the output where one of the passes has nothing to do */
    bool planes, panels;        /* which of the passes have? */
    bool backwards;             /* panels before planes: from half a spectrum to real points */
    size_t have[3];             /* points of the input; it is zero beyond */
    size_t want[3];             /* results that are stored */
    size_t rows, columns;       /* of a plane of results, as panels see it: one row where all rows follow each other */
    size_t panel_rows;          /* lines of a panel: so many of these rows, */
    size_t panel_columns;       /* ... so many points of them */
} cpu_block;

struct cpu_code {
    const char *name;   /* of the instructions */
    size_t size;        /* bytes of a number */
    size_t vector;      /* numbers of a vector */
    size_t width;       /* numbers that rows are rounded up to */
    bool (*runs)(void); /* has this processor the instructions? */
    void (*planes)(const cpu_block *block, size_t first, size_t count, void *scratch);
    void (*panels)(const cpu_block *block, size_t first, size_t count, void *scratch);
    /* Blocks beside each other along axis 2, as one: cubes of 8 or 16 points an axis, and of a vector at least. */
    void (*cubes)(const cpu_block *blocks, void *scratch);
};

/* Numbers of the small cubes that are computed at once: half of a first cache. */
enum { CPU_CUBES = 4096 };

/* Plans of FFTW, see fftw.h. */
typedef struct cpu_fftw cpu_fftw;

/* What an engine's plan is. */
typedef struct cpu_setup {
    orb_setup base;
    const cpu_code *code;
    cpu_fftw *fftw; /* for whole blocks, or NULL */
    bool cubes;     /* blocks are small cubes: one pass does it */
    cpu_axis axis[3];
    orb_element between; /* elements between the passes */
    size_t panel;        /* the most lines of a panel */
    size_t fast;         /* bytes at the start of the scratch memory for fast transforms */
    size_t scratch;      /* bytes a thread */
} cpu_setup;

/* The best of the codes for this processor, of those whose vectors have no more than so many numbers, 4 or more; if
 * `only` is not NULL, with these instructions and no better ones. */
const cpu_code *orb_cpu_code(bool single, size_t vector, const char *only);

/* The name of the instructions that a user means, if the processor has them; else NULL. */
const char *orb_cpu_instructions(const char *name, size_t length);

/* Is an axis transformed fast? See orb_engine. */
bool orb_cpu_needs_no_matrix(const orb_backend *backend, const orb_axis *axis);

/* How the matrix may be folded; its halves then. */
cpu_fold orb_cpu_fold(const cpu_matrix *m);
cpu_matrix orb_cpu_half(const cpu_matrix *m, cpu_fold fold, unsigned odd);

/* Packs a matrix for products of numbers of so many bytes. ORB_OK, ORB_NO_MEMORY */
orb_status orb_cpu_pack(cpu_factor *factor, const cpu_matrix *m, size_t size);
void orb_cpu_factor_free(cpu_factor *factor);

/* Prepares an axis for a code; whole: also for products that are not halved. ORB_OK, ORB_NO_MEMORY */
orb_status orb_cpu_axis_init(cpu_axis *axis, const orb_axis *from, const cpu_code *code, bool whole);
void orb_cpu_axis_free(cpu_axis *axis);

/* See orb_engine. */
orb_status orb_cpu_prepare(orb_backend *backend, const orb_problem *problem, orb_setup **setup);
void orb_cpu_discard(orb_setup *setup);
orb_status orb_cpu_execute(const orb_plan *plan, orb_batch *batch);

/* As many threads as have enough to do with some blocks, `most` or fewer. */
unsigned orb_cpu_useful_threads(const cpu_setup *setup, size_t blocks, unsigned most);

/* The threads of OpenMP do not survive a fork, and a child would wait for them forever. Has this process lost those
 * that its parent computed with? If not, it has threads of its own from now on. */
bool orb_cpu_lost_threads(void);

#endif
