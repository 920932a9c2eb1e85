/* What is done to each volume of a series in memory.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SERIES_H
#define SERIES_H

#include "volume.h"

/** Makes a volume of another; the caller releases it if true was returned.
 *  \param t  which of the series it is, from 0 */
typedef bool series_step(void *user, size_t t, const volume *in, volume *out);

/** Does so to a volume or each of a series, and puts the results, of one shape, together. in->data may go meanwhile.
 *  \return false on failure, which is reported; volume_release is needed in both cases */
bool series_run(const volume *in, volume *out, series_step *step, void *user);

#endif
