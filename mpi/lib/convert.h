/* From the caller's elements to the numbers computed with, and back.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CONVERT_H
#define ORB_CONVERT_H

#include <orbital/orbital.h>

/* A batch of boxes, one after the other. */
typedef struct orb_boxes {
    orb_element element;
    size_t shape[3]; /* of one, dense, in C order */
} orb_boxes;

/* Copies boxes of size points that begin both shapes; what else `to` has becomes zero. A real element takes the real
 * part of a complex one. */
void orb_convert(size_t batch, const size_t size[3], const orb_boxes *from, const void *source, const orb_boxes *to,
                 void *target);

#endif
