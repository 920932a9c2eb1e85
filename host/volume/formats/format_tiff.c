/* Volumes from TIFF files, through libtiff: a page for each index of axis 0, rows are axis 1, as tifffile has them.
 * A single page has two axes.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "format_tiff.h"
#include "interrupt.h"
#include "message.h"
#include "volume.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const ttag_t tiff_texts[TIFF_TEXTS] = {
    TIFFTAG_IMAGEDESCRIPTION, TIFFTAG_DOCUMENTNAME, TIFFTAG_MAKE,         TIFFTAG_MODEL,    TIFFTAG_SOFTWARE,
    TIFFTAG_DATETIME,         TIFFTAG_ARTIST,       TIFFTAG_HOSTCOMPUTER, TIFFTAG_COPYRIGHT};
const ttag_t tiff_measures[TIFF_MEASURES] = {TIFFTAG_XRESOLUTION, TIFFTAG_YRESOLUTION, TIFFTAG_XPOSITION,
                                             TIFFTAG_YPOSITION};

static int note_complaint(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments)
{
    tiff_complaint *first = user;
    (void)tiff;
    (void)module;
    if (!first->text[0]) {
        vsnprintf(first->text, sizeof first->text, format, arguments);
        for (char *c = first->text; *c; c++)
            *c = iscntrl((unsigned char)*c) ? ' ' : *c; /* some have two lines; ours has one */
    }
    return 1;
}

static int ignore_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments)
{
    (void)tiff;
    (void)user;
    (void)module;
    (void)format;
    (void)arguments;
    return 1;
}

TIFF *tiff_open(const char *name, const char *mode, tiff_complaint *first)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    TIFF *tiff = NULL;
    if (options) {
        TIFFOpenOptionsSetErrorHandlerExtR(options, note_complaint, first);
        TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, NULL);
        tiff = TIFFOpenExt(name, mode, options);
        TIFFOpenOptionsFree(options);
    }
    return tiff;
}

const char *tiff_reason(const tiff_complaint *first)
{
    return first->text[0] ? first->text : "no reason given";
}

/* ---- reading ---- */

/* The format of the pixels of a page. All pages of a volume are alike. */
typedef struct page {
    uint32_t width, length;
    uint16_t bits, format, samples, colour, compression;
} page;

/* A file that is being read. */
typedef struct reading {
    volume *v;
    infile *file;
    TIFF *tiff;
    tiff_complaint complaint;
    page page;
    unsigned char *bytes; /* room for a strip or a tile */
    tmsize_t room;
} reading;

static void release(void *kept)
{
    tiff_header *header = kept;
    for (int i = 0; i < TIFF_TEXTS; i++)
        free(header->text[i]);
    free(header);
}

static bool complain(const reading *r)
{
    return fail(infile_path(r->file), "obtain the file again", "is damaged or not a TIFF file (%s)",
                tiff_reason(&r->complaint));
}

/* Thumbnails and masks stand among the pages, but are none. */
static bool is_page(TIFF *tiff)
{
    uint32_t kind = 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &kind);
    return !(kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK));
}

static bool read_page(TIFF *tiff, page *p)
{
    uint32_t depth = 1;
    *p = (page){.colour = PHOTOMETRIC_MINISBLACK};
    TIFFGetFieldDefaulted(tiff, TIFFTAG_IMAGEWIDTH, &p->width);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_IMAGELENGTH, &p->length);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &p->bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &p->format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &p->samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &p->compression);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_IMAGEDEPTH, &depth);
    TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &p->colour);
    return depth == 1;
}

static const dtype *type_of(const page *p)
{
    static const char letters[] = {[SAMPLEFORMAT_UINT] = 'u',
                                   [SAMPLEFORMAT_INT] = 'i',
                                   [SAMPLEFORMAT_IEEEFP] = 'f',
                                   [SAMPLEFORMAT_VOID] = 'u',
                                   [SAMPLEFORMAT_COMPLEXIEEEFP] = 'c'};
    const char letter = p->format < sizeof letters ? letters[p->format] : 0;
    return p->bits % 8 ? NULL : dtype_find(letter, p->bits / 8u);
}

static bool check_page(reading *r)
{
    const char *path = infile_path(r->file);
    const page *p = &r->page;
    if (p->samples != 1 || (p->colour != PHOTOMETRIC_MINISBLACK && p->colour != PHOTOMETRIC_MINISWHITE))
        return fail(path, "convert it to grey values, or take one channel", "holds pixels in colour");
    r->v->type = type_of(p);
    if (!r->v->type)
        return fail(path, "convert it to 32-bit floats", "holds elements of %u bits, sample format %u",
                    (unsigned)p->bits, (unsigned)p->format);
    r->v->complex = dtype_is_complex(r->v->type);
    return true;
}

/* How many axes ImageJ's description, or that of OME, gives the pages: channels, planes, times. */
static int axes_of_pages(const char *text)
{
    static const char *const keys[2][3] = {{"\nchannels=", "\nslices=", "\nframes="},
                                           {" SizeC=\"", " SizeZ=\"", " SizeT=\""}};
    const bool imagej = !strncmp(text, "ImageJ=", 7);
    int axes = 0;
    for (int i = 0; i < 3 && (imagej || strstr(text, "<OME")); i++) {
        const char *key = keys[!imagej][i], *found = strstr(text, key);
        axes += found && strtoull(found + strlen(key), NULL, 10) > 1;
    }
    return axes;
}

/* ImageJ stores volumes above 4 GiB as one page, followed by the others, which only its description counts. */
static bool check_description(const reading *r, size_t pages)
{
    const char *text = NULL, *images;
    if (!TIFFGetField(r->tiff, TIFFTAG_IMAGEDESCRIPTION, &text))
        return true;
    if (pages > 1 && axes_of_pages(text) > 1)
        return fail(infile_path(r->file), "store each volume in a file of its own, e.g. from tifffile or Fiji",
                    "holds a hyperstack: its pages belong to several channels, planes or times");
    if (strncmp(text, "ImageJ=", 7))
        return true;
    images = strstr(text, "\nimages=");
    if (!images || strtoull(images + 8, NULL, 10) <= pages)
        return true;
    return fail(infile_path(r->file), "store it again as BigTIFF", "has %zu pages, but its description counts more",
                pages);
}

/* Whether a single page is a volume of three axes with one point along the first, which only a record tells. */
static bool is_stack_of_one(const reading *r)
{
    return json_array_size(json_object_get(r->v->record, "shape")) == 3;
}

/* Counts the pages, which must be alike. */
static bool survey(reading *r)
{
    const char *path = infile_path(r->file);
    size_t pages = 0;
    do {
        page p;
        if (interrupt_pending())
            return false;
        if (!is_page(r->tiff))
            continue;
        if (!read_page(r->tiff, &p))
            return fail(path, "store it as pages", "holds pages of more than one plane");
        if (!pages)
            r->page = p;
        else if (p.width != r->page.width || p.length != r->page.length)
            return fail(path, "give pages of one size", "page %zu has %lu x %lu pixels, the first %lu x %lu", pages + 1,
                        (unsigned long)p.width, (unsigned long)p.length, (unsigned long)r->page.width,
                        (unsigned long)r->page.length);
        else if (p.bits != r->page.bits || p.format != r->page.format || p.samples != r->page.samples ||
                 p.colour != r->page.colour)
            return fail(path, "give pages of one type", "page %zu differs in type from the first", pages + 1);
        pages++;
    } while (TIFFReadDirectory(r->tiff));
    if (r->complaint.text[0])
        return complain(r);
    if (!pages)
        return fail(path, "give a stack of pages", "holds no pages");
    return check_page(r) && TIFFSetDirectory(r->tiff, 0) && check_description(r, pages) &&
           (pages == 1 && !is_stack_of_one(r)
                ? volume_set_shape(r->v, path, (const size_t[]){r->page.length, r->page.width}, 2)
                : volume_set_shape(r->v, path, (const size_t[]){pages, r->page.length, r->page.width}, 3));
}

/* That the file can hold so many bytes: the library believes its header, and asks for their memory. */
static bool holds(const reading *r, uint64_t bytes)
{
    const uint16_t c = r->page.compression;
    const uint64_t ratio = c == COMPRESSION_NONE ? 1
                           : c == COMPRESSION_LZW || c == COMPRESSION_PACKBITS || c == COMPRESSION_DEFLATE ||
                                   c == COMPRESSION_ADOBE_DEFLATE
                               ? 4096
                               : 65536;
    return infile_holds_packed(r->file, bytes, ratio);
}

static bool read_header(reading *r)
{
    tiff_header *header = calloc(1, sizeof *header);
    r->v->header = header;
    if (!header)
        return fail_memory(infile_path(r->file));
    for (int i = 0; i < TIFF_TEXTS; i++) {
        const char *text;
        if (TIFFGetField(r->tiff, tiff_texts[i], &text) && !(header->text[i] = strdup(text)))
            return fail_memory(infile_path(r->file));
    }
    for (int i = 0; i < TIFF_MEASURES; i++)
        if (!TIFFGetField(r->tiff, tiff_measures[i], &header->measure[i]))
            header->measure[i] = NAN;
    TIFFGetField(r->tiff, TIFFTAG_RESOLUTIONUNIT, &header->unit);
    header->compression = r->page.compression;
    return true;
}

/* Reads the strips or tiles of a page. \param values  those of the page */
static bool read_pixels(const reading *r, double *values)
{
    const bool tiled = TIFFIsTiled(r->tiff);
    const size_t width = r->page.width, length = r->page.length, parts = r->v->complex ? 2 : 1;
    uint32_t across = r->page.width, down = r->page.length, part = 0;

    TIFFGetFieldDefaulted(r->tiff, tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &down);
    if (tiled)
        TIFFGetField(r->tiff, TIFFTAG_TILEWIDTH, &across);
    for (size_t top = 0; top < length; top += down)
        for (size_t left = 0; left < width; left += across, part++) {
            const size_t rows = length - top < down ? length - top : down;
            const size_t columns = width - left < across ? width - left : across;
            const size_t pitch = across * (size_t)r->v->type->size;
            const tmsize_t requested = (tmsize_t)((tiled ? down : rows) * pitch);
            const tmsize_t got = requested > r->room ? -1
                                 : tiled             ? TIFFReadEncodedTile(r->tiff, part, r->bytes, requested)
                                                     : TIFFReadEncodedStrip(r->tiff, part, r->bytes, requested);
            if (got != requested)
                return false;
            for (size_t row = 0; row < rows; row++)
                dtype_decode(r->v->type, r->bytes + row * pitch, false, values + parts * ((top + row) * width + left),
                             columns);
        }
    return true;
}

/* Room for what the page has in a strip or a tile. */
static bool make_room(reading *r)
{
    const tmsize_t requested = TIFFIsTiled(r->tiff) ? TIFFTileSize(r->tiff) : TIFFStripSize(r->tiff);
    if (requested <= 0)
        return complain(r);
    if (!holds(r, (uint64_t)requested))
        return false;
    if (requested <= r->room)
        return true;
    free(r->bytes);
    r->room = requested;
    r->bytes = malloc((size_t)requested);
    return r->bytes || fail_memory(infile_path(r->file));
}

/* The layers are the pages, but those of a single page are its rows. */
static bool read_pages(volume_reader *reader, size_t layers, double *values)
{
    reading *r = reader->state;
    const size_t pages = reader->at_once ? 1 : layers;
    const size_t numbers = (size_t)r->page.width * r->page.length * (r->v->complex ? 2 : 1);
    const bool last = reader->done + layers == reader->layers;
    bool good = true;

    for (size_t done = 0; good && done < pages;) {
        if (interrupt_pending())
            return false;
        if (is_page(r->tiff)) {
            good = make_room(r) && (read_pixels(r, values + numbers * done) || complain(r));
            done++;
        }
        good = good && ((last && done == pages) || TIFFReadDirectory(r->tiff) || complain(r));
    }
    return good;
}

static bool open(volume_reader *reader, const volume_source *source)
{
    reading *r = reader->state = calloc(1, sizeof *r);

    (void)source;
    if (!r)
        return fail_memory(infile_path(reader->file));
    *r = (reading){.v = &reader->head, .file = reader->file};
    r->tiff = tiff_open(infile_name(r->file), "rm", &r->complaint); /* m: not mapped into memory */
    if (!r->tiff)
        return complain(r);
    if (!survey(r))
        return false;
    reader->at_once = r->v->missing > 0;
    return read_header(r) && holds(r, (uint64_t)volume_count(r->v) * r->v->type->size);
}

static void close(volume_reader *reader)
{
    reading *r = reader->state;
    if (r && r->tiff)
        TIFFClose(r->tiff);
    if (r)
        free(r->bytes);
    free(r);
}

const volume_format volume_format_tiff = {.name = "TIFF",
                                          .endings = {".tif", ".tiff"},
                                          .magic = {{0, "II*\0", 4}, {0, "MM\0*", 4}, {0, "II+\0", 4}, {0, "MM\0+", 4}},
                                          .sidecar = SIDECAR_WITH_RECORD,
                                          .order = ORDER_LAST,
                                          .open = open,
                                          .read = read_pages,
                                          .close = close,
                                          .begin = tiff_begin,
                                          .write = tiff_write,
                                          .end = tiff_end,
                                          .release = release};
