/* Fast transforms of lines beside each other.
 * SPDX-License-Identifier: Apache-2.0 */
#define LINE 0
#include "fast_kernel.h"
