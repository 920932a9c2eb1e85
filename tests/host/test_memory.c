/* Memory runs out in each allocation of the library, one after the other; the start of a thread counts as one. The
 * status is the documented one, nothing is lost, and a second attempt succeeds. The linker puts the functions below
 * before those of the C library (--wrap).
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* vasprintf */
#include "support.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- allocations that fail ---- */

static long left = -1; /* atomic: so many allocations more succeed; -1: all */
static int failed;     /* atomic */
static int threadless; /* atomic: what failed was the start of a thread */
static long living;    /* atomic: allocations that have not been freed */

/* The allocation after so many more fails, once, in whichever thread. */
static void fail_after(long allocations)
{
    __atomic_store_n(&failed, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&threadless, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&left, allocations, __ATOMIC_RELAXED);
}

static bool has_failed(void)
{
    return __atomic_load_n(&failed, __ATOMIC_RELAXED);
}

static bool fails(void)
{
    if (__atomic_load_n(&left, __ATOMIC_RELAXED) < 0 || __atomic_fetch_sub(&left, 1, __ATOMIC_RELAXED) != 0)
        return false;
    __atomic_store_n(&failed, 1, __ATOMIC_RELAXED);
    return true;
}

static void *counted(void *memory)
{
    if (memory)
        __atomic_add_fetch(&living, 1, __ATOMIC_RELAXED);
    return memory;
}

/* The linker's names. */
void __real_free(void *memory);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
void __wrap_free(void *memory);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
int __wrap_asprintf(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));
int __wrap___asprintf_chk(char **text, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    void *grown = fails() ? NULL : __real_realloc(old, size);

    return old ? grown : counted(grown);
}

void __wrap_free(void *memory)
{
    if (memory)
        __atomic_sub_fetch(&living, 1, __ATOMIC_RELAXED);
    __real_free(memory);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    if (!fails())
        return __real_pthread_create(thread, attributes, start, argument);
    __atomic_store_n(&threadless, 1, __ATOMIC_RELAXED);
    return EAGAIN;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : counted(__real_strdup(text));
}

/* What is in *text after a failure is undefined, so it is a pointer that nobody may follow. */
static int print(char **text, const char *format, va_list arguments)
{
    int length = -1;

    *text = (char *)(uintptr_t)16;
    if (!fails())
        length = vasprintf(text, format, arguments);
    if (length >= 0)
        counted(*text);
    return length;
}

int __wrap_asprintf(char **text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = print(text, format, arguments);
    va_end(arguments);
    return length;
}

/* The same where copies are checked. */
int __wrap___asprintf_chk(char **text, int flag, const char *format, ...)
{
    va_list arguments;
    int length;

    (void)flag;
    va_start(arguments, format);
    length = print(text, format, arguments);
    va_end(arguments);
    return length;
}

/* ---- the calls of a program, each of which may meet it ---- */

typedef struct call {
    const char *engine;
    const orb_plan_desc *desc;
    orb_device *device;
    orb_plan *plan;
    const void *in;
    void *out;
    char **names;
} call;

static orb_status list(call *c)
{
    return orb_engine_list(&c->names);
}

static orb_status open(call *c)
{
    return orb_open(&c->device, c->engine);
}

static orb_status create(call *c)
{
    return orb_plan_create(&c->plan, c->device, c->desc);
}

static orb_status execute(call *c)
{
    return orb_execute(c->plan, c->in, c->out, NULL);
}

/* One step. If memory runs out in it, it says so and leaves nothing, and succeeds the second time. Did it? An execution
 * without one of its threads succeeds with the others. What it keeps is for later ones, until the device is closed. */
static bool step(call *c, orb_status (*run)(call *))
{
    const long before = __atomic_load_n(&living, __ATOMIC_RELAXED);
    const orb_status status = run(c);

    if (!has_failed()) {
        assert_ok(status);
        return false;
    }
    if (status || run != execute || !__atomic_load_n(&threadless, __ATOMIC_RELAXED)) {
        assert_int_equal(status, ORB_NO_MEMORY);
        assert_string_equal(orb_last_error(), orb_strerror(ORB_NO_MEMORY));
    }
    if (run != execute)
        assert_int_equal(__atomic_load_n(&living, __ATOMIC_RELAXED), before);
    assert_true(run != open || !c->device);
    assert_true(run != create || !c->plan);
    assert_true(run != list || !c->names);
    fail_after(-1);
    assert_ok(run(c));
    return true;
}

/* All calls, with each of their allocations failing in turn; expected is what comes out. Returns how many there are. */
static unsigned check(const char *engine, const orb_plan_desc *desc, const void *in, const void *expected, size_t size)
{
    void *out = malloc(size);
    unsigned count = 0;
    bool more = true;

    assert_non_null(out);
    for (; more; count++) {
        const long before = living;
        call c = {.engine = engine, .desc = desc, .in = in, .out = out};

        memset(out, 0, size);
        fail_after(count);
        more = step(&c, open);
        more = step(&c, create) || more;
        more = step(&c, execute) || more;
        fail_after(-1);
        assert_memory_equal(out, expected, size);
        orb_plan_destroy(c.plan);
        orb_close(c.device);
        assert_int_equal(living, before);
    }
    free(out);
    return count - 1;
}

/* A plan on real numbers of 64 bits. */
static unsigned check_plan_of(const char *engine, orb_plan_desc desc)
{
    const size_t points = points_of(desc.n);
    double *in = random_volume(points), *expected;
    orb_device *device = open_device(engine);
    unsigned count;

    expected = run_plan(device, &desc, in, NULL);
    orb_close(device);
    desc.element_in = desc.element_out = ORB_F64;
    count = check(engine, &desc, in, expected, points * sizeof *expected);
    free(expected);
    free(in);
    return count;
}

static void the_list_of_engines(void **state)
{
    unsigned count = 0;
    bool more = true;

    (void)state;
    for (; more; count++) {
        call c = {0};

        fail_after(count);
        more = step(&c, list);
        fail_after(-1);
        assert_string_equal(c.names[0], "cpu");
        orb_engine_list_free(c.names);
    }
    assert_true(count > 2 * 23); /* a name for each model, and room for it */
}

static void the_processor(void **state)
{
    static const double rotation[4] = {0.6, -0.8, 0.8, 0.6};

    (void)state;
    assert_true(check_plan_of("cpu:threads=1", (orb_plan_desc){.n = {3, 2, 5}}) >= 12);
    check_plan_of("cpu:threads=2", (orb_plan_desc){.n = {33, 34, 35}, .type = {2, 4, 3}});
    check_plan_of("cpu:threads=2", (orb_plan_desc){.n = {64, 64, 64}, .block = {16, 16, 16}});
    check_plan_of("cpu:threads=2",
                  (orb_plan_desc){.n = {60, 48, 52}, .block = {30, 24, 26}, .kind = {ORB_DST, ORB_DHT}});
    check_plan_of("cpu:threads=1,float32,fast=yes", (orb_plan_desc){.n = {16, 12, 30}, .kind = {ORB_DCT, ORB_DHT}});
    check_plan_of("cpu:threads=1,fast=yes", (orb_plan_desc){.n = {2, 17, 4096}, .kind = {ORB_IDENTITY, ORB_DCT}});
    check_plan_of("cpu:threads=1",
                  (orb_plan_desc){.n = {2, 3, 2}, .kind = {ORB_MATRIX, ORB_IDENTITY, ORB_DCT}, .matrix = {rotation}});
}

static void arrays(void **state)
{
    static const char *const engines[] = {"hls:p=2,b=4,full=4,w=16,jobs=1", "hls:p=2,b=4,full=4,w=16,jobs=2"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_true(check_plan_of(engines[i], (orb_plan_desc){.n = {8, 4, 6}}) >= 30);
        check_plan_of(engines[i], (orb_plan_desc){.n = {8, 8, 8}, .shift = ORB_SHIFT_MEASURED});
        check_plan_of(engines[i], (orb_plan_desc){.n = {9, 2, 3}, .kind = {ORB_DCT, ORB_IDENTITY, ORB_IDENTITY}});
    }
    check_plan_of("hls:p=2,b=8,float32,jobs=1", (orb_plan_desc){.n = {5, 6, 7}});
}

/* Several rounds, with a complex volume between them; halved Fourier matrices; and a volume between the passes. */
static void complex_volumes(void **state)
{
    static const struct {
        const char *engine;
        orb_plan_desc desc;
    } cases[] = {
        {"hls:p=2,b=4,full=4,w=16,jobs=1",
         {.n = {9, 2, 10}, .kind = {ORB_DFT, ORB_IDENTITY, ORB_DFT}, .element_out = ORB_C128}},
        {"cpu:threads=1", {.n = {9, 2, 10}, .kind = {ORB_DFT, ORB_IDENTITY, ORB_DFT}, .element_out = ORB_C128}},
        {"cpu:threads=1", {.n = {64, 2, 3}, .kind = {ORB_DFT, ORB_IDENTITY, ORB_DFT}, .element_out = ORB_C128}},
        {"cpu:threads=1",
         {.n = {4, 5, 6}, .kind = {ORB_DFT, ORB_DFT, ORB_DFT}, .element_out = ORB_F64, .direction = ORB_INVERSE}},
        {"cpu:threads=1,fft=fftw",
         {.n = {9, 2, 10}, .kind = {ORB_DFT, ORB_IDENTITY, ORB_DFT}, .element_out = ORB_C128}},
        {"cpu:threads=2",
         {.n = {36, 34, 30}, .kind = {ORB_DFT, ORB_DFT, ORB_DFT}, .element_out = ORB_F64, .direction = ORB_INVERSE}}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        orb_plan_desc desc = cases[i].desc;
        const size_t points = points_of(desc.n), out = (desc.element_out == ORB_C128 ? 2 : 1) * points;
        orb_device *device = open_device(cases[i].engine);
        double *in = random_volume(2 * points), *expected = malloc(out * sizeof *expected);
        orb_plan *plan = NULL;

        assert_non_null(expected);
        desc.element_in = ORB_C128;
        assert_ok(orb_plan_create(&plan, device, &desc));
        assert_ok(orb_execute(plan, in, expected, NULL));
        orb_plan_destroy(plan);
        orb_close(device);
        check(cases[i].engine, &desc, in, expected, out * sizeof *expected);
        free(expected);
        free(in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_of_engines),
        cmocka_unit_test(the_processor),
        cmocka_unit_test(arrays),
        cmocka_unit_test(complex_volumes),
    };

    support_start("test_memory");
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
