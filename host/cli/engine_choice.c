/* Opening a device, and what went wrong with one in the words of the command line.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "engine_choice.h"

#include "interrupt.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The item with which a board is opened only if nobody uses it; NULL: the name means no board. */
static const char *board_item(const char *engine)
{
    return !strncmp(engine, "ftdi", 4) ? "driver=leave" : !strncmp(engine, "udp", 3) ? "served=leave" : NULL;
}

static bool is_board(const char *engine)
{
    return board_item(engine) != NULL;
}

/* Does the name mean this processor? */
static bool is_processor(const char *engine)
{
    return !strcmp(engine, "cpu") || !strncmp(engine, "cpu:", 4);
}

#define MODEL_CURE(kind)                                                                                               \
    "`orbital devices' lists the models that are built; `make all' builds all that come with orbital, "                \
    "and e.g. `make build/lib/orbital/orb_" kind "_p2_b4_f4_w16.so' that of " kind ":p=2,b=4"

/* Reports why a name opens nothing, after orb_open. */
static void complain(const char *engine, orb_status status)
{
    const char *reason = orb_last_error();
    const bool absent = status == ORB_NO_DEVICE && !strcmp(reason, orb_strerror(status));
    if (absent && is_board(engine))
        fail(engine, "plug it in; `orbital devices' lists the boards that are attached", "no such board is attached");
    else if (absent)
        fail(engine, !strncmp(engine, "hls", 3) ? MODEL_CURE("hls") : MODEL_CURE("sim"),
             "no model of that configuration is built");
    else
        fail(!*engine ? "--engine" : engine, NULL, "%s", reason);
}

/* A name may be looked up for long, and a board may serve a host that has died for some seconds more. */
static orb_status open_interruptibly(orb_device **device, const char *name)
{
    orb_status status;

    interrupt_at_once(true);
    status = orb_open(device, name);
    interrupt_at_once(false);
    return status;
}

/* Opens a device by its name alone, with these threads unless they are NULL. */
static orb_device *open_named(const char *engine, const char *threads)
{
    orb_device *device = NULL;
    orb_status status;
    char *name = NULL;
    if (threads && !is_processor(engine)) {
        fail("--threads", "give --engine cpu, or jobs=N in the name of a simulated array", "%s has no threads", engine);
        return NULL;
    }
    if (threads && asprintf(&name, "%s%cthreads=%s", engine, strchr(engine, ':') ? ',' : ':', threads) < 0) {
        fail_memory(NULL);
        return NULL;
    }
    status = open_interruptibly(&device, name ? name : engine);
    if (status)
        complain(name ? name : engine, status);
    free(name);
    return device;
}

/* The engine from the command line or the environment, or NULL. */
static const char *chosen(const char *engine)
{
    const char *usual = getenv("ORBITAL_ENGINE");
    return engine ? engine : usual && *usual ? usual : NULL;
}

orb_device *engine_open(const char *engine, const char *threads)
{
    engine = chosen(engine);
    return open_named(engine ? engine : "cpu", threads);
}

/* Whether an item of an engine's name belongs to the machine that it ran on. */
static bool is_local(const char *item, size_t length)
{
    static const char *const keys[] = {"threads=", "jobs=", "simd=", "fast=", "fft="};
    bool found = false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        found = found || (length >= strlen(keys[i]) && !strncmp(item, keys[i], strlen(keys[i])));
    return found;
}

char *engine_recorded_name(const char *engine)
{
    const size_t family = strcspn(engine, ":");
    char *name = calloc(strlen(engine) + 1, 1), *to = name;

    if (!name)
        return NULL;
    to = mempcpy(to, engine, family);
    for (const char *item = engine + family; *item && !is_board(engine);) {
        const size_t length = strcspn(item + 1, ",");
        if (!is_local(item + 1, length)) {
            *to = to == name + family ? ':' : ',';
            to = mempcpy(to + 1, item + 1, length);
        }
        item += 1 + length;
    }
    return name;
}

orb_device *engine_open_recorded(const char *engine, const char *recorded, const char *threads, const char *path)
{
    orb_device *device = NULL;
    char *name = recorded ? engine_recorded_name(recorded) : NULL;

    if (recorded && !name)
        fail_memory(path);
    else if (chosen(engine) || !recorded || is_board(name))
        device = engine_open(engine, threads);
    else if (threads)
        device = open_named(is_processor(name) ? name : "cpu", threads);
    else {
        const orb_status status = open_interruptibly(&device, name);
        if (status)
            fail(path, "give --engine", "the engine that its record names, %s, cannot be opened (%s)", name,
                 orb_strerror(status));
    }
    free(name);
    return device;
}

bool engine_fail(const char *subject, orb_status status)
{
    if (status == ORB_NOT_ORTHONORMAL)
        return fail(subject, "store its inverse beside it, as FILE.inverse.npy", "the matrix is not orthonormal");
    return fail(subject, NULL, "%s", orb_strerror(status));
}

orb_status engine_plan(orb_plan **plan, orb_device *device, const orb_plan_desc *desc)
{
    orb_status status;

    interrupt_at_once(true);
    status = orb_plan_create(plan, device, desc);
    interrupt_at_once(false);
    return status;
}

bool engine_is_float(const orb_device *device)
{
    orb_device_info info;
    return !orb_device_query(device, &info) && info.exponent_bits > 0;
}

bool engine_is_array(const orb_device *device)
{
    orb_device_info info;
    return !orb_device_query(device, &info) && info.node != ORB_CELL_NONE;
}

/* Whether it is cpu:float32. */
static bool computes_in_single(const orb_device *device)
{
    orb_device_info info;
    return !orb_device_query(device, &info) && info.node == ORB_CELL_NONE && info.w == 32;
}

const char *engine_precision(const orb_device *device)
{
    return computes_in_single(device) ? "single precision" : "double precision";
}

const char *engine_range_cure(const orb_device *device)
{
    return computes_in_single(device) ? "use the engine cpu, or scale the input or the matrix down"
                                      : "scale the input or the matrix down";
}

const char *engine_cycles_note(const char *engine)
{
    return strncmp(engine, "hls:", 4) ? NULL
                                      : "hls runs loads, stages and unloads one after the other; they overlap in "
                                        "hardware, whose cycles sim counts";
}

static void print_summary(const char *name, const char *about, const orb_device_info *info)
{
    if (info->node == ORB_CELL_NONE) {
        printf("%-40s  this processor, any size, in float64 or, as cpu:float32, in float32\n", name);
        return;
    }
    printf("%-40s  %s%s%u x %u x %u nodes, cubes of up to %u points per axis, ", name, about, *about ? ": " : "",
           info->p, info->p, info->p, info->p * info->bmax);
    if (info->exponent_bits)
        printf("%s\n", info->format);
    else
        printf("fixed point of %u bits\n", info->w);
}

/* Why a board that is there does not open, after orb_open. */
static const char *absence(const char *name, orb_status status)
{
    const bool udp = !strncmp(name, "udp", 3);

    if (status == ORB_BUSY)
        return udp ? "in use by another process or computer"
                   : "in use by another process, or by the system's serial driver, which --engine detaches";
    if (status == ORB_SILENT && udp)
        return "it was found, but does not answer now: reset it, or load its bitstream";
    return orb_last_error();
}

static json_t *info_json(const orb_device_info *info)
{
    static const char *const nodes[] = {[ORB_CELL_BLOCK] = "block", [ORB_CELL_FINE] = "fine", [ORB_CELL_NONE] = "none"};
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:s}",
                     "engine", info->engine, "node", nodes[info->node], "format", info->format, "exponent_bits",
                     (json_int_t)info->exponent_bits, "p", (json_int_t)info->p, "bmax", (json_int_t)info->bmax, "bfull",
                     (json_int_t)info->bfull, "nbuf", (json_int_t)info->nbuf, "cbanks", (json_int_t)info->cbanks, "w",
                     (json_int_t)info->w, "cw", (json_int_t)info->cw, "aw", (json_int_t)info->aw, "ps",
                     (json_int_t)info->ps, "longest", (json_int_t)info->longest, "lanes", (json_int_t)info->lanes,
                     "io_words", (json_int_t)info->io_words, "instances", (json_int_t)info->instances, "clock_hz",
                     info->clock_hz, "link", info->link);
}

json_t *engine_json(const orb_device *device)
{
    orb_device_info info;
    return orb_device_query(device, &info) ? NULL : info_json(&info);
}

bool engine_summarize(const char *engine, json_t *list)
{
    const bool board = is_board(engine);
    orb_device_info info;
    char one[sizeof info.engine + 16], about[100] = "";
    orb_device *device = NULL;
    orb_status status;
    if (!strchr(engine, ':'))
        snprintf(one, sizeof one, "%s", engine); /* cpu */
    else
        snprintf(one, sizeof one, "%s,%s", engine, board ? board_item(engine) : "jobs=1");
    if (board && orb_engine_about(engine, about, sizeof about))
        return false; /* unplugged meanwhile */
    status = open_interruptibly(&device, one);
    if (!status)
        status = orb_device_query(device, &info);
    if (list && (!status || board)) {
        json_t *one_json =
            status ? json_pack("{s:s, s:s}", "engine", engine, "absent", absence(engine, status)) : info_json(&info);
        json_object_set_new(one_json, "engine", json_string(engine));
        if (*about)
            json_object_set_new(one_json, "about", json_string(about));
        json_array_append_new(list, one_json);
    } else if (!status)
        print_summary(engine, about, &info);
    else if (board)
        /* A chip that is no orbital board, or is in use, is nothing to warn of. */
        printf("%-40s  %s: %s\n", engine, about, absence(engine, status));
    else
        warn(engine, "%s", orb_last_error());
    orb_close(device);
    return !status || board;
}

bool engine_print(const orb_device *device)
{
    orb_device_info info;
    orb_status status = orb_device_query(device, &info);
    const char *note;
    if (status)
        return engine_fail("device", status);
    note = engine_cycles_note(info.engine);
    printf("engine     %s\n", info.engine);
    if (info.node == ORB_CELL_NONE) {
        printf("threads    %u\nnumbers    %s\n", info.instances, info.format);
        return true;
    }
    printf("array      %u x %u x %u nodes on a torus, %u multiply-add%s each; %u side by side\n", info.p, info.p,
           info.p, info.lanes, info.lanes == 1 ? "" : "s", info.instances);
    if (info.node == ORB_CELL_FINE)
        printf("cubes      %u points per axis, one per node, in registers; a step per cycle\n", info.p);
    else
        printf("cubes      up to %u points per axis, %u per node; full rate from %u per node; %u buffers, %u set%s of "
               "coefficients\n",
               info.p * info.bmax, info.bmax, info.bfull, info.nbuf, info.cbanks, info.cbanks == 1 ? "" : "s");
    if (info.exponent_bits)
        printf("numbers    %s, %u bits of exponent; sums of %u bits\n", info.format, info.exponent_bits, info.aw);
    else
        printf("numbers    fixed point: %u-bit words, %u-bit coefficients, %u-bit sums, products rounded by %u bits\n",
               info.w, info.cw, info.aw, info.ps);
    if (info.longest)
        printf("lines      up to %zu points, or half as many complex ones; lines longer than a cube in parts\n",
               info.longest);
    printf("streams    %u word%s per cycle in and out%s\n", info.io_words, info.io_words == 1 ? "" : "s",
           info.nbuf >= 3 ? ", while the array computes" : ", at the same time");
    if (info.clock_hz > 0)
        printf("clock      %.6g MHz\n", info.clock_hz / 1e6);
    else
        printf("clock      none (a model)\n");
    if (*info.link)
        printf("link       %s\n", info.link);
    if (note)
        printf("cycles     %s\n", note);
    return true;
}
