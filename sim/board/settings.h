/* What the simulated USB has on it, and what goes wrong: the environment variables ORB_BOARD_*.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BOARD_SETTINGS_H
#define ORB_BOARD_SETTINGS_H

#include "fault.h"

typedef struct board_settings {
    const char *models;    /* ORB_BOARD_MODELS: shared objects of the boards, separated by ':' */
    const char *lock;      /* ORB_BOARD_LOCK: file that is locked while an interface is claimed, or NULL */
    const char *eeprom;    /* ORB_BOARD_EEPROM: file for the EEPROM of board n, with .n behind it, or NULL */
    const char *report;    /* ORB_BOARD_REPORT: file for the counters at exit (JSON), or NULL */
    uint64_t seed;         /* ORB_BOARD_SEED: of the faults */
    fault_chances chances; /* ORB_BOARD_LOSE, _FLIP, _TWICE, _DELAY, _SHORT, _STALL */
    uint64_t packets;      /* ORB_BOARD_PACKETS: bulk packets in a frame or microframe; 0: as many as it has room for */
    uint64_t unplug;       /* ORB_BOARD_UNPLUG: bytes of payload after which a board is unplugged */
    uint64_t silent;       /* ORB_BOARD_SILENT: bytes of payload after which its FPGA loses its configuration */
    bool denied;           /* ORB_BOARD_DENIED=1: the user may not open devices */
} board_settings;

/* Reads the environment; a value that is no number ends the process: a test with a wrong setting must not pass. */
board_settings board_settings_read(void);

#endif
