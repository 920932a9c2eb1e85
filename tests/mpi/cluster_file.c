/* Transforms a raw file to another one. Each rank reads and writes its boxes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_file IN OUT NUMBER... The numbers are the members of orb_mpi_desc: n, kind, type,
 * norm, elements, direction, algorithm, grid, batch, layout, half_axis. */
#define _POSIX_C_SOURCE 200809L /* fseeko */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>

enum { MEMBERS = 24 };

/* Reads or writes the rows of a batch of boxes at their places in the file. */
static void move(FILE *file, bool writes, orb_element element, const orb_mpi_desc *d, const size_t start[ORB_MPI_AXES],
                 const size_t size[ORB_MPI_AXES], char *box)
{
    const size_t bytes = scene_bytes(element);
    size_t n[ORB_MPI_AXES];

    scene_shape(d, writes, n);
    for (size_t at = 0; at < d->batch * size[0] * size[1] * size[2]; at++, box += size[3] * bytes) {
        const size_t k = at % size[2], j = at / size[2] % size[1], i = at / (size[1] * size[2]) % size[0];
        const size_t v = at / (size[0] * size[1] * size[2]);
        const size_t row = (((v * n[0] + start[0] + i) * n[1] + start[1] + j) * n[2] + start[2] + k) * n[3] + start[3];
        size_t done = 0;

        if (fseeko(file, (off_t)(row * bytes), SEEK_SET))
            continue;
        if (writes)
            done = fwrite(box, bytes, size[3], file);
        else
            done = fread(box, bytes, size[3], file);
        CHECK(done == size[3], "a row of the file");
    }
}

static orb_mpi_desc read_desc(char **word)
{
    orb_mpi_desc d = {0};
    long m[MEMBERS];

    for (int i = 0; i < MEMBERS; i++)
        m[i] = strtol(word[i], NULL, 10);
    for (int a = 0; a < ORB_MPI_AXES; a++) {
        d.n[a] = (size_t)m[a];
        d.kind[a] = (orb_kind)m[4 + a];
        d.type[a] = (int)m[8 + a];
        d.grid[a] = (int)m[17 + a];
    }
    d.norm = (orb_norm)m[12];
    d.element_in = (orb_element)m[13];
    d.element_out = (orb_element)m[14];
    d.direction = (orb_direction)m[15];
    d.algorithm = (orb_mpi_algorithm)m[16];
    d.batch = (size_t)m[21];
    d.layout = (orb_mpi_layout)m[22];
    d.half_axis = (uint64_t)m[23];
    return d;
}

int main(int argc, char **argv)
{
    size_t in_start[ORB_MPI_AXES], in_size[ORB_MPI_AXES], out_start[ORB_MPI_AXES], out_size[ORB_MPI_AXES];
    orb_mpi_plan *plan = NULL;
    orb_mpi_report report;
    orb_mpi_desc asked, desc;
    orb_status status;
    FILE *from, *to;
    void *in, *out;
    scene s = scene_start(&argc, &argv);

    CHECK(argc == 3 + MEMBERS, "usage: cluster_file IN OUT and %d numbers", MEMBERS);
    asked = read_desc(argv + 3);
    desc = scene_complete(&asked);
    status = orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &asked);
    CHECK(!status, "create: %s", orb_strerror(status));
    CHECK(!orb_mpi_plan_input(plan, in_start, in_size), "input");
    CHECK(!orb_mpi_plan_output(plan, out_start, out_size), "output");
    in = scene_new(desc.element_in, desc.batch, in_size);
    out = scene_new(desc.element_out, desc.batch, out_size);
    from = fopen(argv[1], "rb");
    to = fopen(argv[2], "r+b");
    CHECK(from && to, "cannot open %s and %s", argv[1], argv[2]);
    move(from, false, desc.element_in, &desc, in_start, in_size, in);
    status = orb_mpi_execute(plan, in, out, &report);
    CHECK(!status, "execute: %s", orb_strerror(status));
    move(to, true, desc.element_out, &desc, out_start, out_size, out);
    CHECK(!fclose(from) && !fclose(to), "cannot close the files");
    if (!s.rank)
        printf("%s; %.6f s, of which %.6f s computing and %.6f s waiting\n", report.why, report.seconds.total,
               report.seconds.compute, report.seconds.wait);
    orb_mpi_plan_destroy(plan);
    free(in);
    free(out);
    scene_end();
    return 0;
}
