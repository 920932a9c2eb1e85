/* What is compiled several times: for float and double, and for several sets of instructions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * lib.mk sets ORB_FULL (1: double), ORB_VECTOR (bytes of a vector) and ORB_CODE (the suffix of the names). */
#ifndef ORB_CPU_CODE_H
#define ORB_CPU_CODE_H

#include "cpu.h"

#ifndef ORB_CODE
#define ORB_CODE f32_plain
#define ORB_FULL 0
#define ORB_VECTOR 16
#endif

#define ORB_PASTE(name, code) orb_cpu_##name##_##code
#define ORB_EXPAND(name, code) ORB_PASTE(name, code)
#define CODE(name) ORB_EXPAND(name, ORB_CODE)

#if ORB_FULL
typedef double real;
#else
typedef float real;
#endif

enum {
    LANES = ORB_VECTOR / sizeof(real),
    WIDTH = 64 / sizeof(real), /* rows are rounded up to so many numbers, whatever the vector */
    TILE = 4                   /* rows of a product's tile, and of a packed left matrix's panels */
};

static inline size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

/* What a product does to what was there. */
typedef enum product_mode { PRODUCT_SET = 0, PRODUCT_ADD, PRODUCT_SUBTRACT } product_mode;

/* result (rows x columns) = left (rows x depth) * right (depth x columns). Columns are rounded up to WIDTH: so many
 * have to be there in right and in result. Element (m,k) of left is at m/TILE*panel + m%TILE*row + k*step. */
typedef struct product {
    size_t rows, columns, depth;
    const real *left;
    size_t panel, row, step;
    const real *right;
    size_t right_row;
    real *result;
    size_t result_row;
    product_mode mode;
} product;

void CODE(multiply)(const product *p);

/* Are the elements numbers as they are, in rows one after the other? */
static inline bool is_plain(const cpu_view *view)
{
    return view->element == (ORB_FULL ? ORB_F64 : ORB_F32) && view->step == 1 && view->row > 0 && view->plane > 0;
}

/* Numbers, each row so many after the one before. */
typedef struct rows {
    real *at;
    size_t row;
} rows;

/* Are they pairs of such numbers, pair after pair? */
static inline bool is_plain_pairs(const cpu_view *view)
{
    return view->element == (ORB_FULL ? ORB_C128 : ORB_C64) && view->step == 1 && view->row > 0 && view->plane > 0;
}

/* Rows of real and of imaginary parts, each so many numbers after the one before. */
typedef struct pairs {
    real *part[2];
    size_t row;
} pairs;

/* z = f * x, so many columns of x. */
static inline product product_of(const cpu_factor *f, rows x, rows z, size_t columns)
{
    return (product){
        .rows = f->n,
        .columns = columns,
        .depth = f->n,
        .left = f->left,
        .panel = TILE * f->n,
        .row = 1,
        .step = TILE,
        .right = x.at,
        .right_row = x.row,
        .result = z.at,
        .result_row = z.row,
    };
}

enum { POOL = 3 };

/* Lines that are being transformed. They are in one of the buffers, or come from elsewhere. */
typedef struct work {
    rows now[2];         /* real and imaginary parts */
    bool complex;        /* are there imaginary parts? */
    real *pool[2][POOL]; /* buffers of the parts */
    size_t row;          /* numbers of their rows */
    void *fast;          /* memory for fast transforms */
    unsigned next;       /* the first of two buffers, of both parts, in which `now` is not */
} work;

/* Along the rows, `lines` of them, of axis->n numbers. */
void CODE(transform_rows)(const cpu_axis *axis, work *w, size_t lines);

/* Along the columns, axis->n rows of `columns` numbers, rounded up to WIDTH: so many have to be there, unless the
 * matrix is split. The results come to `to`, which may be where the numbers come from unless the matrix is taken whole,
 * or with NULL to a buffer. */
void CODE(transform_columns)(const cpu_axis *axis, work *w, size_t columns, const rows *to);

/* The same two by a fast transform. Of a Fourier transform, z has two parts, and so has x where it is complex. If the
 * points are complex and x[1] is NULL, the rows of x[0] are pairs, as in a volume of complex elements. `memory` is room
 * for orb_cpu_fast_memory() numbers. */
void CODE(fast_rows)(const cpu_fast *f, const rows *x, bool complex, const rows *z, size_t lines, void *memory);
void CODE(fast_columns)(const cpu_fast *f, const rows *x, bool complex, const rows *z, size_t columns, void *memory);

/* The same for `width` lines, a multiple of LANES, or for a single line; see fast_kernel.h. */
void CODE(fast_strip)(const cpu_fast *f, bool complex, pairs x, pairs z, size_t width, real *memory);
void CODE(fast_line)(const cpu_fast *f, bool complex, pairs x, pairs z, size_t width, real *memory);

/* z = scale * the transform of x, `width` lines, a multiple of LANES; z may be x. `memory` is room for
 * orb_cpu_fft_memory() rows. */
void CODE(fft)(const cpu_fft *f, pairs x, pairs z, real scale, size_t width, real *memory);

/* The same for a single line; `memory` is room for orb_cpu_fft_line_memory() numbers. */
void CODE(fft_line)(const cpu_fft *f, pairs x, pairs z, real scale, real *memory);

/* Transposes: from has so many lines of so many numbers; or of so many pairs. */
void CODE(turn_over)(rows from, rows to, size_t lines, size_t numbers);
void CODE(turn_pairs_over)(rows from, pairs to, size_t lines, size_t numbers);

/* Blocks that are small cubes, see cpu_code. */
void CODE(cubes)(const cpu_block *b, void *scratch);

/* From `count` elements, each `step` after the one before, to numbers, and back. im: NULL, or the imaginary parts. */
void CODE(load)(orb_element element, const char *from, ptrdiff_t step, size_t count, real *re, real *im);
void CODE(store)(orb_element element, char *to, ptrdiff_t step, size_t count, const real *re, const real *im);

#endif
