/* Measures products beside fast transforms along a long axis of the engine "cpu", alternately, on one thread.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Arguments: a kind, or "all", and points of the long axis, one or more. Prints a line for each
 * kind, axis and length: milliseconds of each, and how many times as fast the fast transform is. */
#include "contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 64 };

/* A kind, by the ways that fast transforms go. */
static const struct named {
    const char *name;
    orb_kind kind;
    int type;
    bool complex_in;
} kinds[] = {
    {"DCT-I", ORB_DCT, 1, false},       {"DCT-II", ORB_DCT, 2, false}, {"DCT-III", ORB_DCT, 3, false},
    {"DCT-IV", ORB_DCT, 4, false},      {"DHT", ORB_DHT, 0, false},    {"DFT, real", ORB_DFT, 0, false},
    {"DFT, complex", ORB_DFT, 0, true},
};

static const char *const engines[2] = {"cpu:threads=1,fast=no", "cpu:threads=1,fast=yes"};

static void measure(orb_device *const devices[2], const struct named *kind, int axis, size_t n)
{
    orb_plan_desc desc = {
        .n = {OTHERS, OTHERS, OTHERS},
        .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY},
        .element_in = kind->complex_in ? ORB_C64 : ORB_F32,
        .element_out = kind->kind == ORB_DFT ? ORB_C64 : ORB_F32,
    };
    const size_t count = OTHERS * OTHERS * n;
    float *in = random_numbers(2 * count), *out = random_numbers(2 * count);
    contestant_plan plans[2];
    double best[2];

    desc.n[axis] = n;
    desc.kind[axis] = kind->kind;
    desc.type[axis] = kind->type;
    for (int i = 0; i < 2; i++)
        plans[i] = (contestant_plan){.plan = new_plan(devices[i], &desc), .in = in, .out = out};
    contest((const contestant[2]){{run_plan, &plans[0]}, {run_plan, &plans[1]}}, 2, best);
    printf("%-13s axis %d, %5zu points: products %8.2f ms, fast %8.2f ms, %5.2f times as fast\n", kind->name, axis, n,
           1e3 * best[0], 1e3 * best[1], best[0] / best[1]);
    fflush(stdout);
    for (int i = 0; i < 2; i++)
        orb_plan_destroy(plans[i].plan);
    free(in);
    free(out);
}

int main(int argc, char **argv)
{
    orb_device *devices[2];

    for (int i = 0; i < 2; i++)
        devices[i] = new_device(engines[i]);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int a = 2; a < argc && (!strcmp(argv[1], "all") || !strcmp(argv[1], kinds[k].name)); a++) {
            const size_t n = strtoul(argv[a], NULL, 10) + (kinds[k].type == 1);

            for (int axis = 0; axis < 3; axis++)
                measure(devices, &kinds[k], axis, n);
        }
    for (int i = 0; i < 2; i++)
        orb_close(devices[i]);
    return 0;
}
