/* What the tests of the cluster share: random descriptions, volumes, and the whole transform on one processor.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SCENE_H
#define SCENE_H

#include <orbital/orbital_mpi.h>

#include <stdbool.h>

/* A communicator, this rank and all of them there, and the number that ORB_SEED says, the same on all. */
typedef struct scene {
    MPI_Comm comm;
    int rank, ranks;
    uint64_t seed;
} scene;

/* MPI_Init, and prints the seed; all ranks. */
scene scene_start(int *argc, char ***argv);

/* Every second rank, with other numbers than those of the others. The caller frees its communicator. */
scene scene_half(const scene *s);

/* MPI_Finalize, once no memory of the program is lost: the sanitizer looks while the parts of MPI are still loaded,
 * whose leaks it knows by their names (leaks.txt). */
void scene_end(void);

/* Ends all ranks with a line on what failed unless it holds. */
#define CHECK(holds, ...) ((holds) ? (void)0 : scene_fail(__FILE__, __LINE__, __VA_ARGS__))
void scene_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4), noreturn));

/* The next random number below n. */
size_t scene_below(scene *s, size_t n);

/* A legal description for these ranks, axes of 1 to `most` points. */
orb_mpi_desc scene_desc(scene *s, size_t most);

/* The same with one point, left as it is, along axes that are not there. */
orb_mpi_desc scene_complete(const orb_mpi_desc *desc);

/* The shape of the whole input or output of a complete description: n, but for half a spectrum. */
void scene_shape(const orb_mpi_desc *desc, bool output, size_t n[ORB_MPI_AXES]);

/* One line on it. */
void scene_describe(const orb_mpi_desc *desc, char *text, size_t size);

bool scene_is_complex(orb_element element);
bool scene_is_single(orb_element element);
size_t scene_bytes(orb_element element);
size_t scene_points(const size_t n[ORB_MPI_AXES]);

/* Memory for a batch of boxes, of exactly that size; the caller's. */
void *scene_new(orb_element element, size_t batch, const size_t size[ORB_MPI_AXES]);

/* Random volumes of the whole shape n, the same on all ranks. */
void *scene_volumes(scene *s, orb_element element, size_t batch, const size_t n[ORB_MPI_AXES]);

/* What the engine cpu makes of them; the description is complete, and of three axes if it has half a spectrum. */
void *scene_expected(const orb_mpi_desc *desc, const void *volumes);

/* Copies the boxes that begin at start out of volumes. */
void *scene_cut(orb_element element, size_t batch, const size_t n[ORB_MPI_AXES], const size_t start[ORB_MPI_AXES],
                const size_t size[ORB_MPI_AXES], const void *volumes);

/* Fails unless boxes are as expected, up to roundings. */
void scene_compare(const orb_mpi_desc *desc, orb_element element, size_t points, const void *got, const void *requested,
                   double largest);

/* The largest magnitude of so many elements. */
double scene_largest(orb_element element, size_t points, const void *x);

#endif
