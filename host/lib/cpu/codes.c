/* Which code runs on this processor.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cpu.h"

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

const cpu_code *orb_cpu_code(bool full)
{
    size_t i = 0;

    while (!codes[i][full]->runs())
        i++;
    return codes[i][full];
}
