/* Volumes in NPY files of NumPy, and arrays in such files.
 * SPDX-License-Identifier: Apache-2.0 */
#include "format_npy.h"

#include "elements.h"
#include "message.h"
#include "volume.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "\x93NUMPY"
#define MAGIC_SIZE 6
#define MAX_HEADER 65535u

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Behind a string in quotes, or NULL if none stands here or it does not end. */
static const char *skip_string(const char *at)
{
    const char quote = *at;
    if (quote != '\'' && quote != '"')
        return NULL;
    for (at++; *at && *at != quote; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : NULL;
}

/* The comma or bracket behind a value, which may itself hold strings and brackets; NULL if there is none. */
static const char *skip_value(const char *at)
{
    for (unsigned depth = 0; at && *at && (depth || !strchr(",)]}", *at));)
        if (*at == '\'' || *at == '"') {
            at = skip_string(at);
        } else {
            depth += *at == '(' || *at == '[' || *at == '{';
            depth -= *at == ')' || *at == ']' || *at == '}';
            at++;
        }
    return at && *at ? at : NULL;
}

/* The value of a key in the header, which is a dictionary as Python writes it; NULL if it has no such key, or has it
 * twice. */
static const char *value_of(const char *text, const char *key)
{
    const char *at = skip_blanks(text), *found = NULL;
    if (*at != '{')
        return NULL;
    do {
        const char *name = skip_blanks(at + 1), *end = skip_string(name);
        at = end ? skip_blanks(end) : "";
        if (*at != ':')
            return found;
        at = skip_blanks(at + 1);
        if ((size_t)(end - name) == strlen(key) + 2 && !strncmp(name + 1, key, strlen(key))) {
            if (found)
                return NULL;
            found = at;
        }
        at = skip_value(at);
    } while (at && *at == ',');
    return found;
}

/* A type is e.g. '<f4': order of bytes, letter, bytes of an element. Without an order it is that of this machine. */
static bool parse_type(const char *path, const char *value, npy_header *header)
{
    char code[16] = "", quote[2], *end = code;
    const char *letter = code;
    if (!value)
        return fail(path, "store it again with numpy.save", "its NPY header has no element type");
    if (sscanf(value, "%*1['\"]%15[^'\"]%1['\"]", code, quote) != 2)
        return fail(path, "store one array of numbers", "holds structured elements");
    letter += strspn(code, "<>|=") > 0;
    header->type = NULL;
    if (isdigit((unsigned char)letter[1])) /* NumPy's truth values are bytes of 0 and 1. */
        header->type = dtype_find(*letter == 'b' ? 'u' : *letter, (unsigned)strtoul(letter + 1, &end, 10));
    if (!header->type || *end)
        return fail(path, "convert it to float32 or complex64", "holds elements of type %s", code);
    header->swap = code[0] == (host_is_big_endian() ? '<' : '>');
    return true;
}

static bool parse_shape(const char *path, const char *value, npy_header *header)
{
    const char *at = value && *value == '(' ? value + 1 : NULL;
    header->dimensions = 0;
    while (at && *(at += strspn(at, " ,")) != ')') {
        char *end;
        unsigned long long size;
        errno = 0;
        size = strtoull(at, &end, 10);
        if (!isdigit((unsigned char)*at) || errno || size > SIZE_MAX || header->dimensions == NPY_MAX_DIMENSIONS)
            at = NULL;
        else
            header->shape[header->dimensions++] = (size_t)size, at = *end == 'L' ? end + 1 : end;
    }
    return at ? true : fail(path, "store it again with numpy.save", "its NPY header has no valid shape");
}

bool npy_read_header(infile *file, npy_header *header)
{
    const char *path = infile_path(file);
    unsigned char start[12];
    size_t length, length_bytes;
    const char *order;
    char *text = NULL;
    bool good = false;

    if (infile_start(file, start, 10) < 10 || memcmp(start, MAGIC, MAGIC_SIZE))
        return fail(path, "give a file that numpy.save wrote", "is not an NPY file, or is damaged");
    length_bytes = start[6] == 1 ? 2 : 4;
    if (start[6] < 1 || start[6] > 3)
        return fail(path, "store it again with numpy.save", "is of the unknown NPY version %d", start[6]);
    if (!infile_read(file, start, 8 + length_bytes))
        return false;
    length = start[8] | (size_t)start[9] << 8;
    if (length_bytes == 4)
        length |= (size_t)start[10] << 16 | (size_t)start[11] << 24;
    if (length > MAX_HEADER)
        return fail(path, "store it again with numpy.save", "its NPY header claims %zu bytes", length);

    text = calloc(length + 1, 1);
    if (!text)
        return fail_memory(path);
    if (!infile_read(file, text, length) || !parse_type(path, value_of(text, "descr"), header) ||
        !parse_shape(path, value_of(text, "shape"), header))
        goto end;
    order = value_of(text, "fortran_order");
    header->fortran = order && !strncmp(order, "True", 4);
    good = header->fortran || (order && !strncmp(order, "False", 5)) ||
           fail(path, "store it again with numpy.save", "its NPY header does not give the order of the elements");
end:
    free(text);
    return good;
}

double *npy_read_elements(infile *file, const npy_header *header)
{
    const char *path = infile_path(file);
    const size_t parts = dtype_is_complex(header->type) ? 2 : 1;
    double *values;
    size_t count = 1;

    for (unsigned i = 0; i < header->dimensions; i++) {
        if (header->shape[i] == 0) {
            fail(path, "give a volume with points", "holds no elements");
            return NULL;
        }
        if (count > SIZE_MAX / sizeof *values / parts / header->shape[i]) {
            fail(path, "store it again with numpy.save", "its NPY header claims an impossible shape");
            return NULL;
        }
        count *= header->shape[i];
    }
    if (!infile_holds(file, 0, (uint64_t)count * header->type->size))
        return NULL;
    values = malloc(parts * count * sizeof *values);
    if (!values)
        fail_memory(path);
    else if (elements_read(file, header->type, header->swap, values, count) && infile_finish(file))
        return values;
    free(values);
    return NULL;
}

/* Writes a header for elements in the byte order of this machine. */
static bool write_header(outfile *file, const npy_header *header)
{
    char text[512], start[10] = MAGIC "\x01";
    int length = snprintf(text, sizeof text, "{'descr': '%c%c%u', 'fortran_order': %s, 'shape': (",
                          header->type->size == 1 ? '|'
                          : host_is_big_endian()  ? '>'
                                                  : '<',
                          header->type->letter, header->type->size, header->fortran ? "True" : "False");
    for (unsigned i = 0; i < header->dimensions; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%zu, ", header->shape[i]);
    length += snprintf(text + length, sizeof text - (size_t)length, "), }");
    /* Elements begin at a multiple of 64 bytes; blanks and a newline fill up to there. */
    while ((length + (int)sizeof start + 1) % 64)
        text[length++] = ' ';
    text[length++] = '\n';
    start[8] = (char)(length & 255);
    start[9] = (char)(length >> 8);
    return outfile_write(file, start, sizeof start) && outfile_write(file, text, (size_t)length);
}

static bool open(volume_reader *r, const volume_source *source)
{
    npy_header header;
    volume *v = &r->head;

    (void)source;
    if (!npy_read_header(r->file, &header) ||
        !volume_set_shape(v, infile_path(r->file), header.shape, header.dimensions))
        return false;
    v->type = header.type;
    v->complex = dtype_is_complex(v->type);
    v->first_fastest = header.fortran;
    r->swap = header.swap;
    return infile_holds(r->file, 0, (uint64_t)volume_count(v) * v->type->size);
}

/* In the order in which the volume lies in memory. */
static bool begin(volume_writer *w)
{
    const volume *v = &w->head;
    npy_header header = {.type = w->options.type,
                         .fortran = v->first_fastest,
                         .dimensions = v->volumes > 1 ? 4 : 3 - v->missing,
                         .shape = {v->shape[0], v->shape[1], v->shape[2], v->volumes}};
    return write_header(w->target->data, &header);
}

const volume_format volume_format_npy = {.name = "NPY",
                                         .endings = {".npy", ".npy.gz"},
                                         .magic = {{0, "\x93NUMPY", 6}},
                                         .sidecar = SIDECAR_WITH_RECORD,
                                         .series = true,
                                         .order = ORDER_OF_MEMORY,
                                         .open = open,
                                         .read = volume_read_elements,
                                         .finish = volume_finish_elements,
                                         .begin = begin,
                                         .write = volume_write_elements};
