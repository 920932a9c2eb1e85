/* Which code runs on this processor.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cpu.h"

#include <string.h>

extern const cpu_code orb_cpu_code_f32_plain, orb_cpu_code_f64_plain;
#ifdef __x86_64__
extern const cpu_code orb_cpu_code_f32_avx2, orb_cpu_code_f64_avx2, orb_cpu_code_f32_avx512, orb_cpu_code_f64_avx512;
#endif

/* The best first; the last runs everywhere. */
static const cpu_code *const codes[][2] = {
#ifdef __x86_64__
    {&orb_cpu_code_f32_avx512, &orb_cpu_code_f64_avx512},
    {&orb_cpu_code_f32_avx2, &orb_cpu_code_f64_avx2},
#endif
    {&orb_cpu_code_f32_plain, &orb_cpu_code_f64_plain},
};

enum { CODES = sizeof codes / sizeof *codes };

const cpu_code *orb_cpu_code(bool single, size_t vector, const char *only)
{
    size_t i = 0;

    while (only && strcmp(codes[i][0]->name, only))
        i++;
    while (!codes[i][!single]->runs() || codes[i][!single]->vector > vector)
        i++;
    return codes[i][!single];
}

const char *orb_cpu_instructions(const char *name, size_t length)
{
    for (size_t i = 0; i < CODES; i++)
        if (strlen(codes[i][0]->name) == length && !strncmp(codes[i][0]->name, name, length) && codes[i][0]->runs())
            return codes[i][0]->name;
    return NULL;
}
