/* One case of a simulation: a line of NAME=VALUE.
 * SPDX-License-Identifier: Apache-2.0 */
#include "case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct name {
    const char *name;
    int value;
} name;

/* A further algorithm is one row. */
static const name algorithms[] = {{"orbital", ORB_MPI_ORBITAL},     {"cuboid", ORB_MPI_CUBOID},
                                  {"transpose", ORB_MPI_TRANSPOSE}, {"alltoall", ORB_MPI_ALLTOALL},
                                  {"remap", ORB_MPI_REMAP},         {NULL, 0}};
static const name products[] = {{"systolic", ORB_MPI_GEMM_SYSTOLIC}, {"hypersystolic", ORB_MPI_GEMM_HYPERSYSTOLIC},
                                {"grid", ORB_MPI_GEMM_GRID},         {"vector", ORB_MPI_GEMM_VECTOR},
                                {"spread", ORB_MPI_GEMM_SPREAD},     {NULL, 0}};
static const name kinds[] = {{"dct", ORB_DCT}, {"dst", ORB_DST},           {"dht", ORB_DHT}, {"dwht", ORB_DWHT},
                             {"dft", ORB_DFT}, {"identity", ORB_IDENTITY}, {NULL, 0}};
static const name elements[] = {{"f32", ORB_F32}, {"f64", ORB_F64}, {"c64", ORB_C64}, {"c128", ORB_C128}, {NULL, 0}};
static const name directions[] = {{"forward", ORB_FORWARD}, {"inverse", ORB_INVERSE}, {NULL, 0}};
static const name layouts[] = {{"canonical", ORB_MPI_CANONICAL}, {"skewed", ORB_MPI_SKEWED}, {NULL, 0}};
static const name stationaries[] = {{"largest", ORB_MPI_STATIONARY_LARGEST},
                                    {"a", ORB_MPI_STATIONARY_A},
                                    {"b", ORB_MPI_STATIONARY_B},
                                    {"c", ORB_MPI_STATIONARY_C},
                                    {NULL, 0}};

static bool look_up(const name *names, const char *value, int *found)
{
    for (; names->name; names++)
        if (!strcmp(names->name, value)) {
            *found = names->value;
            return true;
        }
    return false;
}

static bool read_flag(const char *value, bool *flag)
{
    *flag = value[0] == '1';
    return !strcmp(value, "0") || !strcmp(value, "1");
}

/* Reads up to `most` numbers, as in "400,400,400". The others remain unchanged. */
static bool read_numbers(const char *value, int most, size_t *numbers)
{
    for (int i = 0; i < most; i++) {
        char *end;

        numbers[i] = strtoul(value, &end, 10);
        if (end == value || (*end && *end != ','))
            return false;
        if (!*end)
            return true;
        value = end + 1;
    }
    return false;
}

static bool read_ints(const char *value, int most, int *ints)
{
    size_t numbers[ORB_MPI_AXES] = {0};

    if (!read_numbers(value, most, numbers))
        return false;
    for (int i = 0; i < most; i++)
        ints[i] = (int)numbers[i];
    return true;
}

static bool read_of_transform(sim_case *c, const char *key, const char *value)
{
    orb_mpi_desc *d = &c->transform;
    int found = 0;
    bool good = true;

    if (!strcmp(key, "n"))
        return read_numbers(value, ORB_MPI_AXES, d->n);
    if (!strcmp(key, "grid"))
        return read_ints(value, ORB_MPI_AXES, d->grid);
    if (!strcmp(key, "shift"))
        return read_ints(value, ORB_MPI_SHIFTS, d->shift);
    if (!strcmp(key, "batch"))
        return sscanf(value, "%zu", &d->batch) == 1;
    if (!strcmp(key, "algorithm")) {
        good = look_up(algorithms, value, &found);
        d->algorithm = (orb_mpi_algorithm)found;
    } else if (!strcmp(key, "kind")) {
        good = look_up(kinds, value, &found);
        for (int a = 0; a < ORB_MPI_AXES; a++)
            d->kind[a] = (orb_kind)found;
    } else if (!strcmp(key, "element")) {
        good = look_up(elements, value, &found);
        d->element_in = d->element_out = (orb_element)found;
    } else if (!strcmp(key, "direction")) {
        good = look_up(directions, value, &found);
        d->direction = (orb_direction)found;
    } else if (!strcmp(key, "layout")) {
        good = look_up(layouts, value, &found);
        d->layout = (orb_mpi_layout)found;
    } else {
        return false;
    }
    return good;
}

static bool read_of_gemm(sim_case *c, const char *key, const char *value)
{
    orb_mpi_gemm_desc *d = &c->gemm;
    size_t sizes[3] = {0};
    int found = 0;
    bool good = true;

    if (!strcmp(key, "mnk")) {
        good = read_numbers(value, 3, sizes) && sizes[2];
        d->m = sizes[0];
        d->n = sizes[1];
        d->k = sizes[2];
    } else if (!strcmp(key, "grid")) {
        good = read_ints(value, 2, d->grid);
    } else if (!strcmp(key, "base")) {
        good = sscanf(value, "%d", &d->base) == 1;
    } else if (!strcmp(key, "panel")) {
        good = sscanf(value, "%zu", &d->panel) == 1;
    } else if (!strcmp(key, "both_ways")) {
        good = sscanf(value, "%d", &d->both_ways) == 1;
    } else if (!strcmp(key, "product")) {
        good = look_up(products, value, &found);
        d->algorithm = (orb_mpi_gemm_algorithm)found;
    } else if (!strcmp(key, "element")) {
        good = look_up(elements, value, &found);
        d->element = (orb_element)found;
    } else if (!strcmp(key, "stationary")) {
        good = look_up(stationaries, value, &found);
        d->stationary = (orb_mpi_stationary)found;
    } else {
        return false;
    }
    return good;
}

static bool read_pair(sim_case *c, const char *key, const char *value)
{
    if (!strcmp(key, "ranks"))
        return sscanf(value, "%d", &c->ranks) == 1;
    if (!strcmp(key, "model"))
        return read_flag(value, &c->model);
    if (!strcmp(key, "idle"))
        return read_flag(value, &c->idle);
    if (!strcmp(key, "each"))
        return read_flag(value, &c->each);
    return c->is_gemm ? read_of_gemm(c, key, value) : read_of_transform(c, key, value);
}

bool sim_case_read(sim_case *c, const char *line)
{
    char copy[sizeof c->text], *rest = NULL;

    *c = (sim_case){0};
    snprintf(c->text, sizeof c->text, "%s", line);
    c->text[strcspn(c->text, "\n")] = '\0';
    c->is_gemm = strstr(line, "product=") != NULL;
    memcpy(copy, c->text, sizeof copy);
    for (char *pair = strtok_r(copy, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(pair, '=');

        if (value)
            *value++ = '\0';
        if (!value || !read_pair(c, pair, value)) {
            fprintf(stderr, "scale: %s: unknown, or not a value of it: %s\n", c->text, pair);
            return false;
        }
    }
    return true;
}

void sim_result_take(sim_result *result, const orb_mpi_report *report)
{
    result->seconds = report->seconds.total;
    result->wait = report->seconds.wait;
    result->steps = report->steps;
    result->did = *sim_my_account();
}

double sim_number(unsigned vector, size_t at)
{
    uint64_t h = (at + 1) * 0x9e3779b97f4a7c15U + vector * 0xbf58476d1ce4e5b9U;

    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9U;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebU;
    return (double)(int64_t)(h ^ (h >> 31)) / 9223372036854775808.0;
}
