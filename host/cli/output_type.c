/* The element type of an output: what was asked for, else what the values need.
 * SPDX-License-Identifier: Apache-2.0 */
#include "output_type.h"

#include "message.h"
#include "rounding.h"

#include <math.h>

/* Rounding errors of a transform, in last places: beyond the sixth standard deviation of what several stages add up. */
#define LAST_PLACES 8

/* Last places that the largest coefficient of a fixed-point array has at least, by far. */
#define WORD_LEAST 64

bool output_type_allows(const dtype *requested, bool complex, const char *path)
{
    if (!requested || !complex || dtype_is_complex(requested))
        return true;
    return fail(path, "choose --dtype complex64 or complex128", "its values are complex, which %s cannot hold",
                requested->name);
}

/* Would single precision lose digits of such elements? */
static bool is_double(const dtype *type)
{
    return type && type->size > (dtype_is_complex(type) ? 8 : dtype_is_integer(type) ? 2 : 4);
}

static bool takes(const volume_target *target, const dtype *type)
{
    return !target || volume_target_takes(target, type);
}

const dtype *output_type_float(bool complex, const dtype *known, const volume_target *target)
{
    const dtype *type = dtype_named(complex ? "complex128" : "float64");
    return is_double(known) && takes(target, type) ? type : dtype_named(complex ? "complex64" : "float32");
}

const dtype *output_type_of_results(const volume *results, const dtype *input, const dtype *requested,
                                    const volume_target *target)
{
    return requested ? requested : output_type_float(results->complex, input, target);
}

/* The step between neighbouring words of the largest coefficient's size; 0 in fixed point. */
static double float_step(const restored_points *restored)
{
    orb_device_info info;
    if (orb_device_query(restored->device, &info) || info.exponent_bits == 0)
        return 0;
    return ldexp(restored->coefficient, -(int)(info.w - 1 - info.exponent_bits));
}

/* The same of the elements of the file that the coefficients come from; 0 for integers, or without a file. The forward
 * transform rounds the two coefficients of a conjugate pair, which are not exactly equal, to this step. */
static double stored_step(const restored_points *restored)
{
    const dtype *type = restored->coefficients;
    unsigned size;
    if (!type || dtype_is_integer(type))
        return 0;
    size = dtype_is_complex(type) ? type->size / 2 : type->size;
    return ldexp(restored->coefficient, size == 8 ? -52 : size == 4 ? -23 : -10);
}

/* The largest error of a restored point that roundings can explain. Errors of the coefficients come back as they are,
 * but for the norm, as the matrices are unitary. An array makes about as large ones in both directions. */
static double precision(const restored_points *restored)
{
    const double factor = rounding_factor(restored->spec, ORB_INVERSE), inverse = factor * restored->report->last_place;
    /* The largest coefficient has tens of last places; a record may claim anything. */
    const double least = factor * restored->coefficient / WORD_LEAST, scale = restored->spec->scale;
    const double forward = isnan(scale) ? inverse : fmin(scale, least);
    return LAST_PLACES * (forward + inverse + factor * (2 * float_step(restored) + stored_step(restored)));
}

void output_type_add(restored_points *restored, const volume *coefficients, const volume *points)
{
    double low, high;
    volume_range(coefficients, &low, &high);
    restored->coefficient = fmax(restored->coefficient, fmax(fabs(low), fabs(high))); /* of the finite ones */
    restored->complex = points->complex;
    for (size_t i = 0; points->complex && i < volume_count(points); i++)
        restored->imaginary = rounding_worse(restored->imaginary, fabs(points->data[2 * i + 1]));
}

static const dtype *restored_float(const restored_points *restored, bool complex)
{
    const dtype *known = restored->spec->element ? restored->spec->element : restored->coefficients;
    return output_type_float(complex, known, restored->target);
}

/* The integer type of fewest bytes that the target takes and that has all values of another. Where there is none it is
 * that type itself, which the target will refuse: no other would give back the integers that were there. */
static const dtype *restored_integer(const restored_points *restored, const dtype *was)
{
    for (unsigned size = was->size; size <= 8; size *= 2) {
        const dtype *same = dtype_find(was->letter, size), *wider = size > was->size ? dtype_find('i', size) : NULL;
        if (takes(restored->target, same))
            return same;
        if (wider && takes(restored->target, wider))
            return wider;
    }
    return was;
}

const dtype *output_type_expected(const restored_points *restored, const dtype *requested)
{
    const bool complex = restored->complex && restored->spec->input != INPUT_REAL;
    const dtype *was = restored->spec->element;
    if (requested)
        return requested;
    if (was && dtype_is_integer(was) && !complex)
        return restored_integer(restored, was);
    return was && dtype_is_complex(was) == complex && takes(restored->target, was) ? was
                                                                                   : restored_float(restored, complex);
}

output_type output_type_of_points(const restored_points *restored, const dtype *requested)
{
    const bool was_real = restored->spec->input == INPUT_REAL;
    output_type chosen = {.type = output_type_expected(restored, requested), .imaginary = restored->imaginary};
    const bool vanishes = chosen.imaginary <= precision(restored);

    if (!requested && restored->complex && !vanishes && !dtype_is_complex(chosen.type))
        chosen.type = restored_float(restored, true);
    chosen.lost = !vanishes && !dtype_is_complex(chosen.type);
    chosen.unexpected = !vanishes && !requested && was_real;
    return chosen;
}

bool output_type_warn(const output_type *chosen, const char *path)
{
    if (chosen->lost)
        warn(path, "imaginary parts of up to %.6g were dropped: choose --dtype complex64 to keep them",
             chosen->imaginary);
    else if (chosen->unexpected)
        warn(path, "the input was real, but imaginary parts of up to %.6g came back: stored as %s", chosen->imaginary,
             chosen->type->name);
    return chosen->lost;
}
