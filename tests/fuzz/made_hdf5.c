/* Types and attributes of HDF5 files that the fuzzer describes. What the library refuses is not there in the end.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "made_hdf5.h"

#include <stdlib.h>
#include <string.h>

static hid_t integer_type(cursor *from)
{
    const hid_t type = H5Tcopy(H5T_STD_I32LE);
    const uint8_t way = next(from);
    H5Tset_size(type, 1 + way % 9);
    H5Tset_order(type, way & 64 ? H5T_ORDER_BE : H5T_ORDER_LE);
    H5Tset_sign(type, way & 128 ? H5T_SGN_NONE : H5T_SGN_2);
    if (next(from) > 200) {
        H5Tset_precision(type, 1 + next(from) % 64u);
        H5Tset_offset(type, next(from) % 16u);
    }
    return type;
}

static hid_t float_type(cursor *from, bool *exact)
{
    const uint8_t way = next(from);
    hid_t type;
    switch (way % 8) {
    case 0:
        return H5Tcopy(H5T_IEEE_F32LE);
    case 1:
        return H5Tcopy(H5T_IEEE_F32BE);
    case 2:
        return H5Tcopy(H5T_IEEE_F64LE);
    case 3:
        return H5Tcopy(H5T_IEEE_F64BE);
    case 4:
        return H5Tcopy(H5T_NATIVE_LDOUBLE);
    default:
        break;
    }
    type = H5Tcopy(way & 8 ? H5T_IEEE_F32LE : H5T_IEEE_F32BE);
    if (way % 8 == 5) { /* half */
        H5Tset_fields(type, 15, 10, 5, 0, 10);
        H5Tset_size(type, 2);
        H5Tset_ebias(type, 15);
    } else if (way % 8 == 6) { /* bfloat16 */
        H5Tset_fields(type, 15, 7, 8, 0, 7);
        H5Tset_size(type, 2);
    } else {
        *exact = false;
        H5Tset_size(type, 1 + next(from) % 16u);
        H5Tset_fields(type, next(from) % 64u, next(from) % 64u, next(from) % 16u, next(from) % 64u, next(from) % 60u);
        H5Tset_ebias(type, next(from));
        H5Tset_norm(type, (H5T_norm_t)(next(from) % 3));
    }
    return type;
}

/* With one value at least: of none, the library cannot copy it, and falls over a member like that. */
static hid_t enumeration(cursor *from)
{
    static const char *const names[] = {"FALSE", "TRUE", "NO", "A LONGER NAME"};
    const hid_t type = H5Tcreate(H5T_ENUM, next(from) > 220 ? 2 : 1);
    for (unsigned i = 0, count = next(from) > 200 ? 1 + next(from) % 3u : 2, first = next(from) % 4; i < count; i++) {
        const uint8_t value[2] = {(uint8_t)(next(from) % 3)};
        H5Tenum_insert(type, names[(first + i) % 4], value);
    }
    return type;
}

static hid_t compound(cursor *from, bool *exact)
{
    static const char *const names[] = {"r", "i", "real", "imag", "re", "im", "x", ""};
    const hid_t type = H5Tcreate(H5T_COMPOUND, 40);
    const uint8_t way = next(from), first = next(from) % 8 & ~1, members = way > 200 ? way % 4 : 2;
    const hid_t part = way & 1 ? float_type(from, exact) : H5Tcopy(way & 2 ? H5T_IEEE_F64LE : H5T_IEEE_F32LE);
    size_t at = way & 4 ? 3 : 0;

    for (uint8_t i = 0; i < members; i++) {
        const hid_t other = way & 8 ? -1 : made_type(from, exact), member = other >= 0 ? other : part;
        H5Tinsert(type, names[(first + (i ^ (way >> 4 & 1))) % 8], at, member);
        at += H5Tget_size(member);
        if (other >= 0) {
            *exact = false; /* the parts may differ */
            H5Tclose(other);
        }
    }
    if (H5Tget_nmembers(type) <= 0) { /* over which the library falls, in many places */
        H5Tclose(type);
        return part;
    }
    H5Tclose(part);
    if (way & 32)
        H5Tpack(type);
    return type;
}

hid_t made_type(cursor *from, bool *exact)
{
    const uint8_t way = next(from);
    const hsize_t size = 1 + way % 3;
    hid_t type;
    switch (way % 16) {
    case 8:
    case 9:
        return compound(from, exact);
    case 10:
        return enumeration(from);
    case 11:
        type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, way & 16 ? H5T_VARIABLE : 1 + (size_t)next(from) % 40);
        return type;
    case 12:
        if (way & 32) {
            type = H5Tcreate(H5T_OPAQUE, 3);
            H5Tset_tag(type, "opaque"); /* without one, likewise */
            return type;
        }
        return way & 64 ? H5Tcopy(H5T_STD_B16LE) : H5Tcopy(H5T_STD_REF_OBJ);
    case 13:
        return way & 16 ? H5Tvlen_create(H5T_NATIVE_INT) : H5Tarray_create2(H5T_IEEE_F32LE, 1, &size);
    default:
        return way & 1 ? float_type(from, exact) : integer_type(from);
    }
}

/* A text up to the next 0, or one that the command has written. */
static char *text_from(cursor *from)
{
    static const char good[] = "{\"kind\": [\"dct\", \"dct\", \"dct\"], \"type\": [2, 2, 2], \"norm\": \"ortho\", "
                               "\"block\": [2, 2, 2], \"shape\": [3, 2, 2], \"input\": \"real\"}";
    static const char wrong[] =
        "{\"kind\": [\"dft\", \"matrix:m.npy\", \"dht\"], \"type\": [0, 0, 0], \"shape\": [3, 0, -2]}";
    static const char *const records[] = {good, wrong, "[]", "{"};
    const uint8_t way = next(from);
    const size_t length = strnlen((const char *)from->at, from->left);
    char *text = way < 128 ? strdup(records[way % 4]) : strndup((const char *)from->at, length);
    if (way >= 128)
        *from = (cursor){from->at + length, from->left - length};
    return text;
}

static void write_value(hid_t attribute, hid_t type, cursor *from)
{
    char *text = text_from(from);
    unsigned char bytes[4096] = {0};
    if (H5Tis_variable_str(type) > 0)
        H5Awrite(attribute, type, &text);
    else if (!H5Tdetect_class(type, H5T_VLEN) && !H5Tdetect_class(type, H5T_REFERENCE) &&
             !H5Tdetect_class(type, H5T_STRING)) {
        for (size_t i = 0; i < sizeof bytes && from->left; i++)
            bytes[i] = next(from);
        H5Awrite(attribute, type, bytes);
    } else if (H5Tget_class(type) == H5T_STRING) {
        memcpy(bytes, text, strlen(text) < sizeof bytes ? strlen(text) : sizeof bytes);
        H5Awrite(attribute, type, bytes);
    }
    free(text);
}

void made_attribute(hid_t dataset, cursor *from)
{
    static const char *const names[] = {"orbital", "units", "orbital", "DIMENSION_LIST"};
    const uint8_t way = next(from);
    const hsize_t size = 1 + way / 16 % 4;
    const bool one = way / 16 % 4 == 0;
    bool ignored = true;
    hid_t type, space, attribute;

    if (way & 4) {
        type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, H5T_VARIABLE);
    } else {
        type = made_type(from, &ignored);
    }
    space = way & 8 ? H5Screate(way & 64 ? H5S_NULL : H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    attribute = type < 0 ? -1 : H5Acreate2(dataset, names[way % 4], type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        if ((way & 8 || one) && !(way & 128))
            write_value(attribute, type, from);
        H5Aclose(attribute);
    }
    if (type >= 0)
        H5Tclose(type);
    H5Sclose(space);
}
