/* A PNG picture of slices side by side, each with a label.
 * SPDX-License-Identifier: Apache-2.0 */
#include "picture.h"

#include "font.h"
#include "message.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 12u /* points around and between the panels */
#define LABEL_HEIGHT 34u
#define LETTER_ZOOM 2u
#define WANTED_WIDTH 360u   /* smaller slices are drawn with larger points... */
#define ZOOMED_HEIGHT 1440u /* ...but narrow ones not so large that they become higher than this */

typedef struct canvas {
    size_t width, height;
    unsigned char *rgb;
} canvas;

static void set_point(canvas *c, size_t x, size_t y, const unsigned char rgb[3])
{
    if (x < c->width && y < c->height)
        memcpy(c->rgb + 3 * (y * c->width + x), rgb, 3);
}

/* Colours for 0 to 1, of even rising lightness: black, violet, red, yellow, white. */
static void heat(double t, unsigned char rgb[3])
{
    static const double anchors[5][3] = {{0, 0, 4}, {87, 16, 110}, {188, 55, 84}, {249, 142, 9}, {252, 255, 164}};
    double place = 4 * fmin(fmax(t, 0), 1);
    int i = place >= 4 ? 3 : (int)place;
    for (int channel = 0; channel < 3; channel++)
        rgb[channel] =
            (unsigned char)lrint(anchors[i][channel] + (place - i) * (anchors[i + 1][channel] - anchors[i][channel]));
}

static void colour_of(const picture_panel *panel, double value, unsigned char rgb[3])
{
    double span = panel->high > panel->low ? panel->high - panel->low : 1, magnitude = fabs(value);
    if (panel->scale == PICTURE_LOG) {
        heat(magnitude > panel->low && panel->low > 0 ? log(magnitude / panel->low) / log(panel->high / panel->low) : 0,
             rgb);
    } else {
        double grey = fmin(fmax((value - panel->low) / span, 0), 1);
        memset(rgb, (int)lrint(255 * grey), 3);
    }
}

static void draw_text(canvas *c, size_t left, size_t top, const char *text)
{
    static const unsigned char ink[3] = {230, 230, 230};
    for (size_t i = 0; text[i]; i++)
        for (size_t y = 0; y < FONT_HEIGHT * LETTER_ZOOM; y++)
            for (size_t x = 0; x < FONT_WIDTH * LETTER_ZOOM; x++)
                if (font_covers(text[i], (int)(x / LETTER_ZOOM), (int)(y / LETTER_ZOOM)))
                    set_point(c, left + i * (FONT_WIDTH + 1) * LETTER_ZOOM + x, top + y, ink);
}

static void draw_panel(canvas *c, const picture_panel *panel, size_t left, size_t top, size_t zoom)
{
    const volume *v = panel->v;
    size_t stride[3];
    unsigned char rgb[3];
    volume_strides(v, stride);
    for (size_t y = 0; y < v->shape[1] * zoom; y++)
        for (size_t x = 0; x < v->shape[0] * zoom; x++) {
            size_t row = v->shape[1] - 1 - y / zoom;
            size_t point = x / zoom * stride[0] + row * stride[1] + panel->index * stride[2];
            colour_of(panel, volume_value(v, point), rgb);
            set_point(c, left + x, top + y, rgb);
        }
    draw_text(c, left, c->height - (LABEL_HEIGHT + FONT_HEIGHT * LETTER_ZOOM) / 2, panel->label);
}

static bool write_png(outfile *file, const canvas *c)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)c->width,
                       .height = (png_uint_32)c->height,
                       .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    unsigned char *bytes = malloc(size);
    bool good = false;
    if (!bytes)
        fail_memory("picture");
    else if (!png_image_write_to_memory(&image, bytes, &size, 0, c->rgb, 0, NULL))
        fail("picture", "leave --picture out", "cannot be drawn (%s)", image.message);
    else
        good = outfile_write(file, bytes, size);
    free(bytes);
    return good;
}

bool picture_write(outfile *file, const picture_panel *panels, size_t count)
{
    static const unsigned char ground[3] = {24, 24, 28};
    canvas c = {.width = MARGIN, .height = 0};
    size_t zoom = 1, highest = 1, left = MARGIN;
    bool good;

    for (size_t i = 0; i < count; i++) {
        size_t fitting = WANTED_WIDTH / panels[i].v->shape[0] + (WANTED_WIDTH % panels[i].v->shape[0] != 0);
        zoom = fitting > zoom ? fitting : zoom;
        highest = panels[i].v->shape[1] > highest ? panels[i].v->shape[1] : highest;
    }
    if (zoom > ZOOMED_HEIGHT / highest)
        zoom = highest < ZOOMED_HEIGHT ? ZOOMED_HEIGHT / highest : 1;
    for (size_t i = 0; i < count; i++) {
        size_t height = panels[i].v->shape[1] * zoom + MARGIN + LABEL_HEIGHT;
        c.width += panels[i].v->shape[0] * zoom + MARGIN;
        c.height = height > c.height ? height : c.height;
    }
    /* libpng's limit, which also keeps the sizes below from overflowing. */
    if (c.width > 32768 || c.height > 32768)
        return fail("picture", "leave --picture out", "would be %zu x %zu points", c.width, c.height);
    c.rgb = malloc(3 * c.width * c.height);
    if (!c.rgb)
        return fail_memory("picture");
    for (size_t y = 0; y < c.height; y++)
        for (size_t x = 0; x < c.width; x++)
            set_point(&c, x, y, ground);
    for (size_t i = 0; i < count; i++) {
        draw_panel(&c, &panels[i], left, MARGIN, zoom);
        left += panels[i].v->shape[0] * zoom + MARGIN;
    }
    good = write_png(file, &c);
    free(c.rgb);
    return good;
}
