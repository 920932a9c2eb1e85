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
#define GROUND 24 / 255.0, 24 / 255.0, 28 / 255.0 /* red, green, blue of the ground, and of text */
#define INK 230 / 255.0, 230 / 255.0, 230 / 255.0
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
static uint32_t encode(double light)
{
    const double clipped = fmin(fmax(light, 0), 1);
    return (uint32_t)lrint(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1 / 2.4) - 0.055));
}

/* From lightness, strength of the colour, and hue in degrees, to 0xRRGGBB. */
static uint32_t from_oklab(double lightness, double chroma, double hue)
{
    const double a = chroma * cos(hue * pi / 180), b = chroma * sin(hue * pi / 180);
    const double l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    const uint32_t red = encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    const uint32_t green = encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    const uint32_t blue = encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return red << 16 | green << 8 | blue;
}

/* The colour for a value of 0 to 1, to which others are clipped; NaN is as 0. */
static uint32_t colour_of(colour_map map, double value)
{
    const double t = fmin(fmax(value, 0), 1), away = fabs(2 * t - 1);
    if (map == COLOUR_GREY)
        return (uint32_t)lrint(255 * t) * 0x10101;
    if (map == COLOUR_HEAT) /* no stronger than what a screen can show at that lightness */
        return from_oklab(0.97 * t, 0.145 * (1 - pow(1 - t, 4)) * (1 - 0.6 * pow(t, 6)), 285 + 180 * t);
    return from_oklab(0.25 + 0.6 * away, 0.14 * away, t < 0.5 ? 245 : 60);
}

/* ---- drawing ---- */

/* Paints points, 0xRRGGBB from row to row, and frees them. Each becomes a rectangle of the picture.
 * \param points  NULL: memory ran out */
static bool paint(cairo_t *to, uint32_t *points, size_t columns, size_t rows, size_t left, size_t top, double width,
                  double height)
{
    cairo_surface_t *source;
    if (!points)
        return fail_memory("picture");
    source = cairo_image_surface_create_for_data((unsigned char *)points, CAIRO_FORMAT_RGB24, (int)columns, (int)rows,
                                                 (int)(columns * sizeof *points));
    cairo_save(to);
    cairo_translate(to, (double)left, (double)top);
    cairo_rectangle(to, 0, 0, width, height);
    cairo_scale(to, width / (double)columns, height / (double)rows);
    cairo_set_source_surface(to, source, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(to), CAIRO_FILTER_NEAREST);
    cairo_pattern_set_extend(cairo_get_source(to), CAIRO_EXTEND_PAD);
    cairo_fill(to);
    cairo_restore(to);
    cairo_surface_destroy(source);
    free(points);
    return true;
}

static void draw_text(cairo_t *to, size_t left, size_t top, const char *text)
{
    cairo_move_to(to, (double)left, (double)(top + CAPITAL));
    cairo_show_text(to, text);
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

/* The largest of 1, 2, 5 times a power of ten that is no larger. */
static double round_down(double length)
{
    const double power = pow(10, floor(log10(length))), digit = length / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

/* Below a panel, to the right: a scale bar with its length, if there is room beside the label. */
static void draw_length(cairo_t *to, const picture_panel *panel, size_t left, size_t top, size_t width, double zoom)
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
    cairo_rectangle(to, (double)left, (double)(top + CAPITAL / 2 - 1), (double)bar, 3);
    cairo_fill(to);
    draw_text(to, left + bar + LETTER, top, text);
}

static bool draw_panel(cairo_t *to, const picture_panel *panel, size_t left, size_t top, double zoom)
{
    const volume *v = panel->v;
    const int right = right_axis(panel), up = up_axis(panel);
    const double width = extent(panel, right, zoom), height = extent(panel, up, zoom);
    const size_t columns = v->shape[right], rows = v->shape[up];
    const size_t text = top + (size_t)height + (LABEL_HEIGHT - CAPITAL) / 2;
    uint32_t palette[256], *points = malloc(columns * rows * sizeof *points);
    size_t stride[3];
    volume_strides(v, stride);
    for (int i = 0; i < 256; i++)
        palette[i] = colour_of(panel->colours, i / 255.0);
    for (size_t y = 0; points && y < rows; y++)
        for (size_t x = 0; x < columns; x++) {
            const size_t at = x * stride[right] + (rows - 1 - y) * stride[up] + panel->index * stride[panel->normal];
            points[y * columns + x] = palette[lrint(255 * fmin(fmax(place_of(panel, volume_value(v, at)), 0), 1))];
        }
    draw_text(to, left, text, panel->label);
    if (panel->unit)
        draw_length(to, panel, left, text, (size_t)width, zoom);
    return paint(to, points, columns, rows, left, top, width, height);
}

/* The colours from the last, on top, to the first. */
static bool draw_scale(cairo_t *to, const picture_panel *panel, size_t left, size_t top, size_t height)
{
    const size_t beside = left + SCALE_WIDTH + LETTER / 2;
    uint32_t *points = malloc(height * sizeof *points);
    char number[32];
    for (size_t y = 0; points && y < height; y++)
        points[y] = colour_of(panel->colours, height > 1 ? 1 - (double)y / (double)(height - 1) : 1);
    snprintf(number, sizeof number, "%.3g", panel->high);
    draw_text(to, beside, top, number);
    snprintf(number, sizeof number, "%.3g", panel->low);
    if (height >= 3 * CAPITAL)
        draw_text(to, beside, top + height - CAPITAL, number);
    return paint(to, points, 1, height, left, top, SCALE_WIDTH, (double)height);
}

/* ---- the whole ---- */

static cairo_status_t append(void *file, const unsigned char *bytes, unsigned size)
{
    return outfile_write(file, bytes, size) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static bool write_png(outfile *file, cairo_t *drawn)
{
    cairo_status_t status = cairo_status(drawn);
    if (!status)
        status = cairo_surface_write_to_png_stream(cairo_get_target(drawn), append, file);
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
    cairo_surface_t *surface;
    cairo_t *to;
    size_t top = MARGIN;
    bool good = true;

    for (size_t column = 0; column < columns; column++)
        width += largest_width(panels, rows, columns, column, zoom) + MARGIN;
    for (size_t row = 0; row < rows; row++)
        height += largest_height(panels + row * columns, columns, zoom) + MARGIN + LABEL_HEIGHT;
    if (width > LARGEST || height > LARGEST)
        return fail("picture", "leave it out, or draw a part of the volume", "would be %.0f x %.0f points", width,
                    height);
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    to = cairo_create(surface);
    cairo_set_source_rgb(to, GROUND);
    cairo_paint(to);
    cairo_set_source_rgb(to, INK);
    cairo_select_font_face(to, "monospace", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(to, FONT_SIZE);
    for (size_t row = 0; good && row < rows; row++) {
        const picture_panel *in_row = panels + row * columns;
        const size_t high = (size_t)largest_height(in_row, columns, zoom);
        size_t left = MARGIN;
        for (size_t column = 0; good && column < columns; column++) {
            good = draw_panel(to, &in_row[column], left, top, zoom);
            left += (size_t)largest_width(panels, rows, columns, column, zoom) + MARGIN;
        }
        if (good && scales)
            good = draw_scale(to, &in_row[columns - 1], left, top, high);
        top += high + MARGIN + LABEL_HEIGHT;
    }
    good = good && write_png(file, to);
    cairo_destroy(to);
    cairo_surface_destroy(surface);
    return good;
}
