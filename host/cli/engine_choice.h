/* Opening a device, and what went wrong with one in the words of the command line.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ENGINE_H
#define ENGINE_H

#include <orbital/orbital.h>

#include <jansson.h>
#include <stdbool.h>

/** Opens a device: the one of this name; for NULL that of ORBITAL_ENGINE in the environment, else cpu.
 *  \param threads  threads of cpu; NULL: the default
 *  \return NULL on failure, which is reported; orb_close releases it */
orb_device *engine_open(const char *engine, const char *threads);

/** Opens the device to undo a transform with: the one of this name or of ORBITAL_ENGINE; for NULL, where neither says
 *  one, the one that the file's record names.
 *  \param recorded  NULL: unknown \return NULL on failure, which is reported; orb_close releases it */
orb_device *engine_open_recorded(const char *engine, const char *recorded, const char *threads, const char *path);

/** What a record says of an engine, to be freed: what decides the numbers that it computes with, and nothing that
 *  belongs to one machine, as threads, instances or a certain board. NULL when memory ran out. */
char *engine_recorded_name(const char *engine);

/** Reports a status other than ORB_OK and returns false.
 *  \param subject  the file or engine concerned */
bool engine_fail(const char *subject, orb_status status);

/** orb_plan_create, during which a signal ends the command at once: the matrix of a long axis takes minutes. */
orb_status engine_plan(orb_plan **plan, orb_device *device, const orb_plan_desc *desc);

/** Whether the device computes with floating-point numbers. */
bool engine_is_float(const orb_device *device);

/** Whether it is an array, with cycles and words to count. */
bool engine_is_array(const orb_device *device);

/** The largest numbers that a transform on the device can give: "double precision" or "single precision". */
const char *engine_precision(const orb_device *device);

/** What to do about results beyond them. */
const char *engine_range_cure(const orb_device *device);

/** One line on what the cycles of an engine leave out, or NULL if they are those of the hardware.
 *  \param engine  its name from orb_device_info */
const char *engine_cycles_note(const char *engine);

/** Prints a line, or appends an object to a list that is not NULL: a device's name, nodes, cubes and numbers, or what
 *  an FTDI chip without them is, which is taken from no other program.
 *  \return false if a model cannot be opened, of which a line warns */
bool engine_summarize(const char *engine, json_t *list);

/** Prints what a device is. \return false on failure, which is reported */
bool engine_print(const orb_device *device);

/** The properties of a device; orbital(1) names the keys. \return NULL when memory ran out */
json_t *engine_json(const orb_device *device);

#endif
