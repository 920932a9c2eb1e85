/* Random local work on any of up to four axes of a batch of boxes, compared with the engine cpu, one axis at a time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n 1 cluster_local CASES LONGEST-AXIS */
#include "local.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Random axes are not transformed. The description gets ORB_IDENTITY for them. */
static orb_local_work random_work(scene *s, orb_mpi_desc *d)
{
    orb_local_work work = {.batch = 1 + scene_below(s, 3), .element_in = d->element_in, .element_out = d->element_out};
    const bool single = scene_is_single(d->element_in) && scene_is_single(d->element_out);

    d->batch = work.batch;
    work.between = single ? ORB_C64 : ORB_C128;
    for (int a = 0; a < ORB_MPI_AXES; a++) {
        work.size[a] = d->n[a];
        work.transforms[a] = scene_below(s, 3) > 0;
        if (!work.transforms[a])
            d->kind[a] = ORB_IDENTITY;
    }
    return work;
}

/* Always four axes, because the expected results are then computed in complex numbers: real outputs are the real parts,
 * for any kinds. Local work has to do the same. */
static orb_mpi_desc random_desc(scene *s, size_t most)
{
    orb_mpi_desc d = {
        .direction = scene_below(s, 2) ? ORB_INVERSE : ORB_FORWARD, .norm = (orb_norm)scene_below(s, 3), .threads = 1};
    bool fourier = false;

    for (int a = 0; a < ORB_MPI_AXES; a++) {
        d.n[a] = (a == ORB_MPI_AXES - 1) + 1 + scene_below(s, most);
        d.kind[a] = scene_below(s, 3) ? ORB_DST : ORB_DFT;
        d.type[a] = (int)scene_below(s, 5);
        fourier = fourier || d.kind[a] == ORB_DFT;
    }
    d.element_in = (orb_element)scene_below(s, 4);
    d.element_out =
        (orb_element)(scene_below(s, 2) + (d.direction == ORB_FORWARD && fourier ? 2 : 2 * scene_below(s, 2)));
    return d;
}

static void check_case(scene *s, size_t most)
{
    orb_mpi_desc d = random_desc(s, most);
    const orb_local_work work = random_work(s, &d);
    const size_t points = work.batch * scene_points(d.n);
    void *x = scene_volumes(s, d.element_in, work.batch, d.n), *requested = scene_expected(&d, x);
    void *y = scene_new(d.element_out, work.batch, d.n);
    orb_local *local = NULL;
    orb_status status;

    memset(y, 0xFF, points * scene_bytes(d.element_out)); /* NaN */
    status = orb_local_create(&local, &d, &work);
    CHECK(!status, "create: %s", orb_strerror(status));
    status = orb_local_run(local, x, y);
    CHECK(!status, "run: %s", orb_strerror(status));
    scene_compare(&d, d.element_out, points, y, requested, scene_largest(d.element_out, points, requested));
    orb_local_destroy(local);
    free(x);
    free(y);
    free(requested);
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int cases = argc > 1 ? atoi(argv[1]) : 0, most = argc > 2 ? atoi(argv[2]) : 0;

    CHECK(cases > 0 && most > 0, "usage: cluster_local CASES LONGEST-AXIS");
    for (int i = 0; i < cases; i++)
        check_case(&s, (size_t)most);
    printf("%d cases\n", cases);
    scene_end();
    return 0;
}
