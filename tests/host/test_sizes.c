/* Sizes beyond any memory are refused before anything is allocated for them, or follows from them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <cpu.h>
#include <error.h>
#include <plan.h>
#include <recipe.h>
#include <round.h>

#include <stdlib.h>
#include <string.h>

/* The square of so many does not fit into a size. */
#define ROOT ((size_t)1 << (sizeof(size_t) * 4))

static void matrices_beyond_any_memory(void **state)
{
    static const orb_kind kinds[] = {ORB_DCT, ORB_DST, ORB_DHT, ORB_DWHT, ORB_DFT};

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        orb_axis axis = {.n = ROOT, .kind = kinds[i], .type = 2};

        assert_int_equal(orb_axis_fill(&axis), ORB_NO_MEMORY);
        assert_null(axis.matrix);
        assert_null(axis.imaginary);
        orb_axis_free(&axis);
    }
}

/* The number of elements does not fit, or the number of their bytes. */
static void packed_matrices_beyond_any_memory(void **state)
{
    static const size_t sizes[] = {sizeof(float), sizeof(double)};
    static const double element = 1.0;

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t n = ROOT - 64; n <= ROOT; n += 64) {
            cpu_factor factor;

            assert_int_equal(orb_cpu_pack(&factor, &(cpu_matrix){.at = &element, .n = n}, sizes[i]), ORB_NO_MEMORY);
            assert_true(!factor.left && !factor.right);
            orb_cpu_factor_free(&factor);
        }
}

/* Identities have no matrix; but lines, panels of them and their bytes have to be counted. */
static void blocks_beyond_any_memory(void **state)
{
    static const size_t large = (SIZE_MAX >> 6) + 1;
    const size_t shapes[][3] = {
        {1, 16, 16 * large}, {32 * large, 64, 64}, {1, large, 1}, {1, large / 4, 1}, {1, large / 64, 16}};

    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        orb_axis axes[3];
        orb_backend backend = {.threads = 1, .only = "plain"};
        const orb_problem problem = {.axis = axes, .blocks = {1, 1, 1}, .order = {0, 1, 2}};
        orb_setup *setup = NULL;

        for (int a = 0; a < 3; a++)
            axes[a] = (orb_axis){.n = shapes[i][a], .kind = ORB_IDENTITY};
        assert_int_equal(orb_cpu_prepare(&backend, &problem, &setup), ORB_NO_MEMORY);
        assert_null(setup);
    }
}

/* More blocks than can be counted are in more volumes than can be. */
static void batches_beyond_any_memory(void **state)
{
    static const char *const engines[] = {"cpu:threads=1", "hls:p=2,b=4,jobs=1"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        const orb_plan_desc desc = {.n = {8, 8, 8}, .block = {4, 4, 4}, .kind = {ORB_DCT, ORB_DCT, ORB_DCT}};
        orb_device *device = open_device(engines[i]);
        orb_plan *plan = NULL;

        assert_ok(orb_plan_create(&plan, device, &desc));
        assert_int_equal(device->engine->execute(plan, &(orb_batch){.volumes = SIZE_MAX / 4}), ORB_INVALID);
        orb_plan_destroy(plan);
        orb_close(device);
    }
}

/* The items of a round, of all rounds, and the parts that a progress function counts, each overflow in one case. */
static void items_beyond_any_count(void **state)
{
    static const struct {
        size_t items[2], volumes;
    } cases[] = {{{SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1}, 1}, {{1, 1}, SIZE_MAX / 2 + 1}, {{1, 1}, SIZE_MAX / 64}};
    const orb_plan_desc desc = {
        .n = {9, 2, 10}, .kind = {ORB_DFT, ORB_IDENTITY, ORB_DFT}, .element_in = ORB_C128, .element_out = ORB_C128};
    orb_device *device = open_device("hls:p=2,b=4,full=4,w=16,jobs=1");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        orb_plan *plan = NULL;

        assert_ok(orb_plan_create(&plan, device, &desc));
        assert_int_equal(plan->setup->rounds, 2);
        memcpy(plan->setup->items, cases[i].items, sizeof cases[i].items);
        assert_int_equal(device->engine->execute(plan, &(orb_batch){.volumes = cases[i].volumes}), ORB_INVALID);
        orb_plan_destroy(plan);
    }
    orb_close(device);
}

/* Cubes of a line whose sums, or strands of a volume whose numbers, cannot be counted. */
static void rounds_beyond_any_memory(void **state)
{
    static const size_t cuts[] = {ROOT / 2, SIZE_MAX / 4, SIZE_MAX / 2 + 1, SIZE_MAX};
    const orb_shape shape = {4, 2, 8};
    const size_t n[3] = {32, 32, 32}, one[3] = {1, 1, 1};
    orb_round round = {.stages = 1, .axis = {0, 1, 2}, .parts = {1, 1}, .ring = 4};

    (void)state;
    assert_true(orb_round_fit(&round, &shape, n, (const size_t[]){SIZE_MAX, 1, 1}, one));
    assert_false(orb_round_fit(&round, &shape, n, (const size_t[]){2, SIZE_MAX, 1}, one));
    assert_false(orb_round_fit(&round, &shape, n, (const size_t[]){2, 1, SIZE_MAX}, one));
    assert_false(orb_round_fit(&round, &shape, (const size_t[]){32, 64, 32}, (const size_t[]){1, 1, SIZE_MAX},
                               (const size_t[]){1, 2, 1}));
    assert_true(orb_round_fit(&round, &shape, n, one, one));
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        orb_recipe recipe;

        round.cuts[2] = cuts[i];
        assert_int_equal(orb_recipe_init(&recipe, &round), ORB_NO_MEMORY);
        assert_null(recipe.op);
        orb_recipe_free(&recipe);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_beyond_any_memory), cmocka_unit_test(packed_matrices_beyond_any_memory),
        cmocka_unit_test(blocks_beyond_any_memory),   cmocka_unit_test(batches_beyond_any_memory),
        cmocka_unit_test(rounds_beyond_any_memory),   cmocka_unit_test(items_beyond_any_count),
    };

    support_start("sizes");
    return cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
}
