/* Conversion between the caller's element type and that of computations.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CONVERT_H
#define ORB_CONVERT_H

#include <orbital/orbital.h>

/* A batch of contiguous boxes. */
typedef struct orb_boxes {
    orb_element element;
    size_t shape[3]; /* of each box, in C order */
} orb_boxes;

/* Copies `size` points from the start of each box of `from` to the start of each box of `to`, and pads `to` with zeros.
 * A real element gets the real part of a complex one. */
void orb_convert(size_t batch, const size_t size[3], const orb_boxes *from, const void *source, const orb_boxes *to,
                 void *target);

#endif
