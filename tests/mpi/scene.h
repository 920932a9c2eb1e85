/* Functions for tests of the cluster: random descriptions and volumes, and the whole transform on one processor.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SCENE_H
#define SCENE_H

#include <orbital/orbital_mpi.h>

#include <stdbool.h>

/* A communicator, this rank and the number of ranks in it, and the state of the random numbers, the same on all ranks.
 * ORB_SEED sets it. */
typedef struct scene {
    MPI_Comm comm;
    int rank, ranks;
    uint64_t seed;
} scene;

/* Calls MPI_Init, and prints the seed. Collective. */
scene scene_start(int *argc, char ***argv);

/* A communicator of the even ranks, and one of the odd ranks, each with its own random numbers. The caller frees the
 * communicator. */
scene scene_half(const scene *s);

/* Calls MPI_Finalize. Call it when the program has freed its memory. The sanitizer then reports leaks while the
 * components of MPI are still loaded, whose leaks it knows by name (leaks.txt). */
void scene_end(void);

/* Unless the condition holds, ends all ranks with a line that says what failed. */
#define CHECK(holds, ...) ((holds) ? (void)0 : scene_fail(__FILE__, __LINE__, __VA_ARGS__))
void scene_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4), noreturn));

/* A random number below n. */
size_t scene_below(scene *s, size_t n);

/* A random valid description for these ranks, with 1 to `most` points along each axis. */
orb_mpi_desc scene_desc(scene *s, size_t most);

/* The same with missing axes as identities of one point. */
orb_mpi_desc scene_complete(const orb_mpi_desc *desc);

/* The shape of the whole input or output of a complete description. Half a spectrum has n/2+1 coefficients. */
void scene_shape(const orb_mpi_desc *desc, bool output, size_t n[ORB_MPI_AXES]);

/* Describes a description in one line. */
void scene_describe(const orb_mpi_desc *desc, char *text, size_t size);

bool scene_is_complex(orb_element element);
bool scene_is_single(orb_element element);
size_t scene_bytes(orb_element element);
size_t scene_points(const size_t n[ORB_MPI_AXES]);

/* Memory for a batch of boxes, of exactly this size. The caller frees it. */
void *scene_new(orb_element element, size_t batch, const size_t size[ORB_MPI_AXES]);

/* Random volumes of shape n, the same on all ranks. The caller frees them. */
void *scene_volumes(scene *s, orb_element element, size_t batch, const size_t n[ORB_MPI_AXES]);

/* The transform of volumes by the engine cpu. The description must be complete, and have at most three axes if it has
 * half a spectrum. */
void *scene_expected(const orb_mpi_desc *desc, const void *volumes);

/* Copies boxes out of volumes. */
void *scene_cut(orb_element element, size_t batch, const size_t n[ORB_MPI_AXES], const size_t start[ORB_MPI_AXES],
                const size_t size[ORB_MPI_AXES], const void *volumes);

/* Fails unless boxes are as expected, except for rounding errors. */
void scene_compare(const orb_mpi_desc *desc, orb_element element, size_t points, const void *got, const void *requested,
                   double largest);

/* The largest magnitude of so many elements. */
double scene_largest(orb_element element, size_t points, const void *x);

#endif
