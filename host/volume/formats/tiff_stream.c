/* libtiff on the files of this program, and what it complains of.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tiff_stream.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

static tmsize_t read_stream(thandle_t handle, void *bytes, tmsize_t size)
{
    tiff_stream *stream = handle;
    const size_t got = stream->in ? infile_read_at(stream->in, stream->place, bytes, (size_t)size)
                                  : outfile_read_at(stream->out, stream->place, bytes, (size_t)size);
    stream->place += got;
    return (tmsize_t)got;
}

static tmsize_t write_stream(thandle_t handle, void *bytes, tmsize_t size)
{
    tiff_stream *stream = handle;
    if (stream->reported || !outfile_write_at(stream->out, stream->place, bytes, (size_t)size)) {
        stream->reported = true;
        return -1;
    }
    stream->place += (uint64_t)size;
    return size;
}

static toff_t size_of_stream(thandle_t handle)
{
    tiff_stream *stream = handle;
    return stream->in ? infile_limit(stream->in) : outfile_size(stream->out);
}

static toff_t seek_stream(thandle_t handle, toff_t offset, int whence)
{
    tiff_stream *stream = handle;
    stream->place = offset + (whence == SEEK_CUR ? stream->place : whence == SEEK_END ? size_of_stream(handle) : 0);
    return stream->place;
}

/* The files belong to others. */
static int close_stream(thandle_t handle)
{
    (void)handle;
    return 0;
}

static int note_complaint(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments)
{
    tiff_stream *stream = user;
    (void)tiff;
    (void)module;
    if (!stream->complaint[0]) {
        vsnprintf(stream->complaint, sizeof stream->complaint, format, arguments);
        for (char *c = stream->complaint; *c; c++)
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

TIFF *tiff_stream_open(tiff_stream *stream, const char *name, const char *mode)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    TIFF *tiff = NULL;
    if (options) {
        TIFFOpenOptionsSetErrorHandlerExtR(options, note_complaint, stream);
        TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, stream);
        tiff = TIFFClientOpenExt(name, mode, stream, read_stream, write_stream, seek_stream, close_stream,
                                 size_of_stream, NULL, NULL, options);
        TIFFOpenOptionsFree(options);
    }
    return tiff;
}
