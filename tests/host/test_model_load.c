/* Models that are not what their files promise, that fail, or that are stopped. The linker puts the functions below
 * before those of the loader (--wrap), so that any model can be in a file.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* sysconf */
#include "model_folder.h"
#include "recorder.h"

#include <orb_model.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const files[] = {"orb_sim_p4_b8_f4_w18.so", "orb_sim_p4_b8_f8_w18.so"};

/* ---- a model ---- */

struct orb_model {
    recorder core;
    bool ends;    /* do its programs? */
    bool endless; /* do they not even use up their cycles? */
};

static struct {
    const orb_model_api *api; /* what the file gives */
    bool without_symbol;
    const char *error; /* of the loader, if it does not load the file */
    bool refused;
    bool full;       /* there is no memory for an instance */
    bool ends;       /* do programs? */
    bool endless;    /* do they not even use up their cycles? */
    uint64_t slice;  /* the most cycles that one call of a program was given; atomic */
    long processors; /* 0: as many as there are */
    int loaded, models;
} now;

static orb_model *model_open(const char *trace)
{
    orb_model *model = now.full ? NULL : malloc(sizeof *model);

    assert_null(trace);
    if (model) {
        model->core = recorder_make();
        model->ends = now.ends;
        model->endless = now.endless;
        now.models++;
    }
    return model;
}

static void model_close(orb_model *model)
{
    now.models -= model != NULL;
    free(model);
}

static void model_reset(orb_model *model)
{
    assert_non_null(model);
}

static uint32_t model_read(orb_model *model, uint32_t address)
{
    return model->core.registers[address / 4];
}

static void model_write(orb_model *model, uint32_t address, uint32_t value)
{
    if (address != ADDRESS(CONTROL))
        model->core.registers[address / 4] = value;
}

/* All words at once, or none ever. */
static int model_run(orb_model *model, orb_model_transfer *words)
{
    words->in_done = model->ends ? words->in_count : 0;
    words->out_done = model->ends ? words->out_count : 0;
    if (words->out_done > 0)
        memset(words->out, 0, words->out_done * sizeof *words->out);
    if (words->max_cycles > __atomic_load_n(&now.slice, __ATOMIC_RELAXED))
        __atomic_store_n(&now.slice, words->max_cycles, __ATOMIC_RELAXED);
    if (model->endless)
        words->max_cycles = 0;
    return !model->ends;
}

static uint64_t model_cycles(const orb_model *model)
{
    (void)model;
    return 0;
}

static orb_model_api model_named(const char *name)
{
    return (orb_model_api){ORB_MODEL_ABI, name,        model_open, model_close, model_reset,
                           model_read,    model_write, model_run,  model_cycles};
}

static const orb_model_api *get(void)
{
    return now.api;
}

/* ---- the loader ---- */

static char token; /* stands for the loaded file */

void *__real_dlopen(const char *path, int flags);
void *__real_dlsym(void *library, const char *name);
int __real_dlclose(void *library);
long __real_sysconf(int name);
void *__wrap_dlopen(const char *path, int flags);
void *__wrap_dlsym(void *library, const char *name);
int __wrap_dlclose(void *library);
char *__wrap_dlerror(void);
long __wrap_sysconf(int name);

void *__wrap_dlopen(const char *path, int flags)
{
    if (!path || strncmp(path, model_folder, strlen(model_folder)) != 0)
        return __real_dlopen(path, flags);
    now.loaded += !now.refused;
    return now.refused ? NULL : &token;
}

void *__wrap_dlsym(void *library, const char *name)
{
    orb_model_api const *(*const function)(void) = get;
    void *symbol = NULL;

    assert_ptr_equal(library, &token);
    assert_string_equal(name, ORB_MODEL_SYMBOL);
    if (!now.without_symbol)
        memcpy(&symbol, &function, sizeof symbol);
    return symbol;
}

int __wrap_dlclose(void *library)
{
    if (library != &token)
        return __real_dlclose(library);
    now.loaded--;
    return 0;
}

char *__wrap_dlerror(void)
{
    return (char *)(uintptr_t)now.error;
}

long __wrap_sysconf(int name)
{
    return name == _SC_NPROCESSORS_ONLN && now.processors ? now.processors : __real_sysconf(name);
}

/* ---- tests ---- */

static int make_folder(void **state)
{
    (void)state;
    return model_folder_make(files, sizeof files / sizeof *files);
}

static int remove_folder(void **state)
{
    (void)state;
    return model_folder_remove(files, sizeof files / sizeof *files);
}

/* It is not opened, for this reason, which names the file, and nothing is left of it. */
static void assert_refused(const char *engine, orb_status status, const char *reason)
{
    orb_device *device = NULL;

    assert_int_equal(orb_open(&device, engine), status);
    assert_null(device);
    if (!strstr(orb_last_error(), reason))
        fail_msg("\"%s\" does not say \"%s\"", orb_last_error(), reason);
    assert_int_equal(now.loaded, 0);
    assert_int_equal(now.models, 0);
}

static void a_file_that_cannot_be_loaded(void **state)
{
    static const struct {
        const char *error, *reason;
    } cases[] = {{"/some/path.so: it is too short", "cannot be loaded (it is too short)"},
                 {"without a path", "cannot be loaded (without a path)"},
                 {NULL, "cannot be loaded (unknown)"}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(&now, 0, sizeof now);
        now.refused = true;
        now.error = cases[i].error;
        assert_refused("sim:", ORB_NO_DEVICE, cases[i].reason);
        assert_non_null(strstr(orb_last_error(), files[0]));
    }
}

static void a_library_that_is_no_model(void **state)
{
    (void)state;
    for (unsigned with = 0; with < 2; with++) {
        memset(&now, 0, sizeof now);
        now.without_symbol = !with;
        assert_refused("sim:", ORB_WRONG_DEVICE, "is not a model of an array");
    }
}

static void a_model_of_another_interface(void **state)
{
    orb_model_api api = model_named("sim p4_b8_f4_w18");

    (void)state;
    memset(&now, 0, sizeof now);
    now.api = &api;
    api.abi = ORB_MODEL_ABI + 1;
    assert_refused("sim:", ORB_WRONG_DEVICE, "has interface version 3, and this library version 2");
}

static void a_model_of_another_engine(void **state)
{
    static const char *const names[] = {"hls p4_b8_f4_w18", "simulation", "sim", "si", ""};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const orb_model_api api = model_named(names[i]);

        memset(&now, 0, sizeof now);
        now.api = &api;
        assert_refused("sim:", ORB_WRONG_DEVICE, "is a model for another engine");
    }
}

/* Its registers say that BFULL is 4. */
static void a_model_of_another_array(void **state)
{
    const orb_model_api api = model_named("sim p4_b8_f8_w18");

    (void)state;
    memset(&now, 0, sizeof now);
    now.api = &api;
    assert_refused("sim:full=8", ORB_WRONG_DEVICE, "is not the array of its name, but p=4,b=8,full=4,w=18");
}

static void no_memory_for_an_instance(void **state)
{
    const orb_model_api api = model_named("sim p4_b8_f4_w18");

    (void)state;
    memset(&now, 0, sizeof now);
    now.api = &api;
    now.full = true;
    assert_refused("sim:jobs=2", ORB_NO_MEMORY, orb_strerror(ORB_NO_MEMORY));
}

/* One instance for each processor; one, if nobody knows how many there are. */
static void instances_are_as_many_as_processors(void **state)
{
    static const long processors[] = {-1, 0, 1, 3};
    const orb_model_api api = model_named("sim p4_b8_f4_w18");

    (void)state;
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++) {
        orb_device *device;
        orb_device_info info;

        memset(&now, 0, sizeof now);
        now.api = &api;
        now.processors = processors[i];
        device = open_device("sim:");
        assert_ok(orb_device_query(device, &info));
        if (processors[i])
            assert_int_equal(info.instances, processors[i] < 1 ? 1 : processors[i]);
        assert_int_equal(now.models, info.instances);
        orb_close(device);
        assert_int_equal(now.loaded, 0);
        assert_int_equal(now.models, 0);
    }
}

/* A model whose programs do not end has so many cycles, and no more. */
static void a_program_without_an_end(void **state)
{
    const orb_model_api api = model_named("sim p4_b8_f4_w18");
    const orb_plan_desc desc = {.n = {4, 4, 4}, .element_in = ORB_F64, .element_out = ORB_F64};
    double in[64] = {1}, out[64];

    (void)state;
    for (unsigned ends = 0; ends < 2; ends++) {
        orb_device *device;
        orb_plan *plan = NULL;

        memset(&now, 0, sizeof now);
        now.api = &api;
        now.ends = ends > 0;
        device = open_device("sim:jobs=1");
        assert_ok(orb_plan_create(&plan, device, &desc));
        assert_int_equal(orb_execute(plan, in, out, NULL), ends ? ORB_OK : ORB_DEVICE_FAILED);
        orb_plan_destroy(plan);
        orb_close(device);
    }
}

/* As soon as a program runs. */
static int stop(void *user, size_t done, size_t total)
{
    (void)user;
    assert_true(done < total);
    return __atomic_load_n(&now.slice, __ATOMIC_RELAXED) > 0;
}

/* Nothing but the request to stop ends this program, not even its cycles. The library looks for the request every few
 * cycles. An alarm ends a test that hangs. */
static void a_stop_within_an_item(void **state)
{
    enum { HANGS = 120, SLICE_MOST = 4096 };
    const orb_model_api api = model_named("sim p4_b8_f4_w18");
    const orb_plan_desc desc = {.n = {32, 32, 32}, .progress = stop};
    static float in[32 * 32 * 32], out[32 * 32 * 32];

    (void)state;
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        orb_device *device;
        orb_plan *plan = NULL;

        memset(&now, 0, sizeof now);
        now.api = &api;
        now.endless = true;
        device = open_device(jobs == 1 ? "sim:jobs=1" : "sim:jobs=2");
        assert_ok(orb_plan_create(&plan, device, &desc));
        alarm(HANGS);
        assert_int_equal(orb_execute(plan, in, out, NULL), ORB_CANCELLED);
        alarm(0);
        assert_in_range(now.slice, 1, SLICE_MOST);
        orb_plan_destroy(plan);
        orb_close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_cannot_be_loaded),
        cmocka_unit_test(a_library_that_is_no_model),
        cmocka_unit_test(a_model_of_another_interface),
        cmocka_unit_test(a_model_of_another_engine),
        cmocka_unit_test(a_model_of_another_array),
        cmocka_unit_test(no_memory_for_an_instance),
        cmocka_unit_test(instances_are_as_many_as_processors),
        cmocka_unit_test(a_program_without_an_end),
        cmocka_unit_test(a_stop_within_an_item),
    };

    return cmocka_run_group_tests_name("model_load", tests, make_folder, remove_folder);
}
