/* The parts of all ranks from and to one file, by MPI-IO, in pieces: a count of MPI is an int, and elements are
 * converted beside them. Each rank opens, reads and writes the file on its own. Where one of them fails, as on a full
 * disk, the collective operations of Open MPI and of ROMIO leave the others waiting for it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "part_file.h"

#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points of a piece; the tests make it small. */
#ifndef ORB_FILE_POINTS
#define ORB_FILE_POINTS ((size_t)1 << 18)
#endif

typedef struct transfer {
    part *to;         /* where it is read */
    const part *from; /* where it is written */
    const ranks *r;
    const char *path;
    const part_layout *layout;
    MPI_File file;
    unsigned char *bytes; /* of a piece */
    double *values;
    int *lengths; /* of its runs in the file, in bytes, and where they begin */
    MPI_Aint *places;
    size_t clipped;
    uint64_t fingerprint;
} transfer;

static bool complain(const transfer *t, const char *what, int code)
{
    const char *cure = t->file == MPI_FILE_NULL ? "all ranks must reach it by this name"
                       : t->to                  ? "check the file and its disk"
                                                : "free some space, or choose another folder";
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;
    MPI_Error_class(code, &code); /* whose text has one line */
    MPI_Error_string(code, text, &length);
    text[strcspn(text, "\n")] = '\0';
    return fail(t->path, cure, "cannot be %s by rank %d (%s)", what, t->r->mine, text);
}

static bool done(const transfer *t, const char *what, int code)
{
    return code == MPI_SUCCESS || complain(t, what, code);
}

/* The runs of a piece in the file. */
static int runs_of(const part *p, size_t element, size_t point, size_t count, int *lengths, MPI_Aint *places)
{
    int runs = 0;
    for (size_t run; count > 0; count -= run, point += run) {
        const MPI_Aint place = (MPI_Aint)(part_row(p, point, &run) * element);
        run = run < count ? run : count;
        if (runs && places[runs - 1] + lengths[runs - 1] == place) {
            lengths[runs - 1] += (int)(run * element);
        } else {
            places[runs] = place;
            lengths[runs++] = (int)(run * element);
        }
    }
    return runs;
}

static bool view(const transfer *t, const part *p, size_t point, size_t count)
{
    const int runs = runs_of(p, t->layout->type->size, point, count, t->lengths, t->places);
    MPI_Datatype type = MPI_BYTE;
    int code;

    if (runs) {
        MPI_Type_create_hindexed(runs, t->lengths, t->places, MPI_BYTE, &type);
        MPI_Type_commit(&type);
    }
    code = MPI_File_set_view(t->file, (MPI_Offset)t->layout->offset, MPI_BYTE, type, "native", MPI_INFO_NULL);
    if (runs)
        MPI_Type_free(&type);
    return done(t, t->to ? "read" : "written", code);
}

/* The share of the values of a piece in the fingerprint of the file. */
static uint64_t fingerprint(const transfer *t, const part *p, size_t point, size_t count)
{
    const size_t parts = dtype_is_complex(t->layout->type) ? 2 : 1;
    const double *values = t->values;
    uint64_t sum = 0;

    for (size_t run; count > 0; count -= run, point += run, values += parts * run) {
        const size_t place = part_row(p, point, &run);
        run = run < count ? run : count;
        sum += elements_fingerprint(values, (uint64_t)place * parts, parts * run);
    }
    return sum;
}

/* Takes what was read. */
static bool take(transfer *t, size_t point, size_t count)
{
    const dtype *type = t->layout->type;
    const size_t parts = dtype_is_complex(type) ? 2 : 1;

    dtype_decode(type, t->bytes, t->layout->swap, t->values, count);
    t->fingerprint += fingerprint(t, t->to, point, count);
    for (size_t i = 0; i < parts * count; i++)
        if (!isfinite(t->values[i])) {
            size_t at[PART_AXES];
            part_position(t->to, point + i / parts, at);
            return volume_complain_of(t->values[i], t->path, at, t->to->of_series);
        }
    part_put(t->to, point, count, t->values, parts == 2);
    return true;
}

static bool read_piece(transfer *t, size_t point, size_t count)
{
    const int size = (int)(count * t->layout->type->size);
    bool good = view(t, t->to, point, count);
    MPI_Status status;
    int got = 0;

    if (good) {
        good = done(t, "read", MPI_File_read_at(t->file, 0, t->bytes, size, MPI_BYTE, &status));
        if (good && (MPI_Get_elements(&status, MPI_BYTE, &got) != MPI_SUCCESS || got != size))
            good = fail(t->path, "do not change it meanwhile", "became shorter while it was read");
    }
    return good && take(t, point, count);
}

static bool write_piece(transfer *t, size_t point, size_t count)
{
    const dtype *type = t->layout->type;
    const int size = (int)(count * type->size);
    MPI_Status status;
    int put = 0;

    part_get(t->from, point, count, t->values, dtype_is_complex(type));
    t->clipped += dtype_encode(type, t->values, t->bytes, count);
    dtype_decode(type, t->bytes, false, t->values, count);
    t->fingerprint += fingerprint(t, t->from, point, count);
    return view(t, t->from, point, count) &&
           done(t, "written", MPI_File_write_at(t->file, 0, t->bytes, size, MPI_BYTE, &status)) &&
           ((MPI_Get_elements(&status, MPI_BYTE, &put) == MPI_SUCCESS && put == size) ||
            fail(t->path, "free some space, or choose another folder", "cannot be written by rank %d as a whole",
                 t->r->mine));
}

static bool transfer_pieces(transfer *t, const part *p, progress *bar)
{
    const size_t count = part_count(p), most = count < ORB_FILE_POINTS ? count : ORB_FILE_POINTS;
    const size_t pieces = (size_t)ranks_largest(t->r, (double)((count + ORB_FILE_POINTS - 1) / ORB_FILE_POINTS));
    bool good;

    t->bytes = malloc(most * t->layout->type->size + 1);
    t->values = malloc(most * 2 * sizeof *t->values + 1);
    t->lengths = malloc(most * sizeof *t->lengths + 1);
    t->places = malloc(most * sizeof *t->places + 1);
    good = ranks_agree(t->r, (t->bytes && t->values && t->lengths && t->places) || ranks_fail_memory(t->r, t->path));
    for (size_t i = 0; good && i < pieces; i++) {
        const size_t begin = i * ORB_FILE_POINTS, point = begin < count ? begin : count;
        const size_t points = count - point < ORB_FILE_POINTS ? count - point : ORB_FILE_POINTS;
        good = t->to ? read_piece(t, point, points) : write_piece(t, point, points);
        good = ranks_agree(t->r, good);
        if (good && t->r->first)
            progress_step(bar, i + 1, pieces);
    }
    free(t->places);
    free(t->lengths);
    free(t->values);
    free(t->bytes);
    return good;
}

/* ROMIO else locks what it writes with what is between, and keeps the lock if it fails. */
static int open_file(transfer *t, const char *name)
{
    MPI_Info info;
    int code;

    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_ds_write", "disable");
    code = MPI_File_open(MPI_COMM_SELF, name, t->to ? MPI_MODE_RDONLY : MPI_MODE_WRONLY, info, &t->file);
    MPI_Info_free(&info);
    return code;
}

/* All of a transfer, with the file opened and closed. */
static bool transfer_all(transfer *t, const part *p, const char *name, progress *bar)
{
    bool good = done(t, "opened", open_file(t, name));

    good = ranks_agree(t->r, good) && transfer_pieces(t, p, bar);
    if (good && !t->to)
        good = done(t, "written", MPI_File_sync(t->file));
    if (t->file != MPI_FILE_NULL) {
        const int code = MPI_File_close(&t->file);
        good = good && done(t, t->to ? "read" : "written", code);
    }
    return ranks_agree(t->r, good);
}

bool part_read(part *p, const ranks *r, const char *path, const part_layout *layout, uint64_t *fingerprint,
               progress *bar)
{
    transfer t = {.to = p, .r = r, .path = path, .layout = layout, .file = MPI_FILE_NULL};
    const bool good = transfer_all(&t, p, path, bar);
    *fingerprint = t.fingerprint;
    return good;
}

bool part_write(const part *p, const ranks *r, const char *name, const char *path, const part_layout *layout,
                size_t *clipped, uint64_t *fingerprint, progress *bar)
{
    transfer t = {.from = p, .r = r, .path = path, .layout = layout, .file = MPI_FILE_NULL};
    const bool good = transfer_all(&t, p, name, bar);
    *clipped = t.clipped;
    *fingerprint = t.fingerprint;
    return good;
}
