/* Runs one forward DCT of a cube on a model that can trace, and leaves the waveform: orb-trace MODEL.so OUT.fst
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "orb_model.h"
#include "orbital_regs.h"

#define FIELD(reg, field, value) ((uint32_t)(value) << ORBITAL__##reg##__##field##_bp)
#define LO(field, value) FIELD(PROGRAM__LO, field, value)
#define HI(field, value) FIELD(PROGRAM__HI, field, value)
#define GET(word, reg, field) (((word)&ORBITAL__##reg##__##field##_bm) >> ORBITAL__##reg##__##field##_bp)

enum { OP_STAGE, OP_LOAD, OP_UNLOAD, OP_COEF };
enum { NONE, Q, R, S };

static const struct {
    unsigned axis, x_roll, y_roll, c_roll;
} forward[3] = {{2, NONE, S, Q}, {0, S, Q, NONE}, {1, Q, R, NONE}};

static void descriptor(const orb_model_api *api, orb_model *m, unsigned n, uint32_t lo, uint32_t hi)
{
    api->write(m, (uint32_t)offsetof(orbital_t, PROGRAM) + 8 * n, lo);
    api->write(m, (uint32_t)offsetof(orbital_t, PROGRAM) + 8 * n + 4, hi);
}

/* Coefficients of all axes, load, three stages between buffers 0 and 1, unload. */
static void write_program(const orb_model_api *api, orb_model *m, unsigned p, unsigned shift)
{
    unsigned src = 0;

    descriptor(api, m, 0, LO(OP, OP_COEF), HI(AXES, 7));
    descriptor(api, m, 1, LO(OP, OP_LOAD), 0);
    for (unsigned n = 0; n < 3; ++n) {
        /* the result goes where the last step does not read */
        const unsigned dst = forward[n].x_roll != NONE && p % 2 == 0 ? src : 1 - src;
        descriptor(api, m, 2 + n,
                   LO(OP, OP_STAGE) | LO(CLEAR, 1) | LO(STORE, 1) | LO(AXIS, forward[n].axis) |
                       LO(X_ROLL, forward[n].x_roll) | LO(Y_ROLL, forward[n].y_roll) | LO(C_ROLL, forward[n].c_roll) |
                       LO(STEPS, p) | LO(SHIFT, shift),
                   HI(SRC, src) | HI(ROLL0, 1 - src) | HI(ROLL1, src) | HI(DST, dst));
        src = dst;
    }
    descriptor(api, m, 5, LO(OP, OP_UNLOAD) | LO(LAST, 1), HI(SRC, src) | HI(PLACEMENT, 3));
}

/* An orthonormal DCT-II three times, then a cube with one bright corner. Returns the scale, a power of 2. */
static unsigned fill(int32_t *words, unsigned n, unsigned cw, unsigned w)
{
    const double pi = 3.14159265358979323846;
    const unsigned scale = cw - 1;

    for (unsigned axis = 0; axis < 3; ++axis)
        for (unsigned i = 0; i < n; ++i)
            for (unsigned k = 0; k < n; ++k)
                *words++ = (int32_t)lrint(
                    ldexp(sqrt((k ? 2.0 : 1.0) / n) * cos(pi * (2 * i + 1) * k / (2.0 * n)), (int)scale));
    for (unsigned i = 0; i < n * n * n; ++i)
        words[i] = i % n < 2 && i / n % n < 2 && i / n / n < 2 ? (1 << (w - 2)) : 0;
    return scale;
}

int main(int argc, char **argv)
{
    int status = EXIT_FAILURE;
    void *library = NULL;
    orb_model *m = NULL;
    int32_t *words = NULL;
    const orb_model_api *api = NULL;

    if (argc != 3) {
        fprintf(stderr, "usage: orb-trace MODEL.so OUT.fst\n");
        return 2;
    }
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "orb-trace: %s\n", dlerror());
        goto out;
    }
    const orb_model_api *(*get)(void) = NULL;
    *(void **)&get = dlsym(library, ORB_MODEL_SYMBOL);
    api = get ? get() : NULL;
    if (!api || api->abi != ORB_MODEL_ABI || !(m = api->open(argv[2]))) {
        fprintf(stderr, "orb-trace: %s: not a model that can write waveforms\n", argv[1]);
        goto out;
    }

    const uint32_t array = api->read(m, offsetof(orbital_t, ARRAY)), format = api->read(m, offsetof(orbital_t, FORMAT));
    const unsigned p = GET(array, ARRAY, P), b = GET(array, ARRAY, BMAX), n = p * b;
    const size_t points = (size_t)n * n * n, coefficients = 3 * (size_t)n * n;
    words = malloc((coefficients + points) * sizeof *words);
    if (!words) {
        fprintf(stderr, "orb-trace: out of memory\n");
        goto out;
    }
    const unsigned scale = fill(words, n, GET(format, FORMAT, CW), GET(format, FORMAT, W));
    write_program(api, m, p, scale - GET(format, FORMAT, PS));
    api->write(m, offsetof(orbital_t, BLOCK), FIELD(BLOCK, B1, b) | FIELD(BLOCK, B2, b) | FIELD(BLOCK, B3, b));
    api->write(m, offsetof(orbital_t, CONTROL), FIELD(CONTROL, START, 1));

    orb_model_transfer t = {.in = words,
                            .in_count = coefficients + points,
                            .out = words,
                            .out_count = points,
                            .max_cycles = 100 * (points + coefficients)};
    if (api->run(m, &t)) {
        fprintf(stderr, "orb-trace: the core did not finish: %zu of %zu words came\n", t.out_done, points);
        goto out;
    }
    printf("One forward DCT of %u x %u x %u points on %u x %u x %u nodes: %" PRIu32 " cycles, waveform in %s\n", n, n,
           n, p, p, p, api->read(m, offsetof(orbital_t, COMPUTE_LO)), argv[2]);
    status = EXIT_SUCCESS;
out:
    free(words);
    if (m)
        api->close(m);
    if (library)
        dlclose(library);
    return status;
}
