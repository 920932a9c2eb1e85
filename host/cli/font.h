/* Small letters for pictures.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FONT_H
#define FONT_H

#include <stdbool.h>

#define FONT_WIDTH 5
#define FONT_HEIGHT 7

/** Whether a letter covers the point (column, row), row 0 on top. Letters that the font lacks are blank. */
bool font_covers(char letter, int column, int row);

#endif
