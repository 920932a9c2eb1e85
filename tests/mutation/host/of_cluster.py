# Faults in the part for clusters: what ranks agree upon, where blocks lie, their messages, products, files.
# SPDX-License-Identifier: Apache-2.0
"""As of_library.py."""
FAULTS = {
    "mpi/lib/agree.c": [
        ("mine[count + i] = ~numbers[i];", "mine[count + i] = numbers[i];", "mpi/test_cluster.py::test_errors[3]"),
        ("MPI_MAXLOC", "MPI_MINLOC", "mpi/test_cluster.py::test_errors[3]"),
        ("last = all.status ? all : none;", "last = none;", "mpi/test_cluster.py::test_errors[3]"),
        *((f"        (uint64_t)d->{member},\n", "", "mpi/test_cluster.py::test_errors[3]")
          for member in ["kind[3]", "type[2]", "norm", "element_out", "direction", "grid[3]", "layout", "skewing",
                         "shift[2]"]),
        ("        d->batch,\n", "", "mpi/test_cluster.py::test_errors[3]"),
    ],
    "mpi/lib/partition.c": [
        ("(i < more ? i : more)", "(i <= more ? i : more)", "mpi/test_cluster.py::test_random_transforms[4-30]",
         "where i is more, both are the same number"),
        ("return least + (i < more);", "return least + (i <= more);",
         "mpi/test_cluster.py::test_random_transforms[4-30]"),
    ],
    "mpi/lib/stages.c": [
        ("if (s->transposes)\n        s = add(m, false);", "", "mpi/test_cluster.py::test_random_transforms[4-30]"),
        ("for (int a = first; !backwards && a < LAST; a++)", "for (int a = first; 0; a++)",
         "mpi/test_cluster.py::test_random_transforms[4-30]"),
        ("{{ORB_WHOLE, 0, 1, 2}}", "{{ORB_WHOLE, 0, 2, 1}}", "mpi/test_cluster.py::test_random_transforms[8-16]"),
    ],
    "mpi/lib/transpose_grid.c": [
        ("a == whole ? 1 : grid[a < whole ? a : a - 1]", "a == whole ? 1 : grid[a < whole ? a : a - 1] * 1",
         "mpi/test_cluster.py::test_random_transforms[4-30]", "a product with 1 is the number itself"),
        ("block == s->block && passed < s->passed", "block == s->block && passed <= s->passed",
         "mpi/test_cluster.py::test_chosen_grids"),
        (" || (block == s->block && passed < s->passed)", "", "mpi/test_cluster.py::test_chosen_grids"),
        ("passed += s->now[r] - 1;", "passed += s->now[r] > 1;", "mpi/test_cluster.py::test_chosen_grids"),
        ("&& (size_t)ranks <= d->n[1])", ")", "mpi/test_cluster.py::test_chosen_grids"),
        ("can = can && d->kind[a] == ORB_DFT && !d->half_axis;", "", "mpi/test_cluster.py::test_errors[3]"),
        ("if (grid[RINGS] > 1)", "if (0)", "mpi/test_cluster.py::test_errors[3]"),
    ],
    "mpi/lib/exchange.c": [
        ("t.inner *= box.size[a];", "t.inner *= 1;", "mpi/test_cluster.py::test_random_transforms[4-30]"),
        (".outer = plan->desc.batch,", ".outer = 1,", "mpi/test_cluster.py::test_random_transforms[4-30]"),
        ("c->begin * t->first + begin + within", "c->begin * t->first + begin",
         "mpi/test_cluster.py::test_random_transforms_under_sanitizers[4-20]"),
        ("const size_t in_from = bytes ? from.bytes / bytes : 0", "const size_t in_from = 1",
         "mpi/test_cluster.py::test_random_transforms[4-30]"),
    ],
    "mpi/lib/exchange_alltoall.c": [
        ("all->group == 1 && (size_t)all->parts == points;", "all->group == 1;",
         "mpi/test_cluster.py::test_random_transforms_in_chunks[3-8]"),
        ("t->first % ranks == 0 &&", "true &&", "mpi/test_cluster.py::test_random_transforms[4-30]"),
    ],
    "mpi/lib/stage_pieces.c": [
        ("longer && (size_t)p->next >= longer", "longer",
         "mpi/test_cluster.py::test_random_transforms_under_sanitizers[4-20]"),
    ],
    "mpi/lib/rooms.c": [
        ("room != ORB_ROOM_OUT && bytes <= r->bytes[ORB_ROOM_OUT]", "room != ORB_ROOM_OUT",
         "mpi/test_cluster.py::test_random_transforms_under_sanitizers[4-20]"),
        ("bytes <= r->bytes[ORB_ROOM_OUT]", "0", "mpi/test_cluster.py::test_memory"),
    ],
    "mpi/lib/cuboid.c": [
        ("block == best && cost < least", "block == best && cost <= least", "mpi/test_cluster.py::test_chosen_grids"),
        (" || (block == best && cost < least)", "", "mpi/test_cluster.py::test_chosen_grids"),
        ("kind == ORB_IDENTITY ? 0 : parts - 1", "parts - 1", "mpi/test_cluster.py::test_chosen_grids"),
        ("memset(s->buffer[0], 0, s->bytes);", "", "mpi/test_cluster.py::test_random_transforms[4-30]",
         "a rank without points sends what is never added: its partners have none there either"),
        ("block[axis] = orb_partition(plan->desc.n[axis], parts, (index + 1) % parts, &start);",
         "block[axis] = orb_partition(plan->desc.n[axis], parts, index, &start);",
         "mpi/test_cluster.py::test_random_transforms[4-30]"),
        ("s->coefficients, y, step > 0, &plan->wire.post);", "s->coefficients, y, true, &plan->wire.post);",
         "mpi/test_cluster.py::test_random_transforms[4-30]"),
        ("swap(&s->buffer[0], &s->buffer[2]);", "", "mpi/test_cluster.py::test_random_transforms[6-15]"),
        ("if (out && !same) {", "if (0) {", "mpi/test_cluster.py::test_random_transforms[6-15]"),
    ],
    "mpi/lib/entries.c": [
        ("axis->direction == ORB_FORWARD ? -1.0 : 1.0", "-1.0", "mpi/test_cluster.py::test_random_transforms[6-15]"),
        ("axis->n, inverse ? k : i, inverse ? i : k", "axis->n, i, k",
         "mpi/test_cluster.py::test_random_transforms[6-15]"),
        ("angle -= angle >= angles ? angles : 0;", "", "mpi/test_cluster.py::test_random_transforms[6-15]"),
        ("axis->n, i, !inverse);", "axis->n, i, inverse);", "mpi/test_cluster.py::test_random_transforms[6-15]"),
        ("memset(block, 0, tile->shape[0] * row_bytes);", "", "mpi/test_cluster.py::test_random_transforms[8-16]"),
    ],
    "mpi/lib/required.c": [
        ("d->batch ? d->batch : 1", "d->batch", "mpi/test_cluster.py::test_random_transforms[4-30]"),
    ],
    "mpi/lib/convert.c": [
        ("memset(to, 0, count * orb_element_size(element_to));", "",
         "mpi/test_cluster.py::test_random_transforms[4-30]"),
        ("memset(target, 0, batch * points_to * bytes_to);", "", "mpi/test_cluster.py::test_random_transforms[8-16]"),
        ("v * points_from + (i", "(i", "mpi/test_cluster.py::test_random_transforms[4-30]"),
    ],
    "mpi/gemm/grid_shape.c": [
        ("now < least", "now <= least", "mpi/test_cluster.py::test_chosen_grids"),
        ("given[1] ? rows == ranks / *columns : ranks % rows == 0", "ranks % rows == 0",
         "mpi/test_cluster.py::test_chosen_grids"),
    ],
    "mpi/gemm/distribution.c": [
        ("n / parts * i + n % parts * i / parts", "n / parts * i", "mpi/test_gemm.py::test_random_products[4-100]"),
        ("rest < d->block ? rest : d->block", "rest", "mpi/test_gemm.py::test_random_products[4-100]"),
        ("(local / d->block * d->parts + part) * d->block", "(local / d->block + part) * d->block",
         "mpi/test_gemm.py::test_random_products[4-100]"),
        ("d->block ? 0 : d->parts - 1", "0", "mpi/test_gemm.py::test_random_products[4-100]"),
        ("d->block * d->parts >= d->n", "d->block * d->parts > d->n", "mpi/test_gemm.py::test_random_products[4-100]",
         "blocks that just fill the matrix are ranges whether they are taken as such or not"),
    ],
}
