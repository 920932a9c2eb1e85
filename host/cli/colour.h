/* Colours of rising lightness for pictures.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef COLOUR_H
#define COLOUR_H

typedef enum colour_map {
    COLOUR_GREY,     /* 0 black, 1 white */
    COLOUR_HEAT,     /* 0 black, violet, red, yellow, 1 nearly white */
    COLOUR_DIVERGING /* 0 blue, 1/2 dark, 1 orange */
} colour_map;

/** The colour for a value of 0 to 1, to which others are clipped; NaN is as 0. */
void colour_of(colour_map map, double value, unsigned char rgb[3]);

#endif
