/* A plan on a cluster, and the interface that its algorithms implement.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CLUSTER_H
#define ORB_CLUSTER_H

#include <orbital/orbital_mpi.h>

#include "entries.h"
#include "gauge.h"
#include "plan_report.h"
#include "wire.h"

#include <stdbool.h>

/* Axes of the process grid. A fourth axis of the volume is never divided over it. */
enum { ORB_CLUSTER_TORUS = 3 };

/* A box of the volume; all sizes are 0 if it is empty. */
typedef struct orb_part {
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
} orb_part;

static inline bool orb_part_is_empty(const orb_part *part)
{
    return !part->size[0] || !part->size[1] || !part->size[2] || !part->size[3];
}

typedef struct orb_algorithm {
    const char *name;
    int axes;     /* the most axes that it supports */
    bool entries; /* does it use the plan's `entries`? */
    bool halves;  /* does it support half spectra? */
    bool devices; /* does all of its arithmetic happen in local transforms? */
    bool blocks;  /* does it transform blocks? */
    /* Chooses the sides of the grid that are 0, in the same way on all ranks. ORB_OK or ORB_INVALID */
    orb_status (*choose)(const orb_mpi_desc *desc, int ranks, int grid[ORB_MPI_AXES]);
    /* Called on the ranks of the grid. Sets the rank's boxes and allocates what executions need. Sets in_place to false
     * if executions need two arrays. ORB_OK, ORB_INVALID, ORB_NO_MEMORY */
    orb_status (*prepare)(orb_mpi_plan *plan);
    /* Executes. The arrays may be the same unless in_place is false. If an array is NULL, the rank still sends and
     * receives all messages, because other ranks need them. */
    orb_status (*run)(orb_mpi_plan *plan, const void *in, void *out);
    void (*discard)(void *setup); /* setup may be NULL */
} orb_algorithm;

extern const orb_algorithm orb_algorithm_orbital, orb_algorithm_cuboid, orb_algorithm_transpose, orb_algorithm_alltoall,
    orb_algorithm_remap, orb_algorithm_blocks;

/* Returns NULL for ORB_MPI_AUTO and unknown numbers. */
const orb_algorithm *orb_algorithm_of(orb_mpi_algorithm algorithm);

struct orb_mpi_plan {
    MPI_Comm everyone; /* all ranks, also those that the grid does not use */
    orb_mpi_desc desc; /* complete: with batch and grid, and missing axes as identities of one point */
    const orb_algorithm *algorithm;
    void *setup;                      /* data of the algorithm */
    orb_element element;              /* element type of computations */
    orb_wire wire;                    /* the ranks of the grid; its communicator is MPI_COMM_NULL on other ranks */
    int at[ORB_MPI_AXES];             /* this rank's coordinates in the grid */
    MPI_Comm ring[ORB_CLUSTER_TORUS]; /* its rings, if the algorithm created communicators for them; else
                                       * MPI_COMM_NULL */
    orb_entries entries[ORB_CLUSTER_TORUS];
    orb_part in, out;    /* this rank's boxes of the algorithm, */
    orb_part caller[2];  /* and of the caller's arrays, which may be others: input and output */
    struct orb_own *own; /* the way between them; NULL if they are the same */
    bool in_place;       /* can the algorithm run from an array of this rank to the same array? */
    orb_tally tally;
    orb_gauge gauge; /* algorithms set its total, and add to it */
};

/* The bytes of a batch of blocks in the element type of computations, and their scalars. False if there are too
 * many. */
bool orb_cluster_bytes(const orb_mpi_plan *plan, const size_t block[ORB_MPI_AXES], size_t *bytes);
size_t orb_cluster_scalars(const orb_mpi_plan *plan, const size_t block[ORB_MPI_AXES]);

#endif
