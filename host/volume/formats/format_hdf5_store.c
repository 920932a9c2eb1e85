/* Volumes into datasets of HDF5 files, through libhdf5.
 * SPDX-License-Identifier: Apache-2.0 */
#include "format_hdf5.h"
#include "message.h"
#include "volume.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SLAB ((size_t)1 << 20) /* bytes that are written at once, if no chunk has more */

/* A dataset that is being written. */
typedef struct writing {
    const volume *v; /* the whole */
    int rank;
    const volume_target *target;
    const store_options *options;
    hid_t file, dataset, space, type;
    size_t planes; /* of a slab, along axis 0: whole chunks */
    unsigned char *slab;
    size_t filled, bytes; /* of the slab */
    size_t plane;         /* of the volume that is the slab's first */
} writing;

static bool complain(const writing *w, const char *what)
{
    const int error = errno;
    char text[200];
    if (outfile_disk_fails(error))
        return outfile_complain(w->target->data, error);
    hdf5_complaint(text, sizeof text);
    return fail(w->target->path, "choose another name, or another file", "%s%s", what, text);
}

/* Of the elements as they are in memory; negative on failure. */
static hid_t real_type(const dtype *type)
{
    hid_t half, integer;
    if (type->letter == 'f' && type->size == 2) {
        half = H5Tcopy(H5T_NATIVE_FLOAT);
        if (H5Tset_fields(half, 15, 10, 5, 0, 10) < 0 || H5Tset_size(half, 2) < 0 || H5Tset_ebias(half, 15) < 0)
            return -1;
        return half;
    }
    if (type->letter == 'f')
        return H5Tcopy(type->size == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE);
    integer = H5Tcopy(type->letter == 'i' ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64);
    H5Tset_size(integer, type->size);
    return integer;
}

static hid_t make_type(const dtype *type)
{
    hid_t compound, part;
    if (!dtype_is_complex(type))
        return real_type(type);
    part = real_type(dtype_find('f', type->size / 2));
    compound = H5Tcreate(H5T_COMPOUND, type->size);
    if (H5Tinsert(compound, "r", 0, part) < 0 || H5Tinsert(compound, "i", type->size / 2, part) < 0) {
        H5Tclose(compound);
        compound = -1;
    }
    H5Tclose(part);
    return compound;
}

static void shape_of(const writing *w, hsize_t shape[4])
{
    for (int i = 0; i < 3; i++)
        shape[i] = w->v->shape[i];
    shape[3] = w->v->volumes;
}

/* The chunks and the filters of the dataset that this one is like, where they lose nothing and are always there. */
static void copy_layout(writing *w, hid_t layout, hid_t like)
{
    hsize_t chunk[4], shape[4];
    if (H5Pget_layout(like) != H5D_CHUNKED || H5Pget_chunk(like, 4, chunk) != w->rank)
        return;
    shape_of(w, shape);
    for (int i = 0; i < w->rank; i++)
        chunk[i] = chunk[i] < shape[i] ? chunk[i] : shape[i];
    H5Pset_chunk(layout, w->rank, chunk);
    w->planes = chunk[0];
    for (int i = 0; i < H5Pget_nfilters(like); i++) {
        unsigned flags, value[1] = {0};
        size_t values = 1;
        const H5Z_filter_t filter = H5Pget_filter2(like, (unsigned)i, &flags, &values, value, 0, NULL, NULL);
        if (filter == H5Z_FILTER_SHUFFLE)
            H5Pset_shuffle(layout);
        else if (filter == H5Z_FILTER_DEFLATE)
            H5Pset_deflate(layout, value[0]);
        else if (filter == H5Z_FILTER_FLETCHER32)
            H5Pset_fletcher32(layout);
    }
}

/* Removes the dataset of that name; what else has it stays. */
static bool make_place(const writing *w)
{
    const char *name = w->target->dataset;
    const hid_t object = H5Oopen(w->file, name, H5P_DEFAULT);
    H5I_type_t kind;
    if (object < 0)
        return true;
    kind = H5Iget_type(object);
    H5Oclose(object);
    if (kind != H5I_DATASET)
        return fail(w->target->path, "choose another name", "exists already and is not a dataset");
    return H5Ldelete(w->file, name, H5P_DEFAULT) >= 0 || complain(w, "the dataset cannot be replaced");
}

static bool copy_value(hid_t from, hid_t to, hid_t type, hid_t space)
{
    const hssize_t points = H5Sget_simple_extent_npoints(space);
    void *value = calloc(points > 0 ? (size_t)points : 1, H5Tget_size(type));
    const bool good = value && H5Aread(from, type, value) >= 0 && H5Awrite(to, type, value) >= 0;
    if (value)
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, value);
    free(value);
    return good;
}

static herr_t copy_attribute(hid_t from, const char *name, const H5A_info_t *info, void *to)
{
    const hid_t *target = to;
    hid_t attribute, type = -1, space = -1, copy = -1;
    bool good = true;

    (void)info;
    if (!strcmp(name, HDF5_RECORD))
        return 0;
    attribute = H5Aopen(from, name, H5P_DEFAULT);
    if (attribute >= 0) {
        type = H5Aget_type(attribute);
        space = H5Aget_space(attribute);
    }
    if (type < 0 || space < 0)
        good = false;
    else if (!H5Tdetect_class(type, H5T_REFERENCE)) {
        /* A type that has a name in its file has none in the other. */
        hid_t own = H5Tcopy(type);
        copy = own < 0 ? -1 : H5Acreate2(*target, name, own, space, H5P_DEFAULT, H5P_DEFAULT);
        good = copy >= 0 && (H5Sget_simple_extent_type(space) == H5S_NULL || copy_value(attribute, copy, own, space));
        hdf5_close(own);
    }
    hdf5_close(copy);
    hdf5_close(space);
    hdf5_close(type);
    hdf5_close(attribute);
    return good ? 0 : -1;
}

/* Copies what may hold of another dataset, too: all attributes but orbital's own and those that refer to objects of
 * their file. */
static bool copy_attributes(hid_t from, hid_t to)
{
    return H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, copy_attribute, &to) >= 0;
}

static bool create_dataset(writing *w)
{
    const hdf5_header *like = volume_header(w->options->like, &volume_format_hdf5);
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE), links = H5Pcreate(H5P_LINK_CREATE);
    const hid_t old = like ? H5Dget_create_plist(like->dataset) : -1;
    hsize_t shape[4];
    bool good = true;

    shape_of(w, shape);
    w->type = make_type(w->options->type);
    w->space = H5Screate_simple(w->rank, shape, NULL);
    H5Pset_create_intermediate_group(links, 1);
    H5Pset_obj_track_times(layout, 0); /* the same input gives the same file */
    w->planes = 1;
    if (old >= 0) {
        copy_layout(w, layout, old);
        H5Pclose(old);
    }
    w->dataset = H5Dcreate2(w->file, w->target->dataset, w->type, w->space, links, layout, H5P_DEFAULT);
    if (w->dataset < 0)
        good = complain(w, "the dataset cannot be made");
    H5Pclose(links);
    H5Pclose(layout);
    if (!good)
        return false;
    return !like || copy_attributes(like->dataset, w->dataset) || complain(w, "attributes cannot be kept");
}

/* \param record  as JSON, or NULL: there is none */
static bool store_record(const writing *w, const char *record)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    hid_t attribute = -1;
    const bool good = !record ||
                      (H5Tset_size(type, H5T_VARIABLE) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
                       (attribute = H5Acreate2(w->dataset, HDF5_RECORD, type, space, H5P_DEFAULT, H5P_DEFAULT)) >= 0 &&
                       H5Awrite(attribute, type, &record) >= 0) ||
                      complain(w, "the record cannot be stored");

    hdf5_close(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

/* Bytes of a plane. */
static size_t plane_size(const writing *w)
{
    return volume_count(w->v) / w->v->shape[0] * w->options->type->size;
}

/* Writes what the slab holds. */
static bool flush_slab(writing *w)
{
    const size_t planes = w->filled / plane_size(w);
    const hsize_t start[4] = {w->plane, 0, 0, 0};
    hsize_t size[4];
    hid_t room;
    bool good;

    shape_of(w, size);
    size[0] = planes;
    room = H5Screate_simple(w->rank, size, NULL);
    good = (room >= 0 && H5Sselect_hyperslab(w->space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
            H5Dwrite(w->dataset, w->type, room, w->space, H5P_DEFAULT, w->slab) >= 0) ||
           complain(w, "cannot be written");
    hdf5_close(room);
    w->plane += planes;
    w->filled = 0;
    return good;
}

static bool write_line(void *user, void *bytes, size_t size)
{
    writing *w = user;
    memcpy(w->slab + w->filled, bytes, size);
    w->filled += size;
    return w->filled < w->bytes || flush_slab(w);
}

static bool make_slab(writing *w)
{
    w->planes *= SLAB / plane_size(w) / w->planes + 1;
    if (w->planes > w->v->shape[0])
        w->planes = w->v->shape[0];
    w->bytes = w->planes * plane_size(w);
    w->slab = malloc(w->bytes);
    return w->slab || fail_memory(w->target->path);
}

/* Into a new file, or into the copy of the one that is there. */
bool hdf5_begin_dataset(volume_writer *writer)
{
    outfile *data = writer->target->data;
    const char *name = outfile_name(data);
    writing *w = writer->state = calloc(1, sizeof *w);
    hid_t access, create;

    if (!w)
        return fail_memory(writer->target->path);
    *w = (writing){.v = &writer->head,
                   .rank = writer->head.volumes > 1 ? 4 : 3 - (int)writer->head.missing,
                   .target = writer->target,
                   .options = &writer->options,
                   .file = -1,
                   .dataset = -1,
                   .space = -1,
                   .type = -1};
    hdf5_begin();
    errno = 0;
    access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST); /* attributes of more than 64 KiB, too */
    create = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_obj_track_times(create, 0); /* of its uppermost group */
    w->file = outfile_size(data) ? H5Fopen(name, H5F_ACC_RDWR, access) : H5Fcreate(name, H5F_ACC_TRUNC, create, access);
    H5Pclose(create);
    H5Pclose(access);
    return (w->file >= 0 || complain(w, "exists already and is not an HDF5 file")) && make_place(w) &&
           create_dataset(w) && store_record(w, writer->record) && make_slab(w);
}

bool hdf5_write(volume_writer *writer, const volume *piece)
{
    return volume_give_elements(writer, piece, write_line, writer->state);
}

bool hdf5_end(volume_writer *writer, bool good)
{
    writing *w = writer->state;
    if (!w)
        return false;
    good = good && (!w->filled || flush_slab(w)) &&
           (H5Fflush(w->file, H5F_SCOPE_GLOBAL) >= 0 || complain(w, "cannot be written"));
    free(w->slab);
    hdf5_close(w->dataset);
    hdf5_close(w->space);
    hdf5_close(w->type);
    if (w->file >= 0 && H5Fclose(w->file) < 0 && good)
        good = complain(w, "cannot be written");
    free(w);
    return good;
}
