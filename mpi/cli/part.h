/* A rank's part of a volume or series: its box, in the layouts of liborbital_mpi and of the file.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef PART_H
#define PART_H

#include "volume.h"

/* Axes 0 to 2 of the volume and the fourth of a series. */
enum { PART_AXES = 4 };

typedef struct part {
    size_t whole[PART_AXES];                  /* the file's shape, by the order of its axes: the last is the fastest */
    size_t start[PART_AXES], size[PART_AXES]; /* of the box, likewise */
    size_t stride[PART_AXES];                 /* in memory, likewise, in points */
    int axis[PART_AXES];                      /* of the volume, likewise */
    bool of_series;
    bool complex, single; /* the numbers in memory */
    void *values;         /* owned; NULL until part_allocate */
} part;

/* What the numbers of a part are like. */
typedef struct part_numbers {
    size_t infinite;             /* points that are not finite */
    double magnitude, imaginary; /* the largest of a finite point */
} part_numbers;

/* The volumes of a file, of which a part has all or one. */
typedef struct part_series {
    size_t volumes, first, taken;
    bool is_axis; /* the fourth axis is the last one of the transform, and of a box in memory; else it is the batch */
    bool first_fastest; /* axis 0 is the fastest in the file */
} part_series;

/** Places a box. \param whole  the volume: its shape and order in memory count
 *  \param start, size  from orb_mpi_plan_input */
void part_place(part *p, const volume *whole, const part_series *series, const size_t start[PART_AXES],
                const size_t size[PART_AXES]);

/** Memory for the numbers. \return false when it ran out; part_release is needed in both cases */
bool part_allocate(part *p, bool complex, bool single);

void part_release(part *p);

/** Points of the box. */
size_t part_count(const part *p);

/** Where a point of the box, counted in the file's order, lies in the volume. */
void part_position(const part *p, size_t point, size_t at[PART_AXES]);

/** Which point of the file it is, and how many points of the box follow each other there from it on. */
size_t part_row(const part *p, size_t point, size_t *run);

/** Puts points of the box, counted in the file's order, in their places, or gets them from there.
 *  \param complex  whether the values are; imaginary parts that are not there are 0 */
void part_put(part *p, size_t point, size_t count, const double *values, bool complex);
void part_get(const part *p, size_t point, size_t count, double *values, bool complex);

/** What its numbers are like. */
part_numbers part_look(const part *p);

#endif
