/* A PNG picture of slices side by side, each with a label.
 * SPDX-License-Identifier: Apache-2.0 */
#include "picture.h"

#include "message.h"

#include <cairo.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 12u /* points around and between the panels */
#define LABEL_HEIGHT 34u
#define FONT_SIZE 20
#define LETTER 12u          /* the width of any letter of a fixed-width font of this size, */
#define CAPITAL 14u         /* and the height of a capital */
#define WANTED_WIDTH 360u   /* smaller slices are drawn with larger points... */
#define ZOOMED_HEIGHT 1440u /* ...but narrow ones not so large that a row, or two of several, become higher than this */
#define SCALE_WIDTH 16u     /* of the colour scale at the end of a row, and of its numbers */
#define NUMBER_WIDTH (10 * LETTER)
#define LARGEST 32767.0 /* points a side, cairo's limit, which also keeps sizes from overflowing */

/* ---- colours of rising lightness for pictures ---- */

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

/* The colour for a value of 0 to 1, to which others are clipped; NaN is as 0. */
static void colour_of(colour_map map, double value, unsigned char rgb[3])
{
    const double t = fmin(fmax(value, 0), 1), away = fabs(2 * t - 1);
    if (map == COLOUR_GREY)
        memset(rgb, (int)lrint(255 * t), 3);
    else if (map == COLOUR_HEAT) /* no stronger than what a screen can show at that lightness */
        from_oklab(0.97 * t, 0.145 * (1 - pow(1 - t, 4)) * (1 - 0.6 * pow(t, 6)), 285 + 180 * t, rgb);
    else
        from_oklab(0.25 + 0.6 * away, 0.14 * away, t < 0.5 ? 245 : 60, rgb);
}

/* ---- drawing ---- */

static const unsigned char ground[3] = {24, 24, 28}, ink[3] = {230, 230, 230};

typedef struct canvas {
    size_t width, height, stride; /* stride: points from row to row */
    uint32_t *points;             /* of the surface, 0xRRGGBB */
    cairo_surface_t *surface;
    cairo_t *text; /* draws it */
} canvas;

static void set_point(canvas *c, size_t x, size_t y, const unsigned char rgb[3])
{
    if (x < c->width && y < c->height)
        c->points[y * c->stride + x] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

static void fill(canvas *c, size_t left, size_t top, size_t width, size_t height, const unsigned char rgb[3])
{
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            set_point(c, left + x, top + y, rgb);
}

/* ---- panels ---- */

static int right_axis(const picture_panel *panel)
{
    return panel->normal == 0 ? 1 : 0;
}

static int up_axis(const picture_panel *panel)
{
    return panel->normal == 2 ? 1 : 2;
}

/* The smallest size of a voxel, which a point of the picture has before it is enlarged. */
static double unit_of(const picture_panel *panel)
{
    return fmin(panel->voxel[0], fmin(panel->voxel[1], panel->voxel[2]));
}

/* Points of the picture a voxel along an axis. */
static double pitch(const picture_panel *panel, int axis, double zoom)
{
    return unit_of(panel) > 0 ? zoom * (panel->voxel[axis] / unit_of(panel)) : zoom;
}

/* Along an axis of a panel, in points of the picture. Whole, 1 or more. */
static double extent(const picture_panel *panel, int axis, double zoom)
{
    return fmax(nearbyint((double)panel->v->shape[axis] * pitch(panel, axis, zoom)), 1);
}

/* Which voxel is at a point of the picture. */
static size_t voxel_at(const picture_panel *panel, int axis, double zoom, size_t point)
{
    const size_t voxel = (size_t)(((double)point + 0.5) / pitch(panel, axis, zoom));
    return voxel < panel->v->shape[axis] ? voxel : panel->v->shape[axis] - 1;
}

/* From 0 to 1 as the colours go. */
static double place_of(const picture_panel *panel, double value)
{
    const double magnitude = fabs(value);
    if (panel->logarithmic)
        return magnitude > panel->low && panel->low > 0 ? log(magnitude / panel->low) / log(panel->high / panel->low)
                                                        : 0;
    return panel->high > panel->low ? (value - panel->low) / (panel->high - panel->low)
                                    : value - panel->low + (panel->colours == COLOUR_DIVERGING ? 0.5 : 0);
}

static void draw_text(canvas *c, size_t left, size_t top, const char *text)
{
    cairo_surface_mark_dirty(c->surface);
    cairo_move_to(c->text, (double)left, (double)(top + CAPITAL));
    cairo_show_text(c->text, text);
    cairo_surface_flush(c->surface);
}

/* The largest of 1, 2, 5 times a power of ten that is no larger. */
static double round_down(double length)
{
    const double power = pow(10, floor(log10(length))), digit = length / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

/* Below a panel, to the right: a scale bar with its length, if there is room beside the label. */
static void draw_length(canvas *c, const picture_panel *panel, size_t left, size_t top, size_t width, double zoom)
{
    const double per_point = unit_of(panel) / zoom, length = round_down((double)width / 4 * per_point);
    const size_t bar = (size_t)fmax(nearbyint(length / per_point), 1);
    char text[40];
    size_t room;
    snprintf(text, sizeof text, "%g %s", length, panel->unit);
    room = bar + LETTER + strlen(text) * LETTER;
    if (width < (strlen(panel->label) + 1) * LETTER + room)
        return;
    left += width - room;
    fill(c, left, top + CAPITAL / 2 - 1, bar, 3, ink);
    draw_text(c, left + bar + LETTER, top, text);
}

static void draw_panel(canvas *c, const picture_panel *panel, size_t left, size_t top, double zoom)
{
    const volume *v = panel->v;
    const int right = right_axis(panel), up = up_axis(panel);
    const size_t columns = (size_t)extent(panel, right, zoom), rows = (size_t)extent(panel, up, zoom);
    const size_t text = top + rows + (LABEL_HEIGHT - CAPITAL) / 2;
    unsigned char palette[256][3];
    size_t stride[3];
    volume_strides(v, stride);
    for (int i = 0; i < 256; i++)
        colour_of(panel->colours, i / 255.0, palette[i]);
    for (size_t y = 0; y < rows; y++) {
        const size_t line = voxel_at(panel, up, zoom, rows - 1 - y) * stride[up] + panel->index * stride[panel->normal];
        for (size_t x = 0; x < columns; x++) {
            const double value = volume_value(v, line + voxel_at(panel, right, zoom, x) * stride[right]);
            set_point(c, left + x, top + y, palette[lrint(255 * fmin(fmax(place_of(panel, value), 0), 1))]);
        }
    }
    draw_text(c, left, text, panel->label);
    if (panel->unit)
        draw_length(c, panel, left, text, columns, zoom);
}

/* The colours from the last, on top, to the first. */
static void draw_scale(canvas *c, const picture_panel *panel, size_t left, size_t top, size_t height)
{
    const size_t beside = left + SCALE_WIDTH + LETTER / 2;
    char number[32];
    for (size_t y = 0; y < height; y++) {
        unsigned char rgb[3];
        colour_of(panel->colours, height > 1 ? 1 - (double)y / (double)(height - 1) : 1, rgb);
        fill(c, left, top + y, SCALE_WIDTH, 1, rgb);
    }
    snprintf(number, sizeof number, "%.3g", panel->high);
    draw_text(c, beside, top, number);
    snprintf(number, sizeof number, "%.3g", panel->low);
    if (height >= 3 * CAPITAL)
        draw_text(c, beside, top + height - CAPITAL, number);
}

/* ---- the whole ---- */

static bool create_canvas(canvas *c, size_t width, size_t height)
{
    c->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    c->text = cairo_create(c->surface);
    c->width = width;
    c->height = height;
    c->points = (uint32_t *)(void *)cairo_image_surface_get_data(c->surface);
    c->stride = (size_t)cairo_image_surface_get_stride(c->surface) / sizeof *c->points;
    cairo_select_font_face(c->text, "monospace", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c->text, FONT_SIZE);
    cairo_set_source_rgb(c->text, ink[0] / 255.0, ink[1] / 255.0, ink[2] / 255.0);
    return c->points || fail_memory("picture");
}

static cairo_status_t append(void *file, const unsigned char *bytes, unsigned size)
{
    return outfile_write(file, bytes, size) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static bool write_png(outfile *file, const canvas *c)
{
    cairo_status_t status = cairo_status(c->text);
    cairo_surface_mark_dirty(c->surface);
    if (!status)
        status = cairo_surface_write_to_png_stream(c->surface, append, file);
    if (status && status != CAIRO_STATUS_WRITE_ERROR) /* which is reported */
        return fail("picture", "leave it out", "cannot be drawn (%s)", cairo_status_to_string(status));
    return !status;
}

/* How many times panels are enlarged, a whole number: the narrowest gets its width if the highest has room. */
static double choose_zoom(const picture_panel *panels, size_t rows, size_t columns)
{
    const double room = rows > 1 ? ZOOMED_HEIGHT / 2 : ZOOMED_HEIGHT;
    double zoom = 1, highest = 1;
    for (size_t i = 0; i < rows * columns; i++) {
        zoom = fmax(zoom, ceil(WANTED_WIDTH / extent(&panels[i], right_axis(&panels[i]), 1)));
        highest = fmax(highest, extent(&panels[i], up_axis(&panels[i]), 1));
    }
    return fmax(fmin(zoom, floor(room / highest)), 1);
}

/* The width of a column: that of its widest panel or label. */
static double largest_width(const picture_panel *panels, size_t rows, size_t columns, size_t column, double zoom)
{
    double width = 0;
    for (size_t row = 0; row < rows; row++) {
        const picture_panel *panel = &panels[row * columns + column];
        width = fmax(width, extent(panel, right_axis(panel), zoom));
        width = fmax(width, (double)(strlen(panel->label) * LETTER));
    }
    return width;
}

/* The height of a row: that of its highest panel. */
static double largest_height(const picture_panel *row, size_t columns, double zoom)
{
    double height = 0;
    for (size_t column = 0; column < columns; column++)
        height = fmax(height, extent(&row[column], up_axis(&row[column]), zoom));
    return height;
}

bool picture_write(outfile *file, const picture_panel *panels, size_t rows, size_t columns, bool scales)
{
    const double zoom = choose_zoom(panels, rows, columns);
    double width = MARGIN + (scales ? SCALE_WIDTH + NUMBER_WIDTH : 0), height = 0;
    canvas c;
    size_t top = MARGIN;
    bool good;

    for (size_t column = 0; column < columns; column++)
        width += largest_width(panels, rows, columns, column, zoom) + MARGIN;
    for (size_t row = 0; row < rows; row++)
        height += largest_height(panels + row * columns, columns, zoom) + MARGIN + LABEL_HEIGHT;
    if (width > LARGEST || height > LARGEST)
        return fail("picture", "leave it out, or draw a part of the volume", "would be %.0f x %.0f points", width,
                    height);
    good = create_canvas(&c, (size_t)width, (size_t)height);
    if (good)
        fill(&c, 0, 0, c.width, c.height, ground);
    for (size_t row = 0; good && row < rows; row++) {
        const picture_panel *in_row = panels + row * columns;
        const size_t high = (size_t)largest_height(in_row, columns, zoom);
        size_t left = MARGIN;
        for (size_t column = 0; column < columns; column++) {
            draw_panel(&c, &in_row[column], left, top, zoom);
            left += (size_t)largest_width(panels, rows, columns, column, zoom) + MARGIN;
        }
        if (scales)
            draw_scale(&c, &in_row[columns - 1], left, top, high);
        top += high + MARGIN + LABEL_HEIGHT;
    }
    good = good && write_png(file, &c);
    cairo_destroy(c.text);
    cairo_surface_destroy(c.surface);
    return good;
}
