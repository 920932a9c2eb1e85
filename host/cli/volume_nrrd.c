/* Volumes in NRRD files, through libteem. Axis 0 is the fastest in the file, as 3D Slicer and pynrrd have it.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "message.h"
#include "volume_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <teem/biff.h>
#include <teem/nrrd.h>

#define KEY "orbital" /* under which the record of what was done stands, as JSON */

/* What is kept of a file for others like it: all but the elements. */
struct nrrd_header {
    Nrrd *nrrd;
    bool gzip;      /* its elements are compressed */
    unsigned first; /* axis of the file that is axis 0 of the volume: 1 behind the parts of complex numbers */
};

static const struct {
    int nrrd;
    char letter;
    unsigned size;
} types[] = {
    {nrrdTypeChar, 'i', 1},  {nrrdTypeUChar, 'u', 1},  {nrrdTypeShort, 'i', 2}, {nrrdTypeUShort, 'u', 2},
    {nrrdTypeInt, 'i', 4},   {nrrdTypeUInt, 'u', 4},   {nrrdTypeLLong, 'i', 8}, {nrrdTypeULLong, 'u', 8},
    {nrrdTypeFloat, 'f', 4}, {nrrdTypeDouble, 'f', 8},
};

enum { TYPES = sizeof types / sizeof *types };

void nrrd_header_free(nrrd_header *header)
{
    if (header)
        nrrdNuke(header->nrrd);
    free(header);
}

/* Reports what libteem says in its last line, which names the cause. */
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
    fail(path, cure, "is no NRRD file that can be read here (%s)", line ? line : "no reason given");
    free(all);
    return false;
}

/* Reads all of a file, or its header alone. NULL on failure, which is reported.
 * \param gzip  out: whether its elements are compressed so */
static Nrrd *read_nrrd(const infile *file, bool header_only, bool *gzip)
{
    const char *path = infile_path(file);
    Nrrd *nrrd = nrrdNew();
    NrrdIoState *state = nrrdIoStateNew();
    bool good = nrrd && state;
    if (!good) {
        fail_memory(path);
    } else {
        state->skipData = header_only;
        good = !nrrdLoad(nrrd, infile_name(file), state) ||
               complain(path, "get it again, or convert it with unu or 3D Slicer");
    }
    *gzip = good && state->encoding == nrrdEncodingGzip;
    nrrdIoStateNix(state);
    if (!good)
        nrrd = nrrdNuke(nrrd);
    return nrrd;
}

/* The type of the elements, with their two parts if the first axis holds these. */
static const dtype *type_of(const char *path, const Nrrd *nrrd, bool complex)
{
    for (int i = 0; i < TYPES; i++)
        if (types[i].nrrd == nrrd->type) {
            const dtype *type =
                complex ? dtype_find('c', 2 * types[i].size) : dtype_find(types[i].letter, types[i].size);
            if (type)
                return type;
        }
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

/* From the library's memory, which goes. */
static bool take_elements(volume *v, const char *path, Nrrd *nrrd)
{
    v->data = malloc(volume_numbers(v) * sizeof *v->data);
    if (v->data)
        dtype_decode(v->type, nrrd->data, false, v->data, volume_count(v));
    free(nrrd->data);
    nrrd->data = NULL;
    return v->data || fail_memory(path);
}

/* Does the header stand in a file of its own? */
static bool is_detached(const char *path)
{
    const size_t length = strlen(path), ending = strlen(".nhdr");
    return length > ending && !strcmp(path + length - ending, ".nhdr");
}

static bool load(volume *v, infile *file, const volume_source *source)
{
    const char *path = infile_path(file);
    bool complex, good, gzip;
    Nrrd *nrrd = read_nrrd(file, true, &gzip);
    char *record;

    (void)source;
    if (!nrrd)
        return false;
    complex = nrrd->dim && nrrd->axis[0].kind == nrrdKindComplex && nrrd->axis[0].size == 2;
    v->first_fastest = true;
    v->complex = complex;
    v->type = type_of(path, nrrd, complex);
    /* The library believes the shape and asks for its memory: a false one is to be found before. */
    good = v->type && set_shape(v, path, nrrd, complex) &&
           (is_detached(path) || infile_holds_packed(file, (uint64_t)volume_count(v) * v->type->size, INFILE_DEFLATE));
    nrrdNuke(nrrd);
    if (!good || !(nrrd = read_nrrd(file, false, &gzip)))
        return false;
    v->nrrd = calloc(1, sizeof *v->nrrd);
    if (!v->nrrd) {
        nrrdNuke(nrrd);
        return fail_memory(path);
    }
    *v->nrrd = (nrrd_header){nrrd, gzip, complex};
    if (!take_elements(v, path, nrrd))
        return false;
    record = nrrdKeyValueGet(nrrd, KEY);
    if (record)
        v->record = json_loads(record, 0, NULL);
    free(record);
    return true;
}

void nrrd_header_spacing(const nrrd_header *header, double size[3], const char **unit)
{
    const Nrrd *nrrd = header->nrrd;
    double direction[NRRD_SPACE_DIM_MAX];
    for (unsigned a = 0; a < 3; a++)
        if (header->first + a >= nrrd->dim ||
            nrrdSpacingCalculate(nrrd, header->first + a, &size[a], direction) == nrrdSpacingStatusUnknown)
            size[a] = 0;
    *unit = nrrd->spaceDim && nrrd->spaceUnits[0] ? nrrd->spaceUnits[0] : nrrd->axis[header->first].units;
}

/* ---- storing ---- */

static int nrrd_type(const dtype *type)
{
    const bool complex = dtype_is_complex(type);
    for (int i = 0; i < TYPES; i++)
        if (types[i].letter == (complex ? 'f' : type->letter) &&
            types[i].size == (complex ? type->size / 2 : type->size))
            return types[i].nrrd;
    return nrrdTypeUnknown;
}

/* The axes of points, and all else that is not of the elements, as in the file that this one is like. */
static bool copy_header(const nrrd_header *like, Nrrd *to, unsigned first)
{
    int from[4] = {-1};
    for (unsigned a = 0; a < 3; a++)
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
static char *header_text(const volume *v, const char *path, const store_options *options)
{
    const unsigned first = dtype_is_complex(options->type);
    const nrrd_header *like = options->like ? options->like->nrrd : NULL;
    char *record = options->record ? json_dumps(options->record, JSON_COMPACT) : NULL, *text = NULL;
    Nrrd *nrrd = nrrdNew();
    NrrdIoState *state = nrrdIoStateNew();
    bool good = nrrd && state && (record || !options->record);

    if (good) {
        nrrd->type = nrrd_type(options->type);
        nrrd->dim = first + 3;
        good = !like || like->nrrd->dim - like->first != 3 || copy_header(like, nrrd, first);
        nrrd->axis[0].kind = first ? nrrdKindComplex : nrrd->axis[0].kind;
        nrrd->axis[0].size = 2;
        for (unsigned a = 0; a < 3; a++)
            nrrd->axis[first + a].size = v->shape[a];
        nrrdKeyValueErase(nrrd, KEY);
        nrrd->data = v->data; /* which the library does not touch, but wants to be there */
        state->encoding = like && like->gzip ? nrrdEncodingGzip : nrrdEncodingRaw;
        state->format = nrrdFormatNRRD;
        state->skipData = 1;
        good = good && (!record || !nrrdKeyValueAdd(nrrd, KEY, record)) && write_header(&text, nrrd, state);
    }
    if (!good) {
        free(biffGetDone(NRRD));
        free(text);
        text = NULL;
        fail(path, "choose another format", "no NRRD header can say what this volume is");
    }
    nrrdNix(nrrd);
    nrrdIoStateNix(state);
    free(record);
    return text;
}

/* The header by libteem; the elements by us, as it does not tell of a full disk. */
static bool store(const volume *v, const volume_target *target, const store_options *options, size_t *clipped)
{
    const element_array array = volume_elements(v, true);
    const nrrd_header *like = options->like ? options->like->nrrd : NULL;
    char *text;
    bool good;

    if (nrrd_type(options->type) == nrrdTypeUnknown)
        return fail(target->path, "choose another --dtype", "NRRD has no elements of type %s", options->type->name);
    text = header_text(v, target->path, options);
    good = text && outfile_puts(target->data, text) && outfile_puts(target->data, "\n") &&
           (!like || !like->gzip || outfile_compress(target->data)) &&
           elements_write(target->data, options->type, &array, clipped);
    free(text);
    return good;
}

static const char detached[] = ".nhdr";

const volume_format volume_format_nrrd = {.read_only = detached,
                                          .name = "NRRD",
                                          .endings = {".nrrd", detached},
                                          .magic = {{0, "NRRD", 4}},
                                          .sidecar = SIDECAR_NEVER,
                                          .load = load,
                                          .store = store};
