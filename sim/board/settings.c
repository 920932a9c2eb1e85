/* The environment variables ORB_BOARD_*.
 * SPDX-License-Identifier: Apache-2.0 */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>

/* In a frame of full speed, which has more than a microframe, USB 2.0 allows no more bulk packets. */
enum { PACKETS_MOST = 19 };

static double number(const char *name, double otherwise, double most)
{
    const char *text = getenv(name);
    char *end = NULL;
    double value = otherwise;

    if (text) {
        value = strtod(text, &end);
        if (end == text || *end || !(value >= 0 && value <= most)) {
            fprintf(stderr, "%s=%s: not a number from 0 to %g\n", name, text, most);
            exit(2);
        }
    }
    return value;
}

static double chance(const char *name)
{
    return number(name, 0, 1);
}

/* A count of bytes or a seed: a double holds it exactly up to 2^53. */
static uint64_t count(const char *name, uint64_t otherwise)
{
    return getenv(name) ? (uint64_t)number(name, 0, 0x1p53) : otherwise;
}

board_settings board_settings_read(void)
{
    return (board_settings){
        .models = getenv("ORB_BOARD_MODELS"),
        .lock = getenv("ORB_BOARD_LOCK"),
        .eeprom = getenv("ORB_BOARD_EEPROM"),
        .report = getenv("ORB_BOARD_REPORT"),
        .seed = count("ORB_BOARD_SEED", 1),
        .chances = {.lose = chance("ORB_BOARD_LOSE"),
                    .flip = chance("ORB_BOARD_FLIP"),
                    .twice = chance("ORB_BOARD_TWICE"),
                    .delay = chance("ORB_BOARD_DELAY"),
                    .short_read = chance("ORB_BOARD_SHORT"),
                    .stall = chance("ORB_BOARD_STALL")},
        .packets = (uint64_t)number("ORB_BOARD_PACKETS", 0, PACKETS_MOST),
        .unplug = count("ORB_BOARD_UNPLUG", UINT64_MAX),
        .silent = count("ORB_BOARD_SILENT", UINT64_MAX),
        .denied = count("ORB_BOARD_DENIED", 0) != 0,
    };
}
