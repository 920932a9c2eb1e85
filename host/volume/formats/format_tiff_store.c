/* Volumes into TIFF files, through libtiff.
 * SPDX-License-Identifier: Apache-2.0 */
#include "format_tiff.h"
#include "interrupt.h"
#include "message.h"
#include "volume.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STRIP ((size_t)1 << 16)              /* bytes of a strip, if a row has no more */
#define CLASSIC_LIMIT ((uint64_t)0xf0000000) /* of elements; what else a file holds fits between them and 4 GiB */
#define PAGE_EXTRA 1024u                     /* bytes a page, the list of its strips not counted, are less */

/* A file that is being written. */
typedef struct writing {
    const volume *v; /* the whole */
    size_t pages, rows, columns;
    const volume_target *target;
    const store_options *options;
    TIFF *tiff;
    tiff_complaint complaint;
    size_t page;
    uint32_t row; /* the next of the page */
} writing;

static bool complain_of_writing(const writing *w)
{
    const int error = errno;
    return outfile_disk_fails(error) ? outfile_complain(w->target->data, error)
                                     : fail(w->target->path, "choose another format", "cannot be written as TIFF (%s)",
                                            tiff_reason(&w->complaint));
}

/* What loses nothing, and the library can write. */
static uint16_t compression_like(const tiff_header *like)
{
    static const uint16_t kept[] = {COMPRESSION_LZW,      COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE,
                                    COMPRESSION_PACKBITS, COMPRESSION_ZSTD,          COMPRESSION_LZMA};
    for (size_t i = 0; like && i < sizeof kept / sizeof *kept; i++)
        if (like->compression == kept[i] && TIFFIsCODECConfigured(kept[i]))
            return kept[i];
    return COMPRESSION_NONE;
}

/* Some programs describe more than the image, which would be false: OME the type, ImageJ and tifffile that the pages
 * lie one behind the other. They then read the first header alone. */
static bool is_kept(const char *words, ttag_t tag)
{
    return words &&
           (tag != TIFFTAG_IMAGEDESCRIPTION ||
            (!strstr(words, "<OME") && strncmp(words, "{\"shape\"", 8) != 0 && strncmp(words, "ImageJ=", 7) != 0));
}

static uint16_t sample_format(const dtype *type)
{
    switch (type->letter) {
    case 'u':
        return SAMPLEFORMAT_UINT;
    case 'i':
        return SAMPLEFORMAT_INT;
    case 'f':
        return SAMPLEFORMAT_IEEEFP;
    default:
        return SAMPLEFORMAT_COMPLEXIEEEFP;
    }
}

/* Says what a page is. */
static bool begin_page(const writing *w)
{
    const dtype *type = w->options->type;
    const tiff_header *like = volume_header(w->options->like, &volume_format_tiff);
    const uint32_t length = (uint32_t)w->rows, width = (uint32_t)w->columns;
    const size_t rows = STRIP / type->size / width;
    TIFF *t = w->tiff;
    bool good = TIFFSetField(t, TIFFTAG_IMAGEWIDTH, width) && TIFFSetField(t, TIFFTAG_IMAGELENGTH, length) &&
                TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 8 * type->size) &&
                TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, sample_format(type)) &&
                TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, 1) &&
                TIFFSetField(t, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
                TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) &&
                TIFFSetField(t, TIFFTAG_COMPRESSION, compression_like(like)) &&
                TIFFSetField(t, TIFFTAG_ROWSPERSTRIP,
                             rows < 1        ? 1
                             : rows < length ? (uint32_t)rows
                                             : length);
    for (int i = 0; good && like && i < TIFF_MEASURES; i++)
        good = isnan(like->measure[i]) || TIFFSetField(t, tiff_measures[i], (double)like->measure[i]);
    if (good && like && like->unit)
        good = TIFFSetField(t, TIFFTAG_RESOLUTIONUNIT, like->unit);
    for (int i = 0; good && like && w->page == 0 && i < TIFF_TEXTS; i++)
        good = !is_kept(like->text[i], tiff_texts[i]) || TIFFSetField(t, tiff_texts[i], like->text[i]);
    return good;
}

static bool write_row(void *user, void *bytes, size_t size)
{
    writing *w = user;
    (void)size;
    if (interrupt_pending())
        return false;
    if (TIFFWriteScanline(w->tiff, bytes, w->row, 0) < 0)
        return complain_of_writing(w);
    if (++w->row < w->rows)
        return true;
    w->row = 0;
    return (TIFFWriteDirectory(w->tiff) && (++w->page == w->pages || begin_page(w))) || complain_of_writing(w);
}

bool tiff_begin(volume_writer *writer)
{
    const volume *v = &writer->head;
    const dtype *type = writer->options.type;
    const size_t pages = v->missing ? 1 : v->shape[0], rows = v->shape[v->missing ? 0 : 1];
    const size_t columns = v->shape[v->missing == 1 ? 1 : 2]; /* of a line of points, a column: 1 */
    const uint64_t size = (uint64_t)volume_count(v) * type->size + (uint64_t)pages * PAGE_EXTRA;
    const char *path = writer->target->path;
    writing *w = writer->state = calloc(1, sizeof *w);

    if (!w)
        return fail_memory(path);
    *w = (writing){.v = v,
                   .pages = pages,
                   .rows = rows,
                   .columns = columns,
                   .target = writer->target,
                   .options = &writer->options};
    if (rows > UINT32_MAX || columns > INT32_MAX / type->size)
        return fail(path, "choose another format", "TIFF does not support pages of %zu x %zu points", rows, columns);
    errno = 0;
    w->tiff = tiff_open(outfile_name(writer->target->data), size > CLASSIC_LIMIT ? "w8" : "w", &w->complaint);
    return (w->tiff && begin_page(w)) || complain_of_writing(w);
}

bool tiff_write(volume_writer *writer, const volume *piece)
{
    return volume_give_elements(writer, piece, write_row, writer->state);
}

bool tiff_end(volume_writer *writer, bool good)
{
    writing *w = writer->state;
    if (w && w->tiff)
        TIFFClose(w->tiff);
    good = good && (!w->complaint.text[0] || complain_of_writing(w));
    free(w);
    return good;
}
