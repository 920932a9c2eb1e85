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

/* result (rows x columns) = left (rows x depth) * right (depth x columns). Columns are rounded up to WIDTH: so many have
 * to be there in right and in result. Element (m,k) of left is at m/TILE*panel + m%TILE*row + k*step. */
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

/* The transform of one axis of a plane of `lines` rows, each `row` numbers apart. */
typedef struct plane {
    real *part[2][3]; /* real and imaginary parts: three buffers, the first of which holds the numbers */
    size_t lines, row;
    bool complex;
} plane;

/* Along the rows, which are axis->n numbers long; and along the columns, axis->n rows of `columns` numbers. */
void CODE(transform_rows)(const cpu_axis *axis, plane *p);
void CODE(transform_columns)(const cpu_axis *axis, plane *p, size_t columns);

/* From `count` elements to numbers, and back. im: NULL, or the imaginary parts. */
void CODE(load)(orb_element element, const char *from, size_t count, real *re, real *im);
void CODE(store)(orb_element element, char *to, size_t count, const real *re, const real *im);

#endif
