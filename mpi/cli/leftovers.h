/* Files that must not outlive the processes: those not complete yet, under their temporary names.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LEFTOVERS_H
#define LEFTOVERS_H

#include "ranks.h"

/** Has a signal that ends a rank remove the files first. \param name  of rank 0; NULL there: none. Collective. */
void leftovers_add(const ranks *r, const char *name);

/** Catches signals. Files that are added from here on go with them. */
void leftovers_watch(void);

#endif
