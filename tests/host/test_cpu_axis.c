/* Which axes the engine "cpu" transforms fast.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <cpu.h>

#include <stdlib.h>

/* Lines that are this long take far fewer sums fast than as products, whatever the processor; one that is longer than a
 * fast transform can be is never fast. */
static void long_axes_are_fast(void **state)
{
    static const struct {
        orb_kind kind;
        int type;
        size_t n;
        bool fast;
    } cases[] = {
        {ORB_DCT, 1, 4097, true}, {ORB_DCT, 2, 4096, true},          {ORB_DCT, 4, 4096, true},
        {ORB_DST, 1, 4095, true}, {ORB_DST, 3, 4096, true},          {ORB_DHT, 0, 4096, true},
        {ORB_DFT, 0, 4096, true}, {ORB_DCT, 2, SIZE_MAX / 8, false}, {ORB_DFT, 0, SIZE_MAX / 8, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned inverse = 0; inverse < 2; inverse++) {
            const orb_axis axis = {.n = cases[i].n,
                                   .kind = cases[i].kind,
                                   .type = cases[i].type,
                                   .direction = inverse ? ORB_INVERSE : ORB_FORWARD};

            for (int choice = CPU_AUTO; choice <= CPU_YES; choice++) {
                const orb_backend backend = {.threads = 1, .fast = (cpu_choice)choice};

                assert_int_equal(orb_cpu_needs_no_matrix(&backend, &axis), cases[i].fast && choice != CPU_NO);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_axes_are_fast),
    };

    support_start("cpu_axis");
    return cmocka_run_group_tests_name("cpu_axis", tests, NULL, NULL);
}
