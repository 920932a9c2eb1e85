/* The version, what a status means in words, and the line on what was wrong.
 * SPDX-License-Identifier: Apache-2.0 */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

const char *orb_version(void)
{
    return ORB_VERSION;
}

const char *orb_strerror(orb_status status)
{
    switch (status) {
    case ORB_OK:
        return "done";
    case ORB_SATURATED:
        return "done, but some results were clipped, or are not finite: use shifts from the bound, or smaller numbers";
    case ORB_INVALID:
        return "an argument is missing, out of its range, or in conflict with another";
    case ORB_NO_MEMORY:
        return "out of memory: use a smaller volume or block";
    case ORB_NO_ENGINE:
        return "no engine has that name: use \"cpu\", \"sim\", \"hls\", \"ftdi\" or \"udp\", with items as in "
               "\"sim:p=4,b=8\"";
    case ORB_NO_DEVICE:
        return "no device of that configuration: build its model, set ORB_MODEL_PATH to the folder of the models, or "
               "attach the board";
    case ORB_WRONG_DEVICE:
        return "the device is not an orbital core of this version: use the bitstream or model of this library";
    case ORB_TOO_LONG:
        return "sums of so many products could wrap in the accumulators: choose shorter blocks";
    case ORB_BAD_KIND:
        return "the transform does not exist for this type or length: dct and dst have types 1 to 4, the others none; "
               "choose blocks of a power of two for dwht, of two points or more for dct of type 1";
    case ORB_NOT_ORTHONORMAL:
        return "the matrix is not orthonormal and came without its inverse: give the inverse too";
    case ORB_NOT_FINITE:
        return "the input holds a NaN or an infinity, which fixed point cannot carry: replace it";
    case ORB_CANCELLED:
        return "cancelled";
    case ORB_DEVICE_FAILED:
        return "the device stopped answering or reported an error: close it, reset it, and open it again";
    case ORB_AMBIGUOUS:
        return "several devices match: choose one, as in \"ftdi:serial=...\" or \"udp:ADDRESS\"; `orbital devices` "
               "lists them";
    case ORB_BUSY:
        return "another process or computer has the device open: end that, or wait until it is done";
    case ORB_NO_PERMISSION:
        return "this user may not open the device: install the rules 60-orbital.rules for udev (`make install` does), "
               "and plug it in again";
    case ORB_UNPLUGGED:
        return "the device was unplugged or switched off: plug it in, configure it, and open it again";
    case ORB_SILENT:
        return "no orbital core answers there: load the board's bitstream, or give the channel and mode that it uses";
    }
    return "unknown status";
}

/* ---- the line on what was wrong ---- */

static _Thread_local char line[ORB_LINE_SIZE];

void orb_begin(void)
{
    line[0] = '\0';
}

orb_status orb_refuse(orb_status status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return status;
}

orb_status orb_end(orb_status status)
{
    return status > ORB_SATURATED && !line[0] ? orb_refuse(status, "%s", orb_strerror(status)) : status;
}

const char *orb_last_error(void)
{
    return line;
}
