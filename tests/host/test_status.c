/* Every status has a line of its own, and the one on engines lists them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <engine.h>

#include <stdio.h>
#include <string.h>

static void each_status_has_its_own_line(void **state)
{
    (void)state;
    for (int s = ORB_OK; s <= ORB_SILENT; s++) {
        const char *line = orb_strerror((orb_status)s);

        assert_non_null(line);
        assert_null(strchr(line, '\n'));
        assert_string_not_equal(line, orb_strerror((orb_status)-1));
        for (int other = ORB_OK; other < s; other++)
            assert_string_not_equal(line, orb_strerror((orb_status)other));
    }
}

static void the_cure_of_a_wrong_name_has_each_engine(void **state)
{
    char quoted[32];

    (void)state;
    for (const orb_engine_entry *e = orb_engines; e->prefix; e++) {
        snprintf(quoted, sizeof quoted, "\"%s\"", e->prefix);
        assert_non_null(strstr(orb_strerror(ORB_NO_ENGINE), quoted));
    }
}

static void an_unknown_status_has_a_line(void **state)
{
    (void)state;
    assert_non_null(orb_strerror((orb_status)1000));
    assert_non_null(orb_strerror((orb_status)-1));
}

static void the_version_is_the_headers(void **state)
{
    (void)state;
    assert_string_equal(orb_version(), ORB_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_status_has_its_own_line),
        cmocka_unit_test(the_cure_of_a_wrong_name_has_each_engine),
        cmocka_unit_test(an_unknown_status_has_a_line),
        cmocka_unit_test(the_version_is_the_headers),
    };

    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
