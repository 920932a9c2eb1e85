/* Attributes of HDF5 datasets, and what the library complains of.
 * SPDX-License-Identifier: Apache-2.0 */
#include "format_hdf5.h"
#include "volume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void hdf5_release(void *kept)
{
    hdf5_header *header = kept;
    if (header->memory >= 0)
        H5Tclose(header->memory);
    if (header->space >= 0)
        H5Sclose(header->space);
    if (header->dataset >= 0)
        H5Dclose(header->dataset);
    if (header->file >= 0)
        H5Fclose(header->file);
    free(header);
}

/* Does a type refer to objects of its file? */
static bool refers(hid_t type)
{
    return H5Tdetect_class(type, H5T_REFERENCE) != 0;
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
    else if (!refers(type)) {
        /* A type that has a name in its file has none in the other. */
        hid_t own = H5Tcopy(type);
        copy = own < 0 ? -1 : H5Acreate2(*target, name, own, space, H5P_DEFAULT, H5P_DEFAULT);
        good = copy >= 0 && (H5Sget_simple_extent_type(space) == H5S_NULL || copy_value(attribute, copy, own, space));
        if (own >= 0)
            H5Tclose(own);
    }
    if (copy >= 0)
        H5Aclose(copy);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (attribute >= 0)
        H5Aclose(attribute);
    return good ? 0 : -1;
}

bool hdf5_copy_attributes(hid_t from, hid_t to)
{
    return H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, copy_attribute, &to) >= 0;
}

json_t *hdf5_record(hid_t dataset)
{
    hid_t attribute, type, space;
    char *text = NULL;
    json_t *record = NULL;

    if (H5Aexists(dataset, HDF5_RECORD) <= 0 || (attribute = H5Aopen(dataset, HDF5_RECORD, H5P_DEFAULT)) < 0)
        return NULL;
    type = H5Aget_type(attribute);
    space = H5Aget_space(attribute);
    /* More texts than one would go beyond their place. */
    if (type >= 0 && H5Tis_variable_str(type) > 0 && H5Sget_simple_extent_npoints(space) == 1 &&
        H5Aread(attribute, type, &text) >= 0 && text) {
        record = json_loads(text, 0, NULL);
        H5free_memory(text);
    }
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    H5Aclose(attribute);
    return record;
}
