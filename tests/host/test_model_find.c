/* Which model a request gets, among files that only have names.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "model_folder.h"

#include <model.h>

#include <stdlib.h>
#include <string.h>

static const char *const files[] = {
    "orb_sim_p2_b4_f4_w16.so",
    "orb_sim_p3_b5_f5_w18.so",
    "orb_sim_p4_b8_f4_w18.so",
    "orb_sim_p4_b8_f8_w18.so",
    "orb_hls_p6_b2_f2_w18.so",
    "orb_sim_p9_b9_f9_w18.so.tmp",
    "orb_sim_p9_b9_f9_w18_x4.so",
    "orb_sim_p9_b9_f9_w18.old.so",
    "README",
    "orb_sim_p2_b8_f4_float32.so",
    "orb_sim_p2_b4_f4_bfloat16_n3.so",
    "orb_sim_p4_b8_f4_w18_l2.so",
    "orb_sim_p4_b5_f4_w18_n4_l2_io4.so",
    "orb_sim_p8_b1_f1_w18_n3.so",
    "orb_fine_p4_b8_f4_w18.so",
    "orb_sim_p9_b9_f9.so",
    "orb_sim_p9_b9_w18.so",
    "orb_sim_.so",
    "orb_sim_b9_f9_w18.so",
    "orb_sim_p9_f9_w18.so",
    "orb_sim_p0_b9_f9_w18.so",
    "orb_sim_p4_b8_f4_w18_n2.so", /* the same array as the third, by a longer name */
};

enum { FILES = sizeof files / sizeof *files };

static int make_folder(void **state)
{
    (void)state;
    return model_folder_make(files, FILES);
}

static int remove_folder(void **state)
{
    (void)state;
    return model_folder_remove(files, FILES);
}

static void requests_find_their_model(void **state)
{
    static const struct {
        const char *engine, *request, *file;
    } cases[] = {
        {"sim", NULL, "orb_sim_p4_b8_f4_w18.so"},
        {"sim", "", "orb_sim_p4_b8_f4_w18.so"},
        {"sim", "p=2", "orb_sim_p2_b4_f4_w16.so"},
        {"sim", "w=16", "orb_sim_p2_b4_f4_w16.so"},
        {"sim", "w=16,fixed", "orb_sim_p2_b4_f4_w16.so"},
        {"sim", "full=8", "orb_sim_p4_b8_f8_w18.so"},
        {"sim", "b=8,p=4", "orb_sim_p4_b8_f4_w18.so"},
        {"sim", "full=5,jobs=3", "orb_sim_p3_b5_f5_w18.so"},
        {"hls", NULL, "orb_hls_p6_b2_f2_w18.so"},
        {"sim", "float32", "orb_sim_p2_b8_f4_float32.so"},
        {"sim", "p=2,b=8", "orb_sim_p2_b8_f4_float32.so"},
        {"sim", "p=2,bfloat16", "orb_sim_p2_b4_f4_bfloat16_n3.so"},
        {"sim", "p=2,fixed", "orb_sim_p2_b4_f4_w16.so"},
        {"sim", "lanes=2", "orb_sim_p4_b8_f4_w18_l2.so"},
        {"sim", "lanes=2,nbuf=4", "orb_sim_p4_b5_f4_w18_n4_l2_io4.so"},
        {"sim", "io=4", "orb_sim_p4_b5_f4_w18_n4_l2_io4.so"},
        {"sim", "b=1", "orb_sim_p8_b1_f1_w18_n3.so"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        orb_request request, found;
        char *path = NULL;

        assert_ok(orb_request_parse(&request, cases[i].request));
        assert_ok(orb_model_find(cases[i].engine, &request, &path, &found));
        assert_string_equal(strrchr(path, '/') + 1, cases[i].file);
        free(path);
    }
}

static void a_request_is_written_as_it_is_read(void **state)
{
    static const char *const names[] = {"p=4,b=8,full=4,w=18", "float32,p=2,b=8,full=4",
                                        "bfloat16,p=2,b=4,full=4,nbuf=3", "p=4,b=5,full=4,w=18,nbuf=4,lanes=2,io=4"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        orb_request request;
        char text[64], small[8];

        assert_ok(orb_request_parse(&request, names[i]));
        request.fixed = request.exponent == 0;
        orb_request_write(&request, text, sizeof text);
        assert_string_equal(text, names[i]);
        orb_request_write(&request, small, sizeof small);
        assert_memory_equal(small, names[i], sizeof small - 1);
    }
}

static void names_that_are_listed_find_their_model(void **state)
{
    char **names = NULL;
    size_t count = 0;
    bool two_lanes = false;

    (void)state;
    assert_ok(orb_engine_list(&names));
    for (; names[count]; count++) {
        const size_t prefix = strcspn(names[count], ":");
        orb_request request, found;
        char engine[16] = "", *path = NULL, again[64];

        if (!names[count][prefix]) /* "cpu", which has no model */
            continue;
        assert_true(prefix < sizeof engine && (count == 0 || strcmp(names[count - 1], names[count]) < 0));
        memcpy(engine, names[count], prefix);
        assert_ok(orb_request_parse(&request, names[count] + prefix + 1));
        assert_ok(orb_model_find(engine, &request, &path, &found));
        orb_request_write(&found, again, sizeof again);
        assert_string_equal(again, names[count] + prefix + 1);
        two_lanes |= strstr(names[count], "lanes=2") != NULL;
        free(path);
    }
    assert_true(two_lanes && count >= 10); /* those of this folder, and what is installed */
    orb_engine_list_free(names);
    orb_engine_list_free(NULL);
    assert_int_equal(orb_engine_list(NULL), ORB_INVALID);
}

static void what_is_not_built_is_not_found(void **state)
{
    static const char *const requests[] = {"p=5",     "p=4,b=4",       "w=17",           "p=9",
                                           "float16", "fixed,p=2,b=8", "bfloat16,nbuf=2"};

    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        orb_request request, found;
        char *path = NULL;

        assert_ok(orb_request_parse(&request, requests[i]));
        assert_int_equal(orb_model_find("sim", &request, &path, &found), ORB_NO_DEVICE);
        assert_null(path);
    }
}

static void senseless_requests_are_refused(void **state)
{
    static const char *const requests[] = {"p",
                                           "p=",
                                           "p=0",
                                           "p=-4",
                                           "p=x",
                                           "p=4 ",
                                           "q=4",
                                           "=4",
                                           ",",
                                           "p=4;b=8",
                                           "p=1000",
                                           "p=4,,b=8",
                                           "P=4",
                                           "p=4b=8",
                                           "p=+4",
                                           "p= 4",
                                           "float",
                                           "float32=1",
                                           "p=4,float64",
                                           "p=4,",
                                           ",p=4",
                                           "p=4,p=2",
                                           "p=4,p=4",
                                           "float32,bfloat16",
                                           "w=18,float32",
                                           "float32,w=18",
                                           "fixed,float32",
                                           "float32,fixed",
                                           "fixed,fixed",
                                           "jobs=1,jobs=1"};

    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        orb_request request;

        if (orb_request_parse(&request, requests[i]) != ORB_INVALID)
            fail_msg("\"%s\" was accepted", requests[i]);
    }
}

static void files_that_are_no_models_are_refused(void **state)
{
    orb_device *device = NULL;

    (void)state;
    assert_int_equal(orb_open(&device, "sim:p=2"), ORB_NO_DEVICE);
    assert_null(device);
}

/* Only the other places are left then, which do not have it. */
static void an_empty_folder_is_none(void **state)
{
    (void)state;
    for (unsigned set = 0; set < 2; set++) {
        orb_request request, found;
        char *path = NULL;

        assert_ok(orb_request_parse(&request, "p=4,b=5,lanes=2,nbuf=4,io=4"));
        assert_ok(orb_model_find("sim", &request, &path, &found));
        free(path);
        assert_int_equal(set ? setenv("ORB_MODEL_PATH", "", 1) : unsetenv("ORB_MODEL_PATH"), 0);
        assert_int_equal(orb_model_find("sim", &request, &path, &found), ORB_NO_DEVICE);
        assert_null(path);
        assert_int_equal(setenv("ORB_MODEL_PATH", model_folder, 1), 0);
    }
}

/* Whoever chooses the current folder would choose the code that runs. */
static void relative_folders_are_refused(void **state)
{
    orb_device *device = NULL;
    char **names = NULL;

    (void)state;
    assert_int_equal(setenv("ORB_MODEL_PATH", model_folder + 1, 1), 0);
    assert_int_equal(orb_open(&device, "sim:p=2"), ORB_INVALID);
    assert_non_null(strstr(orb_last_error(), "absolute"));
    assert_int_equal(orb_engine_list(&names), ORB_INVALID);
    assert_int_equal(setenv("ORB_MODEL_PATH", model_folder, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_find_their_model),
        cmocka_unit_test(a_request_is_written_as_it_is_read),
        cmocka_unit_test(names_that_are_listed_find_their_model),
        cmocka_unit_test(what_is_not_built_is_not_found),
        cmocka_unit_test(senseless_requests_are_refused),
        cmocka_unit_test(files_that_are_no_models_are_refused),
        cmocka_unit_test(an_empty_folder_is_none),
        cmocka_unit_test(relative_folders_are_refused),
    };

    return cmocka_run_group_tests_name("model_find", tests, make_folder, remove_folder);
}
