/* What an FT232H on the header is wired to, for the simulated board: the pins of board_sync.
 * SPDX-License-Identifier: Apache-2.0 */
#define BOARD_NAME "ecp5-evn-ft232h"
#include "../sync_pins.h"
