/* What a NIfTI header says of space, for `orbital info`.
 * SPDX-License-Identifier: Apache-2.0 */
#include "volume_format.h"
#include "volume_nifti.h"

#include <stdio.h>

void nifti_header_print(const nifti_header *header)
{
    const nifti_image *image = header->image;
    const double(*affine)[4] = image->sform_code > 0 ? image->sto_xyz.m : image->qto_xyz.m;
    bool big = (image->byteorder == nifti_short_order()) == host_is_big_endian();

    printf("header     NIfTI-%d, %s-endian\n", header->version, big ? "big" : "little");
    printf("spacing    %g x %g x %g %s\n", image->dx, image->dy, image->dz, nifti_units_string(image->xyz_units));
    printf("affine     from %s\n", image->sform_code > 0   ? "sform"
                                   : image->qform_code > 0 ? "qform"
                                                           : "the spacing alone");
    for (int i = 0; i < 3; i++)
        printf("           %12.6g %12.6g %12.6g %12.6g\n", affine[i][0], affine[i][1], affine[i][2], affine[i][3]);
}
