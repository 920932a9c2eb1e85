/* Numbers of any width: exact for the flow, the next larger type for gcc.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef EXACT_H
#define EXACT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef ORB_EXACT
#define INT(bits) _BitInt(bits)
#define UINT(bits) unsigned _BitInt(bits)
#define TO_INT(bits, v) ((_BitInt(bits))(v))
#define TO_UINT(bits, v) ((unsigned _BitInt(bits))(v))
#else
#define INT(bits) int64_t
#define UINT(bits) uint64_t
#define TO_INT(bits, v) ((int64_t)((uint64_t)(v) << (64 - (bits))) >> (64 - (bits)))
#define TO_UINT(bits, v) ((uint64_t)(v) << (64 - (bits)) >> (64 - (bits)))
#endif

#endif
