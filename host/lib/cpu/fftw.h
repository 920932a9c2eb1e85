/* Blocks that FFTW transforms.
 * SPDX-License-Identifier: Apache-2.0
 *
 * FFTW is under the GPL. Nothing is linked with it: the library is loaded when a user asks for it by fft=fftw or
 * fft=auto, and only then. */
#ifndef ORB_CPU_FFTW_H
#define ORB_CPU_FFTW_H

#include "cpu.h"

/* The shared library that is loaded for a precision. */
const char *orb_cpu_fftw_name(bool single);

/* Loads it, unless it is loaded already. It stays until the process ends. False if that fails. */
bool orb_cpu_fftw_load(bool single);

/* Makes FFTW's plans for one block, for so many threads. Its axes are Fourier transforms or identities, its strides are
 * positive, its elements are those of the precision, and half a spectrum is computed forward only. The library has been
 * loaded. If FFTW makes no plan, *plans is NULL. ORB_OK, ORB_NO_MEMORY */
orb_status orb_cpu_fftw_new(cpu_fftw **plans, const orb_plan *plan, bool single, unsigned threads);
void orb_cpu_fftw_free(cpu_fftw *plans);

/* Threads that each block takes. */
unsigned orb_cpu_fftw_threads(const cpu_fftw *plans);

/* Transforms a block. False if it does not go with the plans: the volume's edge cuts it, or it is not aligned as FFTW
 * wants it. Nothing is done then. */
bool orb_cpu_fftw_run(const cpu_fftw *plans, const cpu_block *block);

/* Makes the plans of a setup, if it is to have some, and says in its line `why` what transforms its blocks. ORB_OK,
 * ORB_NO_MEMORY */
orb_status orb_cpu_fftw_choose(cpu_setup *setup, const orb_backend *backend, const orb_plan *plan);

#endif
