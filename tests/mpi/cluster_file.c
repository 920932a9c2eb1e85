/* A transform from a raw file to another, each rank its box.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_file IN OUT NUMBER..., the members of orb_mpi_desc in order: n, kind, type, norm,
 * elements, direction, algorithm, grid, batch, layout */
#define _POSIX_C_SOURCE 200809L /* fseeko */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>

enum { MEMBERS = 19 };

/* Reads or writes the rows of a batch of boxes where they lie in the file. */
static void move(FILE *file, bool writes, orb_element element, const orb_mpi_desc *d, const size_t start[3],
                 const size_t size[3], char *box)
{
    const size_t bytes = scene_bytes(element), *n = d->n;

    for (size_t v = 0; v < d->batch; v++)
        for (size_t i = 0; i < size[0]; i++)
            for (size_t j = 0; j < size[1]; j++, box += size[2] * bytes) {
                const size_t row = ((v * n[0] + start[0] + i) * n[1] + start[1] + j) * n[2] + start[2];
                size_t done = 0;

                if (fseeko(file, (off_t)(row * bytes), SEEK_SET))
                    continue;
                if (writes)
                    done = fwrite(box, bytes, size[2], file);
                else
                    done = fread(box, bytes, size[2], file);
                CHECK(done == size[2], "a row of the file");
            }
}

static orb_mpi_desc read_desc(char **word)
{
    long m[MEMBERS];

    for (int i = 0; i < MEMBERS; i++)
        m[i] = strtol(word[i], NULL, 10);
    return (orb_mpi_desc){.n = {(size_t)m[0], (size_t)m[1], (size_t)m[2]},
                          .kind = {(orb_kind)m[3], (orb_kind)m[4], (orb_kind)m[5]},
                          .type = {(int)m[6], (int)m[7], (int)m[8]},
                          .norm = (orb_norm)m[9],
                          .element_in = (orb_element)m[10],
                          .element_out = (orb_element)m[11],
                          .direction = (orb_direction)m[12],
                          .algorithm = (orb_mpi_algorithm)m[13],
                          .grid = {(int)m[14], (int)m[15], (int)m[16]},
                          .batch = (size_t)m[17],
                          .layout = (orb_mpi_layout)m[18]};
}

int main(int argc, char **argv)
{
    size_t in_start[3], in_size[3], out_start[3], out_size[3];
    orb_mpi_plan *plan = NULL;
    orb_mpi_report report;
    orb_status status;
    orb_mpi_desc desc;
    FILE *from, *to;
    void *in, *out;
    scene s = scene_start(&argc, &argv);

    CHECK(argc == 3 + MEMBERS, "usage: cluster_file IN OUT and %d numbers", MEMBERS);
    desc = read_desc(argv + 3);
    status = orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &desc);
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
