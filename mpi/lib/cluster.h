/* A plan on a cluster, and the one interface of its algorithms.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CLUSTER_H
#define ORB_CLUSTER_H

#include <orbital/orbital_mpi.h>

#include "entries.h"
#include "plan_report.h"
#include "wire.h"

#include <stdbool.h>

/* Axes of the torus of ranks; a fourth one is never divided. */
enum { ORB_CLUSTER_TORUS = 3 };

/* A part of the volume; all sizes are 0 where there is none. */
typedef struct orb_part {
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
} orb_part;

typedef struct orb_algorithm {
    const char *name;
    int axes;     /* the most that it takes */
    bool entries; /* does it need those of the plan? */
    bool halves;  /* does it know half spectra? */
    bool devices; /* is all of its arithmetic in local transforms? */
    bool blocks;  /* does it transform blocks? */
    /* Fills in what is 0 of the grid; the same on all ranks. ORB_OK or ORB_INVALID */
    orb_status (*choose)(const orb_mpi_desc *desc, int ranks, int grid[ORB_MPI_AXES]);
    /* The boxes of this rank, which the grid uses, and all that executing needs. ORB_OK, ORB_INVALID, ORB_NO_MEMORY */
    orb_status (*prepare)(orb_mpi_plan *plan);
    /* Takes part in all messages, also without arrays (NULL), which another rank may have. */
    orb_status (*run)(orb_mpi_plan *plan, const void *in, void *out);
    void (*discard)(void *setup); /* NULL is allowed */
} orb_algorithm;

extern const orb_algorithm orb_algorithm_orbital, orb_algorithm_cuboid, orb_algorithm_transpose, orb_algorithm_alltoall,
    orb_algorithm_blocks;

/* NULL: none, or ORB_MPI_AUTO. */
const orb_algorithm *orb_algorithm_of(orb_mpi_algorithm algorithm);

struct orb_mpi_plan {
    MPI_Comm everyone; /* with the ranks that the grid does not use */
    orb_mpi_desc desc; /* complete: batch, grid, and the axes that are not there, one point that is left as it is */
    const orb_algorithm *algorithm;
    void *setup;                      /* the algorithm's own */
    orb_element element;              /* of the numbers computed with */
    orb_wire wire;                    /* among the ranks of the grid; that of its post is MPI_COMM_NULL on others */
    int at[ORB_MPI_AXES];             /* this rank's place in the grid */
    MPI_Comm ring[ORB_CLUSTER_TORUS]; /* its rings alone, where the algorithm opened them; else MPI_COMM_NULL */
    orb_entries entries[ORB_CLUSTER_TORUS];
    orb_part in, out;
    orb_tally tally;
};

/* Bytes of a batch of blocks of the numbers computed with, and the numbers in it: their scalars. False if too many. */
bool orb_cluster_bytes(const orb_mpi_plan *plan, const size_t block[ORB_MPI_AXES], size_t *bytes);
size_t orb_cluster_scalars(const orb_mpi_plan *plan, const size_t block[ORB_MPI_AXES]);

#endif
