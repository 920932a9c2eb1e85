/* Does what a plan is asked for go together?
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_DESC_H
#define ORB_DESC_H

#include <orbital/orbital.h>

/* Sizes, elements, direction, norm and shift; whether the kinds exist for these sizes is for orb_axis_init. ORB_OK or
 * ORB_INVALID */
orb_status orb_desc_check(const orb_plan_desc *desc);

#endif
