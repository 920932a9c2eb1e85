/* Words through the core of a simulated device, over its link.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LINK_WORDS_H
#define LINK_WORDS_H

#include "link_device.h"

#include <transport.h>

/* A link to the device; fails the test if there is none. */
orb_transport *link_connect(link_device *device);

/* Sends random words through the core, which gets as many more to give. What comes back, if all does, is what was sent,
 * and nothing behind its end is ever written. bytes: of a word */
orb_status link_pass_words(link_device *device, orb_transport *transport, size_t count, unsigned bytes,
                           unsigned beat_words);

/* The end of both; transport may be NULL. */
void link_end(link_device *device, orb_transport *transport);

#endif
