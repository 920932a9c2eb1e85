/* The formats of orbital: a line for each. The order is that in which endings are compared and messages list them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "volume.h"

const volume_format *const volume_formats[] = {
    &volume_format_nifti, &volume_format_nrrd, &volume_format_mrc, &volume_format_tiff,
    &volume_format_hdf5,  &volume_format_npy,  &volume_format_raw, NULL,
};

const char *const volume_formats_cure = NULL;
const bool volume_formats_gzip = true;
