/* Do the boxes of all ranks divide a volume?
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_COVER_H
#define ORB_COVER_H

#include "cluster.h"

/* ORB_OK if every point of a volume of this shape is in the box of exactly one rank. Else ORB_INVALID, and the reason
 * names the first box beyond the volume, the first pair of boxes that overlap, or the first point of a gap.
 * \param what  "input" or "output" */
orb_status orb_cover_check(const char *what, const size_t n[ORB_MPI_AXES], int ranks, const orb_part *box);

#endif
