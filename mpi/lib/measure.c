/* Measures a candidate of a plan whose algorithm is chosen by measuring.
 * SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

static const double give_up_ratio = 2.0, time_limit = 1.0;

/* Executes once. Returns the time of the slowest rank. */
static orb_status time_once(MPI_Comm comm, const orb_candidate *c, double *seconds)
{
    double mine = 0.0;
    const orb_status status = c->execute(c->context, &mine);

    if (!status && MPI_Allreduce(&mine, seconds, 1, MPI_DOUBLE, MPI_MAX, comm) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    return status;
}

orb_status orb_measure(MPI_Comm comm, const orb_candidate *candidate, int tries, double best, double *seconds)
{
    orb_status status = ORB_OK;
    double spent = 0.0;

    for (int i = 0; i < tries && !status && spent < time_limit; i++) {
        double now = 0.0;

        status = time_once(comm, candidate, &now);
        if (!i || now < *seconds)
            *seconds = now;
        spent += now;
        if (best > 0.0 && *seconds > give_up_ratio * best)
            break;
    }
    return status;
}
