/* Colours of rising lightness for pictures: paths through the space OKLab, in which equal steps look equal
 * (B. Ottosson, "A perceptual color space for image processing", 2020).
 * SPDX-License-Identifier: Apache-2.0 */
#include "colour.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* One channel of sRGB from linear light, to 0..255. */
static unsigned char encode(double light)
{
    const double clipped = fmin(fmax(light, 0), 1);
    return (unsigned char)lrint(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1 / 2.4) - 0.055));
}

/* From lightness, strength of the colour, and hue in degrees. */
static void from_oklab(double lightness, double chroma, double hue, unsigned char rgb[3])
{
    const double a = chroma * cos(hue * pi / 180), b = chroma * sin(hue * pi / 180);
    const double l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    rgb[0] = encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    rgb[1] = encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    rgb[2] = encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

void colour_of(colour_map map, double value, unsigned char rgb[3])
{
    const double t = fmin(fmax(value, 0), 1), away = fabs(2 * t - 1);
    if (map == COLOUR_GREY)
        memset(rgb, (int)lrint(255 * t), 3);
    else if (map == COLOUR_HEAT) /* no stronger than what a screen can show at that lightness */
        from_oklab(0.97 * t, 0.145 * (1 - pow(1 - t, 4)) * (1 - 0.6 * pow(t, 6)), 285 + 180 * t, rgb);
    else
        from_oklab(0.25 + 0.6 * away, 0.14 * away, t < 0.5 ? 245 : 60, rgb);
}
