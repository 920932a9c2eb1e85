/* Texts in parts: the items in the names of devices, and lines that are put together.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TEXT_H
#define ORB_TEXT_H

#include <orbital/orbital.h>

#include <stdbool.h>
#include <stddef.h>

/* Takes an item "KEY=VALUE", or "KEY" with the value NULL. False if it is wrong. */
typedef bool (*orb_item_reader)(void *to, const char *key, const char *value);

/* Reads "ITEM,ITEM,..." (NULL or "": none). ORB_OK, or ORB_INVALID with a line that says what an item has to be. */
orb_status orb_items_read(const char *text, orb_item_reader read, void *to, const char *rule);

/* Takes a number of at most so many digits off the front of a text; 0 if there is none, or a longer one. */
unsigned orb_number_take(const char **text, size_t digits_max);

/* Appends to a text in `size` bytes as far as there is room. Is there room for all? */
__attribute__((format(printf, 3, 4))) bool orb_append(char *text, size_t size, const char *format, ...);

#endif
