/* Registers that are read in the middle of a transfer: when, on good lines and bad ones.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "link_words.h"

#include <link.h>
#include <orbital_regs.h>

/* Beats of each section, of which so many have come out of the core when its last one goes in. */
enum { SECTION = 600, BEHIND = 200, SECTIONS = 12, WORDS = SECTION * SECTIONS };

/* Sends the words, of which the device returns each, and counts how many it has returned. */
static void take_samples(link_device *device, orb_transport *transport)
{
    static int32_t in[WORDS], out[WORDS];
    orb_sample sample[SECTIONS - 1];
    const uint32_t before = (uint32_t)device->beats_out;
    const orb_transfer transfer = {.in = in,
                                   .in_count = WORDS,
                                   .out = out,
                                   .out_count = WORDS,
                                   .in_bytes = 3,
                                   .out_bytes = 3,
                                   .beat_words = 1,
                                   .cycle_limit = 1000000,
                                   .sampled = offsetof(orbital_t, SATURATIONS),
                                   .sample = sample,
                                   .samples = SECTIONS - 1};

    for (size_t i = 0; i < WORDS; i++)
        in[i] = (int32_t)random_bits() >> 8;
    for (size_t k = 0; k < SECTIONS - 1; k++) {
        const size_t from = (k + 1) * SECTION - BEHIND;

        sample[k] = (orb_sample){.in = (k + 1) * SECTION, .from = from, .to = from + SECTION / 2, .value = UINT32_MAX};
    }
    device->due += WORDS;
    assert_ok(transport->ops->transfer(transport, &transfer));
    assert_memory_equal(in, out, sizeof in);
    for (size_t k = 0; k < SECTIONS - 1; k++) {
        const uint32_t value = sample[k].value - before;

        if (value <= sample[k].from || value > sample[k].to)
            fail_msg("sample %zu was taken after %u words, and not after %zu to %zu", k, (unsigned)value,
                     sample[k].from + 1, sample[k].to);
    }
}

static void samples_come_in_time(void **state)
{
    (void)state;
    for (unsigned port = 0; port < 3; port++) {
        link_device *device =
            port == 2 ? link_device_new_remote(100000000) : link_device_new(port ? 12000000 : 0, 100000000);
        orb_transport *transport = link_connect(device);

        assert_true(transport->ops->samples);
        for (unsigned i = 0; i < 3; i++)
            take_samples(device, transport);
        assert_int_equal(orb_link_of(transport)->lost, 0);
        link_end(device, transport);
    }
}

static void faults_cost_time_but_no_sample(void **state)
{
    static const network_faults network = {.lost = 300, .flipped = 100, .doubled = 300, .delayed = 300};
    static const link_faults line = {100, 100, 100, 100, 100};

    (void)state;
    for (unsigned remote = 0; remote < 2; remote++) {
        link_device *device = remote ? link_device_new_remote(100000000) : link_device_new(0, 100000000);
        orb_transport *transport = link_connect(device);

        device->faults = line;
        device->network = network;
        for (unsigned i = 0; i < 20; i++)
            take_samples(device, transport);
        assert_true(orb_link_of(transport)->lost > 20);
        link_end(device, transport);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_come_in_time),
        cmocka_unit_test(faults_cost_time_but_no_sample),
    };

    support_start("test_link_samples");
    return cmocka_run_group_tests_name("link samples", tests, NULL, NULL);
}
