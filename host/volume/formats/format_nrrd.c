/* Volumes in NRRD files, through libteem. Axis 0 is the fastest in the file, as 3D Slicer and pynrrd have it.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf, strcasestr */

#include "interrupt.h"
#include "message.h"
#include "names.h"
#include "record_text.h"
#include "volume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <teem/biff.h>
#include <teem/nrrd.h>

enum {
    MOST_OF_FIELD = 400,         /* characters of a line of the header */
    MOST_OF_FILES = 65536,       /* data files that a pattern may name */
    MOST_OF_NUMBER = 1000000000, /* in such a name */
    MOST_OF_DIGITS = 10,         /* of it */
};

#define KEY "orbital" /* under which the record of what was done stands, as JSON */

/* What is kept of a file for others like it: all but the elements. */
typedef struct nrrd_header {
    Nrrd *nrrd;
    bool gzip;      /* its elements are compressed */
    unsigned first; /* axis of the file that is axis 0 of the volume: 1 after the parts of complex numbers */
} nrrd_header;

/* The library's types. Complex numbers are an axis of their two parts. */
static const dtype_code types[] = {
    {"int8", nrrdTypeChar},
    {"uint8", nrrdTypeUChar},
    {"int16", nrrdTypeShort},
    {"uint16", nrrdTypeUShort},
    {"int32", nrrdTypeInt},
    {"uint32", nrrdTypeUInt},
    {"int64", nrrdTypeLLong},
    {"uint64", nrrdTypeULLong},
    {"float32", nrrdTypeFloat},
    {"float64", nrrdTypeDouble},
    {"complex64", nrrdTypeFloat},
    {"complex128", nrrdTypeDouble},
    {NULL, 0},
};

static void release(void *kept)
{
    nrrd_header *header = kept;
    nrrdNuke(header->nrrd);
    free(header);
}

/* Reports the last line of the message of libteem, which names the cause. */
static bool complain(const char *path, const char *cure)
{
    char *all = biffGetDone(NRRD), *line = all;
    for (char *c = all; c && *c; c++)
        if (*c == '\n' && c[1])
            line = c + 1;
    if (line) {
        line[strcspn(line, "\n")] = '\0';
        line += strspn(line, "[nrd] ");
    }
    fail(path, cure, "is not a readable NRRD file (%s)", line ? line : "no reason given");
    free(all);
    return false;
}

/* Of a header that stands in a file of its own. */
static const char detached_ending[] = ".nhdr";

/* How the elements of a file are stored. */
typedef struct storage {
    const NrrdEncoding *encoding;
    bool swap;   /* they are in the other order of bytes */
    long offset; /* in the file where they begin, if that is known; else 0 */
    bool more;   /* something stands before them in what is compressed */
} storage;

/* Notes where the elements begin: where the library would read on. */
static void note_storage(NrrdIoState *state, bool detached, storage *found)
{
    const int host = host_is_big_endian() ? airEndianBig : airEndianLittle;
    *found = (storage){.encoding = state->encoding,
                       .swap = state->endian != airEndianUnknown && state->endian != host,
                       .more = state->byteSkip != 0};
    if (state->dataFile && !detached)
        found->offset = ftell(state->dataFile);
    if (state->dataFile)
        state->dataFile = airFclose(state->dataFile);
}

static bool within(long long number)
{
    return number >= -MOST_OF_NUMBER && number <= MOST_OF_NUMBER;
}

/* Whether the value of a field `data file` may be given to libteem 1.12.0. It hands a pattern of names to sprintf as it
 * is, with a buffer a few bytes longer than the pattern, and counts the files in an int that may overflow. */
static bool is_safe_data_file(const char *value)
{
    const char *conversion = strchr(value, '%');
    long long first, last, step;
    size_t digits;
    if (!conversion) /* one file, or a list */
        return true;
    digits = strspn(++conversion, "0123456789");
    if (digits > 3 || strtol(conversion, NULL, 10) > MOST_OF_DIGITS || conversion[digits] != 'd' ||
        strchr(conversion, '%') || sscanf(value, "%*s %lld %lld %lld", &first, &last, &step) != 3 || !step)
        return false;
    return within(first) && within(last) && within(step) && llabs(last - first) / llabs(step) < MOST_OF_FILES;
}

/* Whether a line of the header is a field `data file`, or might be taken for one. */
static bool is_data_file(const char *line)
{
    const char *file = strcasestr(line, "file"), *colon = strchr(line, ':');
    return line[0] != '#' && file && colon && file < colon;
}

/* Whether libteem may read the header: its pattern of data files is safe, and no field is too long. libteem 1.12.0
 * copies a line that it cannot parse into a message of 513 characters, without checking that it fits. Comments, keys
 * with values, and `content` may be of any length. */
static bool check_fields(const char *path, FILE *header)
{
    char line[MOST_OF_FIELD + 1];
    size_t length;
    int c;

    do {
        for (length = 0; (c = getc(header)) != EOF && c != '\n'; length++)
            if (length < MOST_OF_FIELD)
                line[length] = (char)c;
        line[length < MOST_OF_FIELD ? length : MOST_OF_FIELD] = '\0';
        if (length > MOST_OF_FIELD && line[0] != '#' && strncmp(line + strcspn(line, ":"), ":=", 2) != 0 &&
            strncmp(line, "content: ", 9) != 0)
            return fail(path, "get it again, or convert it with unu or 3D Slicer",
                        "is not a readable NRRD file (a line of its header has more than %d characters)",
                        MOST_OF_FIELD);
        if (is_data_file(line) && !is_safe_data_file(strchr(line, ':') + 1))
            return fail(path, "list the names of its data files, or convert it with unu or 3D Slicer",
                        "is not a readable NRRD file (the pattern of its data files needs one %%d of at most %d "
                        "digits, for at most %d files with numbers up to %d)",
                        MOST_OF_DIGITS, MOST_OF_FILES, MOST_OF_NUMBER);
    } while (c != EOF && length > 0 && strcmp(line, "\r") != 0 && !interrupt_pending());
    return true;
}

static bool check_header(const infile *file)
{
    FILE *header = fopen(infile_name(file), "rb");
    const bool good = header ? check_fields(infile_path(file), header)
                             : fail(infile_path(file), "check the name and your rights", "cannot be read");

    if (header)
        fclose(header);
    return good;
}

/* Reads all of a file, or its header alone. NULL on failure, which is reported.
 * \param found  how the elements are stored, where the header is read alone; else NULL */
static Nrrd *read_nrrd(const infile *file, storage *found)
{
    const char *path = infile_path(file);
    Nrrd *nrrd = nrrdNew();
    NrrdIoState *state = nrrdIoStateNew();
    bool good = nrrd && state;
    if (!good) {
        fail_memory(path);
    } else {
        state->skipData = state->keepNrrdDataFileOpen = found != NULL;
        good = check_header(file) && (!nrrdLoad(nrrd, infile_name(file), state) ||
                                      complain(path, "get it again, or convert it with unu or 3D Slicer"));
        if (good && found) /* else the library has closed it */
            note_storage(state, name_ends_in(path, detached_ending), found);
    }
    nrrdIoStateNix(state);
    if (!good)
        nrrd = nrrdNuke(nrrd);
    return nrrd;
}

/* The type of the elements, with their two parts if the first axis holds these. */
static const dtype *type_of(const char *path, const Nrrd *nrrd, bool complex)
{
    const dtype *type = dtype_of_code(types, nrrd->type);
    if (type && complex)
        type = type->letter == 'f' ? dtype_find('c', 2 * type->size) : NULL;
    if (type)
        return type;
    fail(path, "convert it to float, or complex numbers of floats", "holds elements of type %s%s",
         complex ? "complex " : "", airEnumStr(nrrdType, nrrd->type));
    return NULL;
}

static bool set_shape(volume *v, const char *path, const Nrrd *nrrd, unsigned first)
{
    size_t shape[NRRD_DIM_MAX] = {0};
    for (unsigned a = first; a < nrrd->dim; a++)
        shape[a - first] = nrrd->axis[a].size;
    if (nrrd->dim <= first)
        return fail(path, "give a volume", "has no axis of points");
    return volume_set_shape(v, path, shape, nrrd->dim - first);
}

/* Goes to the elements, where these stand in the file as they are, or compressed with gzip: else the library has to
 * read them, all at once. It believes the shape and asks for its memory: a false one is to be found before. */
static bool find_elements(volume_reader *r, const storage *found)
{
    const uint64_t size = (uint64_t)volume_count(&r->head) * r->head.type->size, offset = (uint64_t)found->offset;
    const bool known = found->offset > 0;

    r->swap = found->swap;
    if (known && found->encoding == nrrdEncodingRaw)
        return infile_holds(r->file, offset, size) && infile_seek(r->file, offset);
    if (known && found->encoding == nrrdEncodingGzip && !found->more && infile_is_packed(r->file, offset))
        return infile_unpack(r->file, offset) && infile_holds(r->file, 0, size);
    r->at_once = true;
    return name_ends_in(infile_path(r->file), detached_ending) || infile_holds_packed(r->file, size, INFILE_DEFLATE);
}

/* Lists, colours and vectors stand where the volume would have an axis of space: only a fourth may be such. */
static bool check_axes(const char *path, const Nrrd *nrrd, unsigned first)
{
    for (unsigned a = first; a < nrrd->dim && a < first + 3; a++)
        if (nrrd->axis[a].kind != nrrdKindUnknown && !nrrdKindIsDomain(nrrd->axis[a].kind))
            return fail(path, "move it after the others, e.g. with unu permute",
                        "its axis %u is of kind %s, which is not spatial", a, airEnumStr(nrrdKind, nrrd->axis[a].kind));
    return true;
}

static bool open(volume_reader *r, const volume_source *source)
{
    const char *path = infile_path(r->file);
    volume *v = &r->head;
    storage found;
    Nrrd *nrrd = read_nrrd(r->file, &found);
    nrrd_header *header;
    char *record;
    bool good;

    (void)source;
    if (!nrrd)
        return false;
    v->complex = nrrd->dim && nrrd->axis[0].kind == nrrdKindComplex && nrrd->axis[0].size == 2;
    v->header = header = calloc(1, sizeof *header);
    if (!header) {
        nrrdNuke(nrrd);
        return fail_memory(path);
    }
    *header = (nrrd_header){nrrd, found.encoding == nrrdEncodingGzip, v->complex};
    v->first_fastest = true;
    v->type = type_of(path, nrrd, v->complex);
    record = nrrdKeyValueGet(nrrd, KEY);
    if (record)
        v->record = record_within(path, record, strlen(record));
    good = !record || v->record;
    free(record);
    return good && v->type && check_axes(path, nrrd, v->complex) && set_shape(v, path, nrrd, v->complex) &&
           find_elements(r, &found);
}

static bool read_layers(volume_reader *r, size_t layers, double *values)
{
    Nrrd *nrrd;
    if (!r->at_once)
        return volume_read_elements(r, layers, values);
    nrrd = read_nrrd(r->file, NULL);
    if (nrrd)
        dtype_decode(r->head.type, nrrd->data, false, values, layers * r->points);
    nrrdNuke(nrrd);
    return nrrd != NULL;
}

static bool finish(volume_reader *r)
{
    return r->at_once || volume_finish_elements(r);
}

static void spacing(const void *kept, double size[3], const char **unit)
{
    const nrrd_header *header = kept;
    const Nrrd *nrrd = header->nrrd;
    double direction[NRRD_SPACE_DIM_MAX];
    for (unsigned a = 0; a < 3; a++)
        if (header->first + a >= nrrd->dim ||
            nrrdSpacingCalculate(nrrd, header->first + a, &size[a], direction) == nrrdSpacingStatusUnknown)
            size[a] = 0;
    *unit = nrrd->spaceDim && nrrd->spaceUnits[0] ? nrrd->spaceUnits[0] : nrrd->axis[header->first].units;
}

/* ---- storing ---- */

/* Of points. */
static unsigned axes_of(const volume *v)
{
    return v->volumes > 1 ? 4 : 3 - v->missing;
}

/* The axes of points, and all else that is not of the elements, as in the file that this one is like. */
static bool copy_header(const nrrd_header *like, Nrrd *to, unsigned first, unsigned axes)
{
    int from[5] = {-1};
    for (unsigned a = 0; a < axes; a++)
        from[first + a] = (int)(like->first + a);
    return !nrrdAxisInfoCopy(to, like->nrrd, from, NRRD_AXIS_INFO_SIZE_BIT) &&
           !nrrdBasicInfoCopy(to, like->nrrd,
                              NRRD_BASIC_INFO_DATA_BIT | NRRD_BASIC_INFO_TYPE_BIT | NRRD_BASIC_INFO_BLOCKSIZE_BIT |
                                  NRRD_BASIC_INFO_DIMENSION_BIT | NRRD_BASIC_INFO_OLDMIN_BIT |
                                  NRRD_BASIC_INFO_OLDMAX_BIT | NRRD_BASIC_INFO_KEYVALUEPAIRS_BIT) &&
           !nrrdKeyValueCopy(to, like->nrrd);
}

/* The library's text, with the units of the elements: it has too little memory for that line, and puts them in quotes,
 * which it takes for part of them when it reads. */
static bool write_header(char **text, Nrrd *nrrd, NrrdIoState *state)
{
    char *const units = nrrd->sampleUnits, *whole = NULL;
    bool good;

    nrrd->sampleUnits = NULL;
    good = !nrrdStringWrite(text, nrrd, state);
    if (good && units) {
        good = asprintf(&whole, "%ssample units: %s\n", *text, units) >= 0;
        free(*text);
        *text = good ? whole : NULL;
    }
    free(units);
    return good;
}

/* The text of the header, to be freed; NULL on failure, which is reported. */
static char *header_text(const volume_writer *w)
{
    const volume *v = &w->head;
    const store_options *options = &w->options;
    const unsigned first = dtype_is_complex(options->type), axes = axes_of(v);
    const nrrd_header *like = volume_header(options->like, &volume_format_nrrd);
    static char nothing[1];
    char *text = NULL;
    Nrrd *nrrd = nrrdNew();
    NrrdIoState *state = nrrdIoStateNew();
    bool good = nrrd && state;

    if (good) {
        nrrd->type = dtype_code_of(types, options->type);
        nrrd->dim = first + axes;
        good = !like || like->nrrd->dim - like->first < axes || copy_header(like, nrrd, first, axes);
        nrrd->axis[0].kind = first ? nrrdKindComplex : nrrd->axis[0].kind;
        nrrd->axis[0].size = 2;
        for (unsigned a = 0; a < axes; a++)
            nrrd->axis[first + a].size = a < 3 ? v->shape[a] : v->volumes;
        nrrdKeyValueErase(nrrd, KEY);
        nrrd->data = nothing; /* which the library does not touch, but wants to be there */
        state->encoding = like && like->gzip ? nrrdEncodingGzip : nrrdEncodingRaw;
        state->format = nrrdFormatNRRD;
        state->skipData = 1;
        good = good && (!w->record || !nrrdKeyValueAdd(nrrd, KEY, w->record)) && write_header(&text, nrrd, state);
    }
    if (!good) {
        free(biffGetDone(NRRD));
        free(text);
        text = NULL;
        fail(w->target->path, "choose another format", "an NRRD header cannot describe this volume");
    }
    nrrdNix(nrrd);
    nrrdIoStateNix(state);
    return text;
}

/* libteem writes the header. It does not report a full disk, so the elements are written here. */
static bool begin(volume_writer *w)
{
    const nrrd_header *like = volume_header(w->options.like, &volume_format_nrrd);
    char *text = header_text(w);
    const bool good = text && outfile_puts(w->target->data, text) && outfile_puts(w->target->data, "\n") &&
                      (!like || !like->gzip || outfile_compress(w->target->data));
    free(text);
    return good;
}

const volume_format volume_format_nrrd = {.read_only = detached_ending,
                                          .name = "NRRD",
                                          .endings = {".nrrd", detached_ending},
                                          .magic = {{0, "NRRD", 4}},
                                          .sidecar = SIDECAR_NEVER,
                                          .series = true,
                                          .order = ORDER_FIRST,
                                          .types = types,
                                          .open = open,
                                          .read = read_layers,
                                          .finish = finish,
                                          .begin = begin,
                                          .write = volume_write_elements,
                                          .release = release,
                                          .spacing = spacing};
