/* Volumes of real or complex numbers, and boxes of them as dense cubes of doubles.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_FIELD_H
#define ORB_FIELD_H

#include <orbital/orbital.h>

#include <stdbool.h>

typedef struct orb_field {
    orb_element element;
    size_t n[3];
    ptrdiff_t stride[3];     /* elements from one point to the next; all 0: dense */
    const void *from;        /* the numbers where they are read, */
    void *to;                /* and where they are written */
    size_t block[3];         /* the factors below repeat after so many points */
    const double *factor[3]; /* of the points along each axis; NULL: 1 */
} orb_field;

/* A box of a field as a cube, whose axes may be in another order. */
typedef struct orb_box {
    size_t first[3];  /* its first point, by axes of the field */
    size_t extent[3]; /* points along them that it has; the cube is zero beyond, as beyond the end of the field */
    unsigned axis[3]; /* the field's axis along each axis of the cube */
    size_t cube[3];   /* points of the cube along its own axes */
} orb_box;

bool orb_is_complex(orb_element element);

/* Is it float, or two of them? */
bool orb_is_single(orb_element element);

/* Bytes of an element. */
size_t orb_element_size(orb_element element);

/* Points of a box along an axis of the field that are in the field. */
size_t orb_field_within(const orb_field *field, const orb_box *box, unsigned axis);

/* Copies the real parts of a box (part 0) or the imaginary ones (part 1), times the factors. False if any is not
 * finite. */
bool orb_field_gather(const orb_field *field, const orb_box *box, unsigned part, double *cube);

/* Copies a cube, times the factors, to a box; NULL: zeros. A real field has no part 1. */
void orb_field_scatter(const orb_field *field, const orb_box *box, unsigned part, const double *cube);

#endif
