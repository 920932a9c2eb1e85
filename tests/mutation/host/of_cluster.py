# Faults in the part for clusters: what ranks agree upon, where blocks lie, their messages, products, files.
# SPDX-License-Identifier: Apache-2.0
"""As of_library.py."""
RANDOM, ONE = "mpi/test_cluster.py::test_random_transforms[4-30]", "mpi/test_cluster.py::test_random_transforms[6-15]"
ERRORS, FILES = "mpi/test_cluster.py::test_errors[3]", "mpi/test_files.py"
GEMM, GEMM_ERRORS = "mpi/test_gemm.py::test_random_products[4-100]", "mpi/test_gemm.py::test_errors[3]"
FAULTS = {
    "mpi/lib/agree.c": [
        ("        (uint64_t)d->shift[2],\n", "", ERRORS),
        ("        (uint64_t)d->kind[3],\n", "", ERRORS),
        ("        (uint64_t)d->skewing,\n", "", ERRORS),
        ("mine[count + i] = ~numbers[i];", "mine[count + i] = numbers[i];", ERRORS),
        ("MPI_MAXLOC", "MPI_MINLOC", ERRORS),
        ("last = all.status ? all : none;", "last = none;", ERRORS),
        ("&& !inter;", ";", ERRORS),
    ],
    "mpi/lib/partition.c": [
        ("(i < more ? i : more)", "(i <= more ? i : more)", RANDOM, "where i is more, both are the same number"),
        ("return least + (i < more);", "return least + (i <= more);", RANDOM),
        ("return (int)orb_parts(n, orb_partition_largest(n, parts));", "return parts;", RANDOM),
    ],
    "mpi/lib/stages.c": [
        ("if (s->transposes)\n        s = add(m, false);", "", RANDOM),
        ("for (int a = first; returns && a < LAST; a++)", "for (int a = first; 0; a++)", RANDOM),
        ("{{ORB_WHOLE, 0, 1, 2}}", "{{ORB_WHOLE, 0, 2, 1}}", "mpi/test_cluster.py::test_random_transforms[8-16]"),
        ("m->desc->kind[first] == ORB_IDENTITY)\n        first++;", "0)\n        first++;", RANDOM),
    ],
    "mpi/lib/transpose_grid.c": [
        ("d->n[axes - 1] == 1 && d->kind", "d->kind", RANDOM),
        ("block == s->block && passed < s->passed", "block == s->block && passed > s->passed", RANDOM),
        ("a == whole ? 1 : grid[a < whole ? a : a - 1]", "a == whole ? 1 : grid[a < whole ? a : a - 1] * 1", RANDOM,
         "a product with 1 is the number itself"),
        ("can = can && d->kind[a] == ORB_DFT;", "", ERRORS),
        ("if (grid[RINGS] > 1)", "if (0)", ERRORS),
    ],
    "mpi/lib/exchange.c": [
        ("t.inner *= box.size[a];", "t.inner *= 1;", RANDOM),
        ("t.gathers_first ? t.outer * had * t.middle : t.outer;", "t.outer;", RANDOM),
        (".outer = plan->desc.batch,", ".outer = 1,", RANDOM),
        ("return side->outer <= 1;", "return side->outer <= 2;", RANDOM),
        ("return start * side->unit;", "return start;", RANDOM),
    ],
    "mpi/lib/cuboid.c": [
        ("(block == best && cost < least)", "(block == best && cost > least)", RANDOM),
        ("memset(s->buffer[0], 0, s->bytes);", "", RANDOM,
         "a rank without points sends what is never added: its partners have none there either"),
        ("block[axis] = orb_partition(plan->desc.n[axis], parts, (index + 1) % parts, &start);",
         "block[axis] = orb_partition(plan->desc.n[axis], parts, index, &start);", RANDOM),
        ("s->coefficients, y, step > 0, &plan->wire.post);", "s->coefficients, y, true, &plan->wire.post);", RANDOM),
        ("swap(&s->buffer[0], &s->buffer[2]);", "", ONE),
        ("if (out && !same) {", "if (0) {", ONE),
    ],
    "mpi/lib/entries.c": [
        ("axis->direction == ORB_FORWARD ? -1.0 : 1.0", "-1.0", ONE),
        ("axis->n, inverse ? k : i, inverse ? i : k", "axis->n, i, k", ONE),
        ("angle -= angle >= angles ? angles : 0;", "", ONE),
        ("axis->n, i, !inverse);", "axis->n, i, inverse);", ONE),
        ("memset(block, 0, tile->shape[0] * row_bytes);", "", "mpi/test_cluster.py::test_random_transforms[8-16]"),
    ],
    "mpi/lib/required.c": [
        ("        if (d->n[a])\n            return 0;", "        if (0)\n            return 0;", ERRORS),
        ("d->kind[a] == ORB_MATRIX || d->grid[a] < 0", "d->grid[a] < 0", ERRORS),
        ("d->batch ? d->batch : 1", "d->batch", RANDOM),
        ("d->shift[i] >= 2 ||", "d->shift[i] >= 1 ||", ERRORS),
        ("if (d->reserved[i])", "if (0)", ERRORS),
    ],
    "mpi/lib/convert.c": [
        ("memset(to, 0, count * orb_element_size(element_to));", "", RANDOM),
        ("memset(target, 0, batch * points_to * bytes_to);", "", "mpi/test_cluster.py::test_random_transforms[8-16]"),
        ("v * points_from + (i", "(i", RANDOM),
    ],
    "mpi/lib/wire.c": [
        ("MPI_Cart_shift(comm, a, -1, &wire->behind[a], &wire->before[a])",
         "MPI_Cart_shift(comm, a, 1, &wire->behind[a], &wire->before[a])",
         "mpi/test_cluster.py::test_random_transforms[3-30]"),
    ],
    "mpi/gemm/distribution.c": [
        ("n / parts * i + n % parts * i / parts", "n / parts * i", GEMM),
        ("rest < d->block ? rest : d->block", "rest", GEMM),
        ("(local / d->block * d->parts + part) * d->block", "(local / d->block + part) * d->block", GEMM),
        ("d->block ? 0 : d->parts - 1", "0", GEMM),
        ("d->block * d->parts >= d->n", "d->block * d->parts > d->n", GEMM,
         "blocks that just fill the matrix are ranges whether they are taken as such or not"),
    ],
    "mpi/gemm/grid_shape.c": [
        ("if (rows * *columns > ranks)\n        return false;", "", GEMM_ERRORS),
        ("!shape[0] || now < least", "!shape[0] || now > least", GEMM),
    ],
    "mpi/gemm/region.c": [
        ("if (first < end)", "if (first <= end)", GEMM),
        ("(g->rank + step) % g->ranks;", "step % g->ranks;", GEMM),
        ("AS_SECOND, g->add);\n    in = g->in;", "AS_SECOND, false);\n    in = g->in;", GEMM),
    ],
    "mpi/cli/part.c": [
        ("run < count ? run : count", "run", f"{FILES}::test_there_and_back"),
        ("complex ? values[1] : 0);", "values[1]);", f"{FILES}::test_there_and_back"),
        ("fourth ? series->first : start[m]", "fourth ? 0 : start[m]", f"{FILES}::test_there_and_back"),
        ("fmin(hypot(real, other), DBL_MAX)", "hypot(real, other)", f"{FILES}::test_there_and_back",
         "it matters only for parts whose magnitude is beyond the largest number, which no test of a cluster has"),
    ],
    "mpi/cli/part_file.c": [
        ("places[runs - 1] + lengths[runs - 1] == place", "0", f"{FILES}::test_there_and_back",
         "runs that follow each other are one transfer as two"),
        ("got != size))\n            good = fail", "0))\n            good = fail", f"{FILES}::test_full_disk",
         "a file that becomes shorter while it is read, which only its size at the beginning excludes"),
        ("put == size) ||", "1) ||", f"{FILES}::test_full_disk",
         "Open MPI reports a full disk as an error, and no short count"),
        ("(uint64_t)place * parts, parts * run)", "(uint64_t)place, parts * run)",
         f"{FILES}::test_values_changed_since_the_record"),
    ],
    "mpi/cli/same_file.c": [
        ("agree_on(r, path, mine.size) &&", "", f"{FILES}::test_another_file_of_the_same_name",
         "files of two sizes have two sums, which are compared next"),
        ("ranks_agree(r, sum_up(r, path, &sum)) && agree_on(r, path, sum)", "1",
         f"{FILES}::test_another_file_of_the_same_name"),
        ("if (!ranks_sum(r, memcmp(&mine, &first, sizeof mine) != 0))\n        return true;", "return true;",
         f"{FILES}::test_another_file_of_the_same_name"),
    ],
}
