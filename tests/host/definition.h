/* Transforms of complex volumes by their definition, and random plans to compare with it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DEFINITION_H
#define DEFINITION_H

#include "support.h"

/* The transform of a complex volume by its definition, in place. */
void define_complex(const orb_plan_desc *desc, double *re, double *im);

bool is_complex(orb_element element);

/* Runs an orthonormal plan of 64-bit elements on random numbers. The errors: in last places, or in float, relative to
 * the largest real or imaginary part of the results. An imaginary part counts even if the plan drops it, because the
 * errors of the real parts depend on it. */
errors compare_with_definition(orb_device *device, const orb_plan_desc *desc, orb_report *report);

/* A plan with axes of 1 to `most` points, of kinds that exist for any length. */
orb_plan_desc random_plan(size_t most, bool fourier);

/* In fixed point, what one round may have in last places: 0.6 and the roundings of the coefficients, which are more
 * where two parts are summed. */
#define FIXED_BOUND 0.75

/* Compares a plan with the definition. `bound` is the rms error that is expected of one round; those of several rounds
 * add up as squares. Fails if the rms error is beyond rms_slack, or a single error beyond PEAK_SLACK, times that. */
void check_plan(orb_device *device, const orb_plan_desc *desc, double bound, orb_report *report);

/* Runs a plan on the numbers between -1 and 1 that make some result largest, or on one that is alone; fails if anything
 * is clipped. */
void check_worst(orb_device *device, const orb_plan_desc *desc);

#endif
