/* The formats of orbital-mpi: those whose elements lie in the file as they are, so that each rank finds its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "volume.h"

const volume_format *const volume_formats[] = {&volume_format_npy, &volume_format_raw, NULL};

const char *const volume_formats_cure = "convert it to NPY: orbital forward FILE -o FILE.npy --kind identity";
const bool volume_formats_gzip = false;
