/* The space of a NIfTI header, for `orbital info`.
 * SPDX-License-Identifier: Apache-2.0 */
#include "format_nifti.h"
#include "volume.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The affine that programs use: sform, else qform, else the spacing alone. Returns which. */
static const char *affine_of(const nifti_2_header *h, double rows[3][4])
{
    const double *const srow[3] = {h->srow_x, h->srow_y, h->srow_z};
    nifti_dmat44 from_quaternion =
        nifti_quatern_to_dmat44(h->quatern_b, h->quatern_c, h->quatern_d, h->qoffset_x, h->qoffset_y, h->qoffset_z,
                                h->pixdim[1], h->pixdim[2], h->pixdim[3], h->pixdim[0]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            rows[i][j] = h->sform_code > 0   ? srow[i][j]
                         : h->qform_code > 0 ? from_quaternion.m[i][j]
                         : i == j            ? h->pixdim[i + 1]
                                             : 0;
    return h->sform_code > 0 ? "sform" : h->qform_code > 0 ? "qform" : "the spacing alone";
}

/* The spatial part of a NIfTI-1 header in the wider fields of NIfTI-2. */
static nifti_2_header widen(const nifti_1_header *h)
{
    nifti_2_header wide = {.sform_code = h->sform_code,
                           .qform_code = h->qform_code,
                           .quatern_b = h->quatern_b,
                           .quatern_c = h->quatern_c,
                           .quatern_d = h->quatern_d,
                           .qoffset_x = h->qoffset_x,
                           .qoffset_y = h->qoffset_y,
                           .qoffset_z = h->qoffset_z,
                           .xyzt_units = h->xyzt_units};
    for (int i = 0; i < 4; i++) {
        wide.pixdim[i] = h->pixdim[i];
        wide.srow_x[i] = h->srow_x[i];
        wide.srow_y[i] = h->srow_y[i];
        wide.srow_z[i] = h->srow_z[i];
    }
    return wide;
}

void nifti_spacing(const void *kept, double size[3], const char **unit)
{
    const nifti_header *header = kept;
    const nifti_2_header h = header->version == 1 ? widen(&header->raw.n1) : header->raw.n2;
    for (int axis = 0; axis < 3; axis++)
        size[axis] = fabs(h.pixdim[axis + 1]);
    if (XYZT_TO_SPACE(h.xyzt_units))
        *unit = nifti_units_string(XYZT_TO_SPACE(h.xyzt_units));
}

void nifti_planes(const void *kept, const char *plane[3])
{
    const nifti_header *header = kept;
    const nifti_2_header h = header->version == 1 ? widen(&header->raw.n1) : header->raw.n2;
    double rows[3][4];
    nifti_dmat44 affine = {.m = {[3] = {0, 0, 0, 1}}};
    int towards[3] = {0};
    if (h.sform_code <= 0 && h.qform_code <= 0)
        return;
    affine_of(&h, rows);
    memcpy(affine.m, rows, sizeof rows);
    nifti_dmat44_to_orientation(affine, &towards[0], &towards[1], &towards[2]);
    for (int axis = 0; axis < 3; axis++)
        if (towards[axis] == NIFTI_L2R || towards[axis] == NIFTI_R2L)
            plane[axis] = "sagittal ";
        else if (towards[axis] == NIFTI_P2A || towards[axis] == NIFTI_A2P)
            plane[axis] = "coronal ";
        else if (towards[axis] == NIFTI_I2S || towards[axis] == NIFTI_S2I)
            plane[axis] = "axial ";
}

void nifti_print(const void *kept)
{
    const nifti_header *header = kept;
    const nifti_2_header h = header->version == 1 ? widen(&header->raw.n1) : header->raw.n2;
    double rows[3][4];
    const char *source = affine_of(&h, rows);

    printf("header     NIfTI-%d, %s-endian, %zu extension%s\n", header->version, header->big_endian ? "big" : "little",
           header->extras, header->extras == 1 ? "" : "s");
    printf("spacing    %g x %g x %g, units: %s\n", h.pixdim[1], h.pixdim[2], h.pixdim[3],
           nifti_units_string(XYZT_TO_SPACE(h.xyzt_units)));
    printf("affine     from %s\n", source);
    for (int i = 0; i < 3; i++)
        printf("           %12.6g %12.6g %12.6g %12.6g\n", rows[i][0], rows[i][1], rows[i][2], rows[i][3]);
}
