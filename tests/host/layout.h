/* Volumes within larger arrays, with gaps between their points.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "definition.h"

/* A volume within a larger array, all other bytes of which have one value. */
typedef struct layout {
    orb_element element;
    size_t n[3], size; /* points; bytes of an element */
    int64_t stride[3];
    size_t bytes;
    char *array, *first; /* the array, and point (0,0,0) in it */
} layout;

/* The address of a point, by its number in C order. */
char *layout_point(const layout *l, size_t at);

/* Allocates a volume whose element, size, points and strides are set. The caller frees `array`. */
void layout_allocate(layout *l);

/* Allocates a volume: axes in any order, or in C order; with gaps and backwards, or not. The caller frees `array`. */
layout layout_random(const size_t n[3], orb_element element, bool c_order);

/* The same without gaps, in C order. */
layout layout_dense(const size_t n[3], orb_element element);

/* Random numbers at all points. */
void layout_fill(const layout *l);

/* Copies the points of a volume to one of another layout. */
void layout_copy(const layout *from, const layout *to);

/* Fails the test if any byte between the points, before or after them has changed. */
void layout_assert_gaps(const layout *l);

/* Fails the test unless the points are equal: bit for bit with a bound of 0, else relative to the largest number. */
void layout_assert_alike(const layout *one, const layout *other, double bound);

#endif
