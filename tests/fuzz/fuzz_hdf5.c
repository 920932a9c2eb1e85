/* Makes an HDF5 file of what bytes of the fuzzer describe, damages its elements, and reads it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The library makes the file: of a damaged one it can loop or keep memory before orbital sees anything of it. */
#define _POSIX_C_SOURCE 200809L

#include "cursor.h"
#include "format_hdf5.h"
#include "made_hdf5.h"
#include "trip.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMES = 6, LARGEST = 16 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char *const names[NAMES] = {"v", "/g/v", "a:b", "g", "link", "none"};

/* Where the elements of a dataset lie in the file. */
typedef struct place {
    haddr_t at;
    hsize_t size;
} place;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    hdf5_begin();
    trip_begin(".h5", ".h5");
    return 0;
}

/* Mostly of a few points; of impossible sizes too, but of none that take the memory of a machine. */
static hid_t make_space(cursor *from, int *rank, hsize_t *size)
{
    const uint8_t way = next(from);
    *rank = 0;
    if (way > 240)
        return H5Screate(way & 1 ? H5S_SCALAR : H5S_NULL);
    *rank = way < 160 ? 3 : 1 + way % 5;
    for (int i = 0; i < *rank; i++) {
        const uint8_t extent = next(from);
        size[i] = extent < 220 ? 1 + extent % 5u : extent < 230 ? 0 : extent < 250 ? 1 : (hsize_t)1 << 50;
    }
    return H5Screate_simple(*rank, size, NULL);
}

static void add_filters(hid_t layout, cursor *from)
{
    const uint8_t way = next(from);
    if (way & 1)
        H5Pset_shuffle(layout);
    if ((way & 12) == 12)
        H5Pset_scaleoffset(layout, H5Z_SO_INT, way & 16 ? 0 : 3);
    else if (way & 4)
        H5Pset_deflate(layout, way % 10);
    else if (way & 8)
        H5Pset_nbit(layout);
    /* The last, as h5py has it: elsewhere the library reads out of bounds where damage has left less than a sum. */
    if (way & 2)
        H5Pset_fletcher32(layout);
}

static hid_t make_layout(cursor *from, int rank, const hsize_t *size)
{
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
    const uint8_t way = next(from);
    const int fill = way;
    hsize_t chunk[H5S_MAX_RANK];

    if (way % 8 == 1) {
        H5Pset_layout(layout, H5D_COMPACT);
    } else if (way % 8 == 2) {
        H5Pset_external(layout, "not-there/elements", 0, H5F_UNLIMITED);
    } else if (way % 8 > 3 && rank > 0) {
        for (int i = 0; i < rank; i++) {
            chunk[i] = 1 + next(from) % 4u;
            chunk[i] = chunk[i] > size[i] && size[i] ? size[i] : chunk[i];
        }
        H5Pset_chunk(layout, rank, chunk);
        add_filters(layout, from);
    }
    if (way & 16)
        H5Pset_fill_value(layout, H5T_NATIVE_INT, &fill);
    if (way & 32)
        H5Pset_fill_time(layout, way & 64 ? H5D_FILL_TIME_NEVER : H5D_FILL_TIME_ALLOC);
    return layout;
}

/* The library takes bytes as they are if both types are the same, except where these are pointers. */
static void write_elements(hid_t dataset, hid_t type, hid_t space, cursor *from)
{
    const hssize_t points = H5Sget_simple_extent_npoints(space);
    const size_t all = points > 0 && points < 1 << LARGEST ? (size_t)points * H5Tget_size(type) : 0;
    uint8_t *bytes = malloc(all + 1);
    require(bytes != NULL);
    for (size_t i = 0; i < all; i++)
        bytes[i] = from->left ? next(from) : (uint8_t)(i * 37 + i / 8);
    if (all && !H5Tdetect_class(type, H5T_VLEN) && !H5Tdetect_class(type, H5T_REFERENCE) &&
        H5Tis_variable_str(type) <= 0)
        H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
    free(bytes);
}

static place place_of(hid_t dataset, hid_t space)
{
    place p = {.at = H5Dget_offset(dataset), .size = H5Dget_storage_size(dataset)};
    hsize_t chunks = 0, offset[H5S_MAX_RANK];
    unsigned mask;
    if (p.at == HADDR_UNDEF && (H5Dget_num_chunks(dataset, space, &chunks) < 0 || !chunks ||
                                H5Dget_chunk_info(dataset, space, 0, offset, &mask, &p.at, &p.size) < 0))
        p.size = 0;
    return p;
}

static place make_dataset(hid_t file, const char *name, cursor *from, bool *exact)
{
    hsize_t size[H5S_MAX_RANK] = {0};
    int rank;
    const hid_t space = make_space(from, &rank, size), type = made_type(from, exact);
    const hid_t layout = make_layout(from, rank, size), links = H5Pcreate(H5P_LINK_CREATE);
    hid_t dataset = -1;
    place p = {0};

    H5Pset_create_intermediate_group(links, 1);
    if (space >= 0 && type >= 0)
        dataset = H5Dcreate2(file, name, type, space, links, layout, H5P_DEFAULT);
    if (dataset >= 0) {
        for (int more = next(from) % 4; more > 0; more--)
            made_attribute(dataset, from);
        if (next(from) < 220)
            write_elements(dataset, type, space, from);
        H5Fflush(file, H5F_SCOPE_LOCAL);
        p = place_of(dataset, space);
        H5Dclose(dataset);
    }
    H5Pclose(links);
    H5Pclose(layout);
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    return p;
}

/* Links of all kinds; one leads back to where it is. */
static void add_links(hid_t file, cursor *from)
{
    const uint8_t way = next(from);
    if (way < 64)
        H5Lcreate_soft(names[way % NAMES], file, "link", H5P_DEFAULT, H5P_DEFAULT);
    else if (way < 80)
        H5Lcreate_external("not-there.h5", "v", file, "link", H5P_DEFAULT, H5P_DEFAULT);
    else if (way < 96)
        H5Lcreate_hard(file, "/", file, "link", H5P_DEFAULT, H5P_DEFAULT);
}

static void damage(const place *p, cursor *from)
{
    const int file = open(trip_in, O_WRONLY);
    require(file >= 0);
    for (int times = next(from) % 4; times > 0 && p->size > 0; times--) {
        const uint8_t byte = next(from);
        require(pwrite(file, &byte, 1, (off_t)(p->at + next(from) % p->size)) == 1);
    }
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    cursor from = {bytes, size};
    const uint8_t way = next(&from), asked = next(&from);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    bool exact = true;
    place first = {0};
    hid_t file;

    H5Pset_libver_bounds(access, way & 1 ? H5F_LIBVER_LATEST : H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
    if (way & 2)
        H5Pset_userblock(creation, 512);
    file = H5Fcreate(trip_in, H5F_ACC_TRUNC, creation, access);
    require(file >= 0);
    for (int i = 0, count = way < 192 ? 1 : way / 4 % 4; i < count; i++) {
        const place p = make_dataset(file, names[(way / 4 + i) % 4], &from, &exact);
        first = i ? first : p;
    }
    add_links(file, &from);
    H5Pclose(creation);
    H5Pclose(access);
    require(H5Fclose(file) >= 0);
    damage(&first, &from);
    unlink(trip_out);
    trip_run(asked < 160 ? NULL : names[asked % NAMES], asked & 1, exact);
    return 0;
}
