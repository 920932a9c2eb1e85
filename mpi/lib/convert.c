/* Conversion between element types, and between boxes with and without padding.
 * SPDX-License-Identifier: Apache-2.0 */
#include "convert.h"

#include "field.h"

#include <string.h>

/* Real parts of complex numbers have a step of 2. */
static void convert_scalars(size_t count, size_t step_from, bool single_from, const void *from, size_t step_to,
                            bool single_to, void *to)
{
    if (single_from && single_to)
        for (size_t i = 0; i < count; i++)
            ((float *)to)[i * step_to] = ((const float *)from)[i * step_from];
    else if (single_from)
        for (size_t i = 0; i < count; i++)
            ((double *)to)[i * step_to] = (double)((const float *)from)[i * step_from];
    else if (single_to)
        for (size_t i = 0; i < count; i++)
            ((float *)to)[i * step_to] = (float)((const double *)from)[i * step_from];
    else
        for (size_t i = 0; i < count; i++)
            ((double *)to)[i * step_to] = ((const double *)from)[i * step_from];
}

static void convert_row(size_t count, orb_element element_from, const void *from, orb_element element_to, void *to)
{
    const bool complex_from = orb_is_complex(element_from), complex_to = orb_is_complex(element_to);
    const bool single_from = orb_is_single(element_from), single_to = orb_is_single(element_to);

    if (element_from == element_to)
        memcpy(to, from, count * orb_element_size(element_to));
    else if (complex_from && complex_to)
        convert_scalars(2 * count, 1, single_from, from, 1, single_to, to);
    else {
        if (complex_to)
            memset(to, 0, count * orb_element_size(element_to));
        convert_scalars(count, complex_from ? 2 : 1, single_from, from, complex_to ? 2 : 1, single_to, to);
    }
}

static size_t points_of(const size_t shape[3])
{
    return shape[0] * shape[1] * shape[2];
}

void orb_convert(size_t batch, const size_t size[3], const orb_boxes *from, const void *source, const orb_boxes *to,
                 void *target)
{
    const size_t bytes_from = orb_element_size(from->element), bytes_to = orb_element_size(to->element);
    const size_t points_from = points_of(from->shape), points_to = points_of(to->shape);

    if (points_of(size) != points_to)
        memset(target, 0, batch * points_to * bytes_to);
    for (size_t v = 0; v < batch && size[2]; v++)
        for (size_t i = 0; i < size[0]; i++)
            for (size_t j = 0; j < size[1]; j++) {
                const size_t row_from = v * points_from + (i * from->shape[1] + j) * from->shape[2];
                const size_t row_to = v * points_to + (i * to->shape[1] + j) * to->shape[2];

                convert_row(size[2], from->element, (const char *)source + row_from * bytes_from, to->element,
                            (char *)target + row_to * bytes_to);
            }
}
