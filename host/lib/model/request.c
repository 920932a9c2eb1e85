/* Reads and writes what is asked of a device.
 * SPDX-License-Identifier: Apache-2.0 */
#include "model.h"

#include "ieee.h"
#include "text.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The default of a property, if such a model exists. */
static const orb_request usual = {
    .p = 4, .bmax = 8, .bfull = 4, .w = 18, .nbuf = 2, .lanes = 1, .io = 1, .fixed = true};

/* A property, its key in requests, and its letters in file names. */
static const struct {
    const char *key, *letters;
    size_t offset;
} properties[] = {
    {"p", "p", offsetof(orb_request, p)},        {"b", "b", offsetof(orb_request, bmax)},
    {"full", "f", offsetof(orb_request, bfull)}, {"w", "w", offsetof(orb_request, w)},
    {"nbuf", "n", offsetof(orb_request, nbuf)},  {"lanes", "l", offsetof(orb_request, lanes)},
    {"io", "io", offsetof(orb_request, io)},     {"jobs", NULL, offsetof(orb_request, jobs)},
};

enum { PROPERTIES = sizeof properties / sizeof *properties };

static unsigned *property_at(orb_request *request, size_t property)
{
    return (unsigned *)(void *)((char *)request + properties[property].offset);
}

static unsigned value_of(const orb_request *request, size_t property)
{
    unsigned value;

    memcpy(&value, (const char *)request + properties[property].offset, sizeof value);
    return value;
}

/* A property that a file's name leaves out is usual. */
static unsigned said_or_usual(const orb_request *is, size_t property)
{
    const unsigned value = value_of(is, property);

    return value ? value : value_of(&usual, property);
}

static bool read_format(orb_request *request, const char *word, size_t length)
{
    orb_format format = {0};
    const bool found = orb_format_find(word, length, &format);

    if (found) {
        request->exponent = format.exponent;
        request->fixed = format.exponent == 0;
        request->w = request->fixed ? request->w : format.w;
    }
    return found;
}

/* Reads one to three digits that fill `length` characters; 0 if they do not. */
static unsigned read_number(const char *digits, size_t length)
{
    const char *end = digits;
    const unsigned value = orb_number_take(&end, 3);

    return end == digits + length ? value : 0;
}

/* Nothing may be given twice, and a float format also sets the width. */
static bool read_item(void *to, const char *key, const char *value)
{
    orb_request *request = to;
    const bool has_format = request->fixed || request->exponent, has_width = request->w > 0;

    if (!value)
        return !has_format && read_format(request, key, strlen(key)) && !(has_width && request->exponent);
    for (size_t i = 0; i < PROPERTIES; i++)
        if (!strcmp(key, properties[i].key) && !value_of(request, i)) {
            *property_at(request, i) = read_number(value, strlen(value));
            return value_of(request, i) > 0;
        }
    return false;
}

orb_status orb_request_parse(orb_request *request, const char *text)
{
    *request = (orb_request){0};
    return orb_items_read(text, read_item, request,
                          "does not name an array, or is given twice: use p, b, full, w, nbuf, lanes, io and jobs, "
                          "each =1 to 999, or fixed, float32, bfloat16 or float16");
}

/* Reads a word of a file name: letters and a number, or a format. */
static bool read_word(orb_request *is, const char *word, size_t length)
{
    bool good = read_format(is, word, length);

    for (size_t i = 0; i < PROPERTIES && !good; i++) {
        const size_t letters = properties[i].letters ? strlen(properties[i].letters) : length;

        if (length > letters && !strncmp(word, properties[i].letters, letters)) {
            const unsigned value = read_number(word + letters, length - letters);

            good = value > 0;
            if (good)
                *property_at(is, i) = value;
        }
    }
    return good;
}

bool orb_request_of_file(orb_request *is, const char *engine, const char *file)
{
    const size_t name = strlen(engine), length = strlen(file);
    bool good = length > name + 7 && !strncmp(file, "orb_", 4) && !strncmp(file + 4, engine, name) &&
                file[4 + name] == '_' && !strcmp(file + length - 3, ".so");
    const char *word = file + 4 + name;

    *is = (orb_request){0};
    while (good && *word == '_') {
        const size_t letters = strcspn(++word, "_.");

        good = read_word(is, word, letters);
        word += letters;
    }
    is->fixed = is->exponent == 0;
    return good && !strcmp(word, ".so") && is->p && is->bmax && is->bfull && is->w;
}

bool orb_request_fits(const orb_request *asked, const orb_request *is)
{
    bool fits = (!asked->fixed || is->fixed) && (!asked->exponent || asked->exponent == is->exponent);

    for (size_t i = 0; i < PROPERTIES; i++)
        fits = fits && (!properties[i].letters || !value_of(asked, i) || value_of(asked, i) == said_or_usual(is, i));
    return fits;
}

int orb_request_usual(const orb_request *is)
{
    int score = is->fixed ? PROPERTIES : 0;

    for (size_t i = 0; i < PROPERTIES; i++)
        score += properties[i].letters && said_or_usual(is, i) == value_of(&usual, i);
    return score;
}

void orb_request_write(const orb_request *is, char *text, size_t size)
{
    const char *format = orb_format_name(&(orb_format){.w = is->w, .exponent = is->exponent});

    snprintf(text, size, "%s", is->fixed || !format ? "" : format);
    for (size_t i = 0; i < PROPERTIES; i++) {
        const unsigned value = said_or_usual(is, i), usually = value_of(&usual, i);
        const bool always = properties[i].offset <= offsetof(orb_request, bfull);
        const bool width = properties[i].offset == offsetof(orb_request, w);

        if (properties[i].letters && (always || (width ? is->fixed : value != usually)))
            orb_append(text, size, "%s%s=%u", *text ? "," : "", properties[i].key, value);
    }
}
