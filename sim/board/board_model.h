/* C interface of a simulated board: what a shared object in build/lib/board/ offers, the Verilated top of a board.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pins are named as the FTDI chip names them: bit n of a set of levels is the chip's pin xDBUSn (n = 0..7) or
 * xCBUS(n-8) (n = 8..15) of the channel that the board is wired to. */
#ifndef ORB_BOARD_MODEL_H
#define ORB_BOARD_MODEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BOARD_MODEL_ABI 1

enum board_chip { BOARD_FT2232H, BOARD_FT231X, BOARD_FT232H };

typedef struct board_model board_model;

typedef struct board_model_api {
    int abi;                      /* BOARD_MODEL_ABI */
    const char *name;             /* of the board */
    enum board_chip chip;         /* on its USB side */
    int channel;                  /* that the pins belong to, from 0 */
    int fifo;                     /* not 0: the chip's EEPROM makes that channel a 245 FIFO, not a UART */
    uint32_t clock_hz;            /* at which the top is clocked */
    board_model *(*open)(void);   /* NULL when out of memory */
    void (*close)(board_model *); /* NULL is allowed */
    /* Sets the levels of the pins that the chip drives (the others are pulled up), and lets them settle. */
    void (*drive)(board_model *, uint32_t levels);
    /* The levels that the board drives, and in driven which pins these are. */
    uint32_t (*sense)(const board_model *, uint32_t *driven);
    /* Clocks the top: so many cycles, or fewer, until one in which a pin that it drives has changed. How many. */
    uint32_t (*run)(board_model *, uint32_t cycles);
} board_model_api;

/* The one symbol of the shared object. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const board_model_api *
board_model_get(void);
#define BOARD_MODEL_SYMBOL "board_model_get"

#ifdef __cplusplus
}
#endif
#endif
