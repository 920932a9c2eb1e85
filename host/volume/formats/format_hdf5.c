/* Volumes from datasets in HDF5 files, through libhdf5. Axis 0 is the first, as h5py shows it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "format_hdf5.h"
#include "interrupt.h"
#include "message.h"
#include "record_text.h"
#include "volume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATIO 65536u             /* more than its filters compress: a false shape is to cost no memory */
#define SLAB ((hsize_t)4 << 20)  /* points that are read at once */
#define LIST_SIZE ((size_t)2000) /* characters of a list of datasets */

/* The names of the two parts of complex numbers; the first are those of h5py. */
static const struct {
    const char *real, *imaginary;
} parts[] = {{"r", "i"}, {"real", "imag"}, {"re", "im"}};

enum { PARTS = sizeof parts / sizeof *parts };

void hdf5_begin(void)
{
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

static herr_t take_description(unsigned depth, const H5E_error2_t *error, void *text)
{
    (void)depth;
    snprintf(text, 160, "%s", error->desc);
    return 1; /* the first is the deepest */
}

const char *hdf5_complaint(char *text, size_t size)
{
    char first[160] = "";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_description, first);
    first[strcspn(first, "\n")] = '\0';
    snprintf(text, size, first[0] ? " (%s)" : "%s", first);
    return text;
}

void hdf5_close(hid_t object)
{
    if (object >= 0)
        H5Idec_ref(object);
}

static void release(void *kept)
{
    hdf5_header *header = kept;
    hdf5_close(header->memory);
    hdf5_close(header->space);
    hdf5_close(header->dataset);
    hdf5_close(header->file);
    free(header);
}

static bool complain(const char *path, const char *what)
{
    char text[200];
    hdf5_complaint(text, sizeof text); /* ahead of fail(), lest the library forgets */
    return fail(path, "get it again, or store it again with h5py, uncompressed or with gzip", "%s%s", what, text);
}

/* ---- which dataset ---- */

typedef struct listing {
    size_t count;
    char only[256]; /* the name of the first */
    char all[LIST_SIZE];
} listing;

static herr_t list_dataset(hid_t file, const char *name, const H5O_info_t *info, void *user)
{
    listing *list = user;
    (void)file;
    if (info->type != H5O_TYPE_DATASET)
        return 0;
    if (list->count++ == 0)
        snprintf(list->only, sizeof list->only, "%s", name);
    if (strlen(list->all) + strlen(name) + 8 < sizeof list->all) {
        strcat(list->all, " /");
        strcat(list->all, name);
    } else if (strcmp(list->all + strlen(list->all) - 3, "...")) {
        strcat(list->all, " ...");
    }
    return 0;
}

/* Opens the dataset of a name, or the only one where none is given. Negative on failure, which is reported. */
static hid_t open_dataset(hid_t file, const char *path, const char *name)
{
    listing *list;
    hid_t dataset = -1;

    if (name && (dataset = H5Dopen2(file, name, H5P_DEFAULT)) >= 0)
        return dataset;
    list = calloc(1, sizeof *list);
    if (!list) {
        fail_memory(path);
        return -1;
    }
    if (H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, list_dataset, list) < 0)
        complain(path, "its list of datasets cannot be read");
    else if (!list->count)
        fail(path, "give another file", "holds no datasets");
    else if (name)
        fail(path, "give one of them", "has no such dataset; it has%s", list->all);
    else if (list->count > 1)
        fail(path, "give FILE:/DATASET", "holds more than one dataset:%s", list->all);
    else if ((dataset = H5Dopen2(file, list->only, H5P_DEFAULT)) < 0)
        fail(path, "give FILE:/DATASET", "its dataset cannot be opened");
    free(list);
    return dataset;
}

/* ---- what it holds ---- */

/* A type of real numbers. A size that orbital does not have counts as the next larger one; libhdf5 converts. */
static const dtype *real_type(hid_t type)
{
    const H5T_class_t class = H5Tget_class(type);
    const size_t size = H5Tget_size(type);
    size_t fields[5] = {0};

    if (class == H5T_INTEGER || class == H5T_ENUM) {
        const char letter = H5Tget_sign(type) == H5T_SGN_NONE ? 'u' : 'i';
        return size > 8 ? NULL : dtype_find(letter, size > 4 ? 8 : size > 2 ? 4 : (unsigned)size);
    }
    if (class != H5T_FLOAT)
        return NULL;
    H5Tget_fields(type, &fields[0], &fields[1], &fields[2], &fields[3], &fields[4]);
    return dtype_find('f', size == 2 && fields[4] == 10 ? 2 : size <= 4 ? 4 : 8);
}

/* Truth values of h5py are an enumeration of FALSE and TRUE; others have names that no number stands for. */
static bool is_truth(hid_t type)
{
    char first[8] = "";
    signed char value = -1;
    return H5Tget_nmembers(type) == 2 && H5Tget_size(type) == 1 && H5Tget_member_value(type, 0, &value) >= 0 &&
           H5Tenum_nameof(type, &value, first, sizeof first) >= 0 && (value == 0 || value == 1) &&
           (!strcmp(first, "FALSE") || !strcmp(first, "TRUE"));
}

/* \return the index in parts of a type of complex numbers, or -1 */
static int complex_parts(hid_t type)
{
    if (H5Tget_class(type) == H5T_COMPOUND && H5Tget_nmembers(type) == 2)
        for (int i = 0; i < PARTS; i++)
            if (H5Tget_member_index(type, parts[i].real) >= 0 && H5Tget_member_index(type, parts[i].imaginary) >= 0)
                return i;
    return -1;
}

/* Finds the type of the volume, and that with which to read it: numbers in double. Negative on failure, which is
 * reported. */
static hid_t choose_types(volume *v, const char *path, hid_t type)
{
    const H5T_class_t class = H5Tget_class(type);
    const int names = complex_parts(type);
    hid_t member = -1, memory = -1;

    if (names >= 0) {
        member = H5Tget_member_type(type, (unsigned)H5Tget_member_index(type, parts[names].real));
        v->type = member >= 0 && H5Tget_class(member) == H5T_FLOAT ? dtype_find('c', H5Tget_size(member) <= 4 ? 8 : 16)
                                                                   : NULL;
    } else if (class != H5T_ENUM || is_truth(type)) {
        v->type = real_type(type);
    }
    if (!v->type) {
        fail(path, "convert it to 32-bit floats", "holds elements that are not numbers");
    } else if (names < 0) {
        memory = H5Tcopy(H5T_NATIVE_DOUBLE);
    } else {
        memory = H5Tcreate(H5T_COMPOUND, 2 * sizeof(double));
        H5Tinsert(memory, parts[names].real, 0, H5T_NATIVE_DOUBLE);
        H5Tinsert(memory, parts[names].imaginary, sizeof(double), H5T_NATIVE_DOUBLE);
    }
    hdf5_close(member);
    v->complex = names >= 0;
    return memory;
}

static bool set_shape(volume *v, const char *path, hid_t space)
{
    hsize_t size[H5S_MAX_RANK];
    size_t shape[H5S_MAX_RANK];
    const int rank = H5Sget_simple_extent_dims(space, size, NULL);
    if (rank < 1 || H5Sget_simple_extent_type(space) != H5S_SIMPLE)
        return fail(path, "give the dataset of a volume", "is not an array");
    for (int i = 0; i < rank; i++)
        shape[i] = size[i] > SIZE_MAX ? SIZE_MAX : (size_t)size[i];
    return volume_set_shape(v, path, shape, (size_t)rank);
}

/* Reads in slabs along axis 0, of whole chunks, so that an interrupt is seen. */
static bool read_layers(volume_reader *r, size_t layers, double *values)
{
    const char *path = infile_path(r->file);
    const hdf5_header *h = r->head.header;
    const int rank = H5Sget_simple_extent_ndims(h->space);
    const hid_t layout = H5Dget_create_plist(h->dataset);
    const size_t numbers = (r->head.complex ? 2 : 1) * r->points;
    const hsize_t end = r->done + layers;
    hsize_t size[H5S_MAX_RANK], chunk[H5S_MAX_RANK] = {1}, start[H5S_MAX_RANK] = {r->done}, most;
    bool good = (layout >= 0 && H5Sget_simple_extent_dims(h->space, size, NULL) == rank) ||
                complain(path, "its dataset cannot be read");

    if (layout >= 0) {
        if (H5Pget_layout(layout) != H5D_CHUNKED || H5Pget_chunk(layout, rank, chunk) != rank)
            chunk[0] = 1;
        H5Pclose(layout);
    }
    /* The library leaves memory as it is for elements that were never written and have no value to be filled with. */
    memset(values, 0, numbers * layers * sizeof *values);
    most = (SLAB / r->points / chunk[0] + 1) * chunk[0];
    for (hsize_t step; good && start[0] < end; start[0] += step) {
        hid_t room;
        step = most - start[0] % chunk[0];
        step = end - start[0] < step ? end - start[0] : step;
        size[0] = step;
        room = H5Screate_simple(rank, size, NULL);
        good = (room >= 0 && H5Sselect_hyperslab(h->space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
                H5Dread(h->dataset, h->memory, room, h->space, H5P_DEFAULT,
                        values + numbers * (size_t)(start[0] - r->done)) >= 0) ||
               complain(path, "its elements cannot be read");
        hdf5_close(room);
        if (interrupt_pending())
            return false;
    }
    return good;
}

/* Reads the record of a dataset, if it has one. An attribute of this name that is no JSON object is not a record. */
static bool read_record(volume *v, const char *path, hid_t dataset)
{
    hid_t attribute, type, space;
    char *text = NULL;
    bool good = true;

    if (H5Aexists(dataset, HDF5_RECORD) <= 0 || (attribute = H5Aopen(dataset, HDF5_RECORD, H5P_DEFAULT)) < 0)
        return true;
    type = H5Aget_type(attribute);
    space = H5Aget_space(attribute);
    /* More texts than one would go beyond their place. */
    if (type >= 0 && H5Tis_variable_str(type) > 0 && H5Sget_simple_extent_npoints(space) == 1 &&
        H5Aread(attribute, type, &text) >= 0 && text) {
        good = *text != '{' || (v->record = record_within(path, text, strlen(text)));
        H5free_memory(text);
    }
    hdf5_close(space);
    hdf5_close(type);
    hdf5_close(attribute);
    return good;
}

/* Whether the elements are in HDF5 files. External storage takes the bytes of any other file for elements, so a hostile
 * file could have private files copied into an output. */
static bool check_storage(const char *path, hid_t dataset)
{
    const hid_t layout = H5Dget_create_plist(dataset);
    const int files = layout >= 0 ? H5Pget_external_count(layout) : -1;

    hdf5_close(layout);
    if (files < 0)
        return complain(path, "its dataset cannot be read");
    return files == 0 ||
           fail(path, "store them in it with h5py", "has its elements in other files, which are not read");
}

static bool open_file(volume_reader *r, const volume_source *source)
{
    const char *path = infile_path(r->file);
    hdf5_header *h = calloc(1, sizeof *h);
    volume *v = &r->head;
    hid_t type;
    bool good;

    if (!h)
        return fail_memory(path);
    *h = (hdf5_header){-1, -1, -1, -1};
    v->header = h;
    hdf5_begin();
    h->file = H5Fopen(infile_name(r->file), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (h->file < 0)
        return complain(path, "is not an HDF5 file, or is damaged");
    h->dataset = open_dataset(h->file, path, source->dataset);
    if (h->dataset < 0)
        return false;
    type = H5Dget_type(h->dataset);
    h->space = H5Dget_space(h->dataset);
    good = (type >= 0 && h->space >= 0) || complain(path, "its dataset cannot be read");
    good = good && check_storage(path, h->dataset) && (h->memory = choose_types(v, path, type)) >= 0 &&
           set_shape(v, path, h->space) &&
           infile_holds_packed(r->file, (uint64_t)volume_count(v) * v->type->size, RATIO);
    good = good && read_record(v, path, h->dataset);
    hdf5_close(type);
    return good;
}

/* There are damaged files from which the library never returns. */
static bool open(volume_reader *r, const volume_source *source)
{
    bool good;
    interrupt_at_once(true);
    good = open_file(r, source);
    interrupt_at_once(false);
    return good;
}

const volume_format volume_format_hdf5 = {.name = "HDF5",
                                          .endings = {".h5", ".hdf5", ".he5"},
                                          .magic = {{0, "\x89HDF\r\n\x1a\n", 8}},
                                          .sidecar = SIDECAR_NEVER,
                                          .datasets = true,
                                          .series = true,
                                          .order = ORDER_LAST,
                                          .open = open,
                                          .read = read_layers,
                                          .begin = hdf5_begin_dataset,
                                          .write = hdf5_write,
                                          .end = hdf5_end,
                                          .release = release};
