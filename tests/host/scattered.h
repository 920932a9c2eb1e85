/* Volumes that lie in memory in any way: what tests of strides and alignment compare.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SCATTERED_H
#define SCATTERED_H

#include "definition.h"

/* An array, and the first point of the volume in it. */
typedef struct array {
    size_t numbers; /* real ones, those of gaps too */
    orb_element element;
    char *memory, *first;
} array;

/* How a volume lies in memory: its axes in any order, with gaps; the input and the output so many bytes from where FFTW
 * wants them. */
typedef struct layout {
    bool strided;
    size_t shift[2];
} layout;

bool is_single(orb_element element);

/* Number `index` of an array, parts of complex elements each. */
double number_at(const array *a, size_t index);
void set_number(array *a, size_t index, double value);

void choose_strides(int64_t stride[3], const size_t n[3], layout l);

/* Random numbers everywhere, with room behind. `memory` is to be freed. */
array new_array(const int64_t stride[3], const size_t n[3], orb_element element, size_t shift);
array copy_of(const array *a);

/* The largest difference, by the largest number. What neither side wrote differs by nothing. */
double difference(const array *a, const array *b);

/* Transforms one volume. */
void run_volume(const char *engine, const orb_plan_desc *desc, const void *in, void *out, orb_report *report);

#endif
