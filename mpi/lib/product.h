/* The product of a block of the volume with a block of coefficients, along one axis.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PRODUCT_H
#define ORB_PRODUCT_H

#include <orbital/orbital.h>

#include "post.h"

/* x has outer x points x inner numbers, y outer x results x inner, c points x results. */
typedef struct orb_product {
    orb_element element;      /* of x and y */
    orb_element coefficients; /* of c */
    int axis;
    size_t outer, inner, points, results;
} orb_product;

/* The product of blocks along an axis, of a batch of blocks of this shape; results are along that axis. */
orb_product orb_product_of(orb_element element, orb_kind kind, int axis, size_t batch, const size_t block[3],
                           size_t results);

/* Is each of its sizes one that a BLAS can take? */
bool orb_product_fits(const orb_product *product);

/* How many of `lines`, each of so much work (multiply-adds), are computed between two looks at the messages. */
ORB_API size_t orb_product_piece(size_t lines, double work);

/* y = x * c, or y += x * c. Messages move meanwhile. */
void orb_product_run(const orb_product *product, const void *x, const void *c, void *y, bool add, orb_post *post);

/* y += x: so many numbers. */
ORB_API void orb_product_add(orb_element element, size_t numbers, const void *x, void *y);

#endif
