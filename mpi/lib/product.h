/* The product of a block of the volume with a block of coefficients, along one axis.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PRODUCT_H
#define ORB_PRODUCT_H

#include <orbital/orbital.h>

#include "post.h"

/* A product y = x * c along an axis: x has outer x points x inner numbers, y has outer x results x inner numbers, and c
 * has points x results numbers. */
typedef struct orb_product {
    orb_element element;      /* of x and y */
    orb_element coefficients; /* of c */
    int axis;
    size_t outer, inner, points, results;
} orb_product;

/* Describes the product along an axis of a batch of blocks with so many results along that axis. */
orb_product orb_product_of(orb_element element, orb_kind kind, int axis, size_t batch, const size_t block[3],
                           size_t results);

/* Can the BLAS represent all of its sizes? */
bool orb_product_fits(const orb_product *product);

/* The number of `lines` that are computed between two calls of MPI; `work` is the number of multiply-adds per line. */
ORB_API size_t orb_product_piece(size_t lines, double work);

/* Computes y = x * c, or y += x * c, and lets messages progress in between. */
void orb_product_run(const orb_product *product, const void *x, const void *c, void *y, bool add, orb_post *post);

/* Computes y += x for so many numbers. */
ORB_API void orb_product_add(orb_element element, size_t numbers, const void *x, void *y);

#endif
