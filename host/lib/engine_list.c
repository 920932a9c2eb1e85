/* The names of all devices that can be opened.
 * SPDX-License-Identifier: Apache-2.0 */
#include "checked.h"
#include "ftdi_chip.h"
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = sizeof((orb_device_info *)0)->engine };

/* Sorted; ends with NULL. */
typedef struct name_list {
    char **name;
    size_t count;
} name_list;

static orb_status insert(name_list *list, const char *name)
{
    size_t bytes, at = 0;
    char **more, *copy;

    while (at < list->count && strcmp(list->name[at], name) < 0)
        at++;
    if (at < list->count && !strcmp(list->name[at], name))
        return ORB_OK; /* built, and installed too */
    if (!orb_mul(list->count + 2, sizeof *list->name, &bytes) || !(more = realloc(list->name, bytes)))
        return ORB_NO_MEMORY;
    list->name = more;
    copy = malloc(strlen(name) + 1);
    if (!copy)
        return ORB_NO_MEMORY;
    memmove(list->name + at + 1, list->name + at, (list->count - at + 1) * sizeof *list->name);
    list->name[at] = strcpy(copy, name);
    list->count++;
    return ORB_OK;
}

static orb_status add_file(void *user, const char *folder, const char *file)
{
    static const char *const engines[] = {"hls", "sim"};
    orb_status status = ORB_OK;

    (void)folder;
    for (size_t i = 0; i < sizeof engines / sizeof *engines && !status; i++) {
        char name[NAME_SIZE];
        orb_request is;

        if (orb_request_of_file(&is, engines[i], file)) {
            const int prefix = snprintf(name, sizeof name, "%s:", engines[i]);

            orb_request_write(&is, name + prefix, sizeof name - (size_t)prefix);
            status = insert(user, name);
        }
    }
    return status;
}

/* The name of a device with this chip. */
static void name_board(const orb_chip *chip, char name[NAME_SIZE])
{
    static const char prefix[] = "ftdi:";

    memcpy(name, prefix, sizeof prefix);
    orb_chip_name(chip, &(orb_ftdi_request){.bus = 0}, name + strlen(prefix), NAME_SIZE - strlen(prefix));
}

static orb_status add_board(void *user, const orb_chip *chip)
{
    char name[NAME_SIZE];

    name_board(chip, name);
    return insert(user, name);
}

orb_status orb_engine_list(char ***names)
{
    name_list list = {.name = calloc(1, sizeof *list.name)};
    orb_status status = !names ? ORB_INVALID : list.name ? ORB_OK : ORB_NO_MEMORY;

    if (!status)
        status = insert(&list, "cpu");
    for (unsigned place = 0; place < ORB_MODEL_PLACES && !status; place++)
        status = orb_model_visit(place, add_file, &list);
    if (!status)
        status = orb_chip_visit(add_board, &list);
    if (status) {
        orb_engine_list_free(list.name);
        list.name = NULL;
    }
    if (names)
        *names = list.name;
    return status;
}

void orb_engine_list_free(char **names)
{
    for (size_t i = 0; names && names[i]; i++)
        free(names[i]);
    free(names);
}

/* A name, and the text about it. */
typedef struct inquiry {
    const char *name;
    char *text;
    size_t size;
    bool found;
} inquiry;

static orb_status tell(void *user, const orb_chip *chip)
{
    inquiry *asked = user;
    char name[NAME_SIZE];

    name_board(chip, name);
    if (!strcmp(name, asked->name)) {
        snprintf(asked->text, asked->size, "%s%s%s", chip->kind, *chip->description ? ", " : "", chip->description);
        asked->found = true;
    }
    return ORB_OK;
}

orb_status orb_engine_about(const char *name, char *text, size_t size)
{
    inquiry asked = {name, text, size, false};
    orb_status status = name && text && size ? ORB_OK : ORB_INVALID;

    if (!status) {
        *text = '\0';
        status = orb_chip_visit(tell, &asked);
    }
    return !status && !asked.found ? ORB_NO_DEVICE : status;
}
