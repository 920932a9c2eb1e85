/* Fast transforms of a single line.
 * SPDX-License-Identifier: Apache-2.0 */
#define LINE 1
#include "fast_kernel.h"
