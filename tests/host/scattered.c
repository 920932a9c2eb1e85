/* Volumes that lie in memory in any way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scattered.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool is_single(orb_element element)
{
    return element == ORB_F32 || element == ORB_C64;
}

static size_t number_size(orb_element element)
{
    return is_single(element) ? sizeof(float) : sizeof(double);
}

double number_at(const array *a, size_t index)
{
    return is_single(a->element) ? (double)((const float *)(const void *)a->memory)[index]
                                 : ((const double *)(const void *)a->memory)[index];
}

void set_number(array *a, size_t index, double value)
{
    if (is_single(a->element))
        ((float *)(void *)a->memory)[index] = (float)value;
    else
        ((double *)(void *)a->memory)[index] = value;
}

void choose_strides(int64_t stride[3], const size_t n[3], layout l)
{
    const size_t turn = l.strided ? random_below(3) : 0;
    int64_t next = l.strided ? 1 + (int64_t)random_below(2) : 1;

    for (size_t x = 3; x-- > 0;) {
        const size_t a = (x + turn) % 3;

        stride[a] = next;
        next *= (int64_t)n[a] + (l.strided ? (int64_t)random_below(3) : 0);
    }
}

static char *new_memory(size_t numbers, orb_element element)
{
    char *memory = aligned_alloc(64, (numbers * number_size(element) + 63) / 64 * 64);

    assert_non_null(memory);
    return memory;
}

array new_array(const int64_t stride[3], const size_t n[3], orb_element element, size_t shift)
{
    const size_t parts = is_complex(element) ? 2 : 1;
    size_t elements = 16;
    array a = {.element = element};

    for (int x = 0; x < 3; x++)
        elements += (n[x] - 1) * (size_t)stride[x];
    a.numbers = elements * parts;
    a.memory = new_memory(a.numbers, element);
    a.first = a.memory + shift;
    for (size_t i = 0; i < a.numbers; i++)
        set_number(&a, i, random_normal());
    return a;
}

array copy_of(const array *a)
{
    array copy = *a;

    copy.memory = new_memory(a->numbers, a->element);
    copy.first = copy.memory + (a->first - a->memory);
    memcpy(copy.memory, a->memory, a->numbers * number_size(a->element));
    return copy;
}

double difference(const array *a, const array *b)
{
    double most = 0.0, largest = 0.0;

    for (size_t i = 0; i < a->numbers; i++) {
        most = worse(most, fabs(number_at(a, i) - number_at(b, i)));
        largest = worse(largest, fabs(number_at(a, i)));
    }
    return most / largest;
}

void run_volume(const char *engine, const orb_plan_desc *desc, const void *in, void *out, orb_report *report)
{
    orb_device *device = open_device(engine);
    orb_plan *plan = NULL;

    assert_ok(orb_plan_create(&plan, device, desc));
    assert_ok(orb_execute(plan, in, out, report));
    orb_plan_destroy(plan);
    orb_close(device);
}
