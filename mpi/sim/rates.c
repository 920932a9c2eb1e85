/* How fast a simulated rank works.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rates.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZES = 32, ELEMENTS = 4, LINE = 200, WORD = 21 };

static const char *const works[SIM_WORKS] = {"product", "gemm", "gemv", "ger", "dct", "dft", "entries", "add", "copy"};
static const char *const elements[ELEMENTS] = {"f32", "f64", "c64", "c128"};

/* Rates of one kind of work by size, ascending. */
typedef struct curve {
    int sizes;
    double size[SIZES], rate[SIZES];
} curve;

static curve curves[SIM_WORKS][ELEMENTS];

static int index_of(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(name, names[i]))
            return i;
    return -1;
}

/* Reads a line such as "product,f32,100,2.5e10". Comments, empty lines and the heading are skipped. */
static bool read_line(const char *line)
{
    char work[WORD], element[WORD];
    double size, rate;
    curve *c;
    int w, e;

    if (line[0] == '#' || line[0] == '\n' || !strncmp(line, "work,", 5))
        return true;
    if (sscanf(line, "%20[^,],%20[^,],%lf,%lf", work, element, &size, &rate) != 4 || !(rate > 0.0) || !(size > 0.0))
        return false;
    w = index_of(work, works, SIM_WORKS);
    e = index_of(element, elements, ELEMENTS);
    if (w < 0 || e < 0)
        return false;
    c = &curves[w][e];
    if (c->sizes == SIZES || (c->sizes && size <= c->size[c->sizes - 1]))
        return false;
    c->size[c->sizes] = size;
    c->rate[c->sizes++] = rate;
    return true;
}

bool sim_rates_load(const char *path)
{
    char line[LINE];
    FILE *file = fopen(path, "r");
    int number = 0;
    bool good = file != NULL;

    if (!file)
        fprintf(stderr, "scale: %s: cannot be opened\n", path);
    memset(curves, 0, sizeof curves);
    while (good && fgets(line, sizeof line, file)) {
        number++;
        good = read_line(line);
        if (!good)
            fprintf(stderr, "scale: %s:%d: not WORK,ELEMENT,SIZE,RATE with ascending sizes\n", path, number);
    }
    if (file)
        fclose(file);
    return good;
}

bool sim_rates_has(sim_work work, orb_element element)
{
    return curves[work][element].sizes > 0;
}

static double rate_of(const curve *c, double size)
{
    const int last = c->sizes - 1;
    int i = 0;
    double part;

    if (size <= c->size[0])
        return c->rate[0];
    if (size >= c->size[last])
        return c->rate[last];
    while (c->size[i + 1] < size)
        i++;
    part = log(size / c->size[i]) / log(c->size[i + 1] / c->size[i]);
    return c->rate[i] * pow(c->rate[i + 1] / c->rate[i], part);
}

double sim_rates_seconds(sim_work work, orb_element element, double size, double amount)
{
    return sim_rates_has(work, element) ? amount / rate_of(&curves[work][element], size) : 0.0;
}
