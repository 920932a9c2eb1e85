# Plans of orbital.mpi on some ranks, beside scipy.fft: a program for mpirun.
# SPDX-License-Identifier: Apache-2.0
"""Usage: mpirun -n RANKS python_plan.py CASES ENGINE, with ORB_SEED; ENGINE is an array for blocks."""
import os
import sys

import numpy as np
import orbital.mpi
import scipy.fft
from mpi4py import MPI

KINDS = {"dct": scipy.fft.dct, "dst": scipy.fft.dst, "dft": scipy.fft.fft}
comm = MPI.COMM_WORLD
cases, array = int(sys.argv[1]), sys.argv[2]
rng = np.random.default_rng(int(os.environ["ORB_SEED"]))  # the same on all ranks


def whole(box, part, shape):
    """The volume of which each rank has a part."""
    volume = np.zeros(shape, part.dtype)
    volume[..., *box] = part
    total = np.zeros_like(volume)
    comm.Allreduce(volume, total)
    return total


def divide(shape):
    """A box of this rank: the volume is divided at random points, until there is a box for each rank."""
    boxes = [[(0, n) for n in shape]]
    while len(boxes) < comm.size:
        split, axis = boxes[rng.integers(len(boxes))], rng.integers(len(shape))
        begin, end = split[axis]
        at = int(rng.integers(begin, end + 1))
        boxes.append([*split[:axis], (at, end), *split[axis + 1:]])
        split[axis] = begin, at
    return tuple(slice(*ends) for ends in boxes[rng.permutation(comm.size)[comm.rank]])


def check(kinds, half, dtype, batch, **options):
    axes = len(kinds)
    shape = tuple(int(n) for n in rng.integers(2, 14, axes))
    lead = () if batch is None else (batch,)
    points = rng.standard_normal(lead + shape)
    if np.dtype(dtype).kind == "c":
        points = points + 1j * rng.standard_normal(lead + shape)
    points = points.astype(dtype)
    last = axes - 1 - kinds[::-1].index("dft") if half else None
    expected = points.astype(np.result_type(dtype, np.float64))
    for axis in reversed(range(axes)):
        function = scipy.fft.rfft if axis == last else KINDS[kinds[axis]]
        expected = function(expected, axis=axis - axes, norm="ortho")
    boxes = {name: divide(whole) for name, whole in (("box", shape), ("coefficient_box", expected.shape[len(lead):]))
             if rng.integers(2)}
    with orbital.mpi.Plan(shape, kinds, comm=comm, dtype=dtype, half=half, batch=batch, **boxes, **options) as plan:
        for name, given in boxes.items():
            shape_of = tuple(s.stop - s.start for s in given)
            assert getattr(plan, f"{name}_shape")[len(lead):] == shape_of or 0 in shape_of, (boxes, shape)
            assert 0 in shape_of or getattr(plan, name) == given, (boxes, shape)
        mine = np.ascontiguousarray(points[..., *plan.box])
        coefficients = plan.forward(mine)
        found = whole(plan.coefficient_box, coefficients, lead + expected.shape[len(lead):])
        bound = 1e-5 if np.dtype(dtype).itemsize in (4, 8) and dtype in ("f4", "c8") else 1e-13
        if rng.integers(2):  # in place, in an array with room for both
            room = np.empty(max(mine.nbytes, coefficients.nbytes) + 1, "u1")
            before, after = (room[:a.nbytes].view(a.dtype).reshape(a.shape) for a in (mine, coefficients))
            before[...] = mine
            found = whole(plan.coefficient_box, plan.forward(before, out=after), found.shape)
        assert np.abs(found - expected).max() <= bound * (1 + np.abs(expected).max()), (shape, kinds, plan.report)
        back = plan.inverse(coefficients, out=np.empty_like(mine))
        assert back.size == 0 or np.abs(back - mine).max() <= bound * (1 + np.abs(points).max()), (shape, kinds)
        assert mine.size == 0 or plan.algorithm in plan.report["why"] or (boxes and "beside the grid" in
                                                                          plan.report["why"])


for case in range(cases):
    kinds = [str(kind) for kind in rng.choice(list(KINDS), rng.integers(1, 5))]
    complex_points = bool(rng.integers(2)) and "dft" in kinds
    half = "dft" in kinds and not complex_points and bool(rng.integers(2)) and len(kinds) < 4
    dtype = str(rng.choice(["c8", "c16"] if complex_points else ["f4", "f8"]))
    algorithms = ["alltoall", "remap", *([] if half or len(kinds) == 4 else ["auto", "cuboid", "transpose"])]
    algorithm = str(rng.choice(algorithms))
    check(kinds, half, dtype, None if rng.integers(2) else int(rng.integers(1, 4)), algorithm=algorithm,
          layout=str(rng.choice(["canonical", "skewed"])) if not half else "canonical", threads=int(rng.integers(1, 3)))

# blocks on an array of each rank, and the same by one array
volume = rng.standard_normal((11, 9, 13))
with orbital.mpi.Plan(volume.shape, block=4, engine=array) as plan, \
        orbital.Plan(volume.shape, block=4, engine=array) as one:
    assert plan.algorithm == "blocks"
    part = plan.forward(volume[plan.box])
    assert np.array_equal(part, one.forward(volume)[plan.coefficient_box])
    assert part.size == 0 or plan.report["cycles"] > 0

# a box that is empty along an axis of one point only
mine = (slice(4), slice(5), slice(0, int(comm.rank == 0)))
with orbital.mpi.Plan((4, 5, 1), ["dct", "dct", "identity"], box=mine, coefficient_box=mine) as plan:
    part = plan.forward(volume[plan.box])
    assert np.allclose(part, scipy.fft.dctn(volume[:4, :5, :1], axes=(0, 1), norm="ortho")[plan.coefficient_box])

# in place, where the blocks have no padding
volume = np.ascontiguousarray(volume[:8, :8, :12])
with orbital.mpi.Plan(volume.shape, block=4, engine=array, dtype="f4") as plan:
    part = np.ascontiguousarray(volume[plan.box], "f4")
    expected = plan.forward(part)
    assert plan.forward(part, out=part) is part and np.array_equal(part, expected)
with orbital.mpi.Plan((5, 5, 5), block=4, engine=array) as plan:
    room = np.zeros(8 * 8 * 8)
    shapes = plan.box_shape, plan.coefficient_box_shape
    before, after = (room[:np.prod(shape)].reshape(shape) for shape in shapes)
    try:
        plan.forward(before, out=after)
    except ValueError as error:
        # the ranks whose blocks are padded know why
        assert any(comm.allgather("in place, blocks need elements of one size and no padding" in str(error))), error
    else:
        raise AssertionError("in place with padding")

# from any boxes to any others, which include the padding
padded = tuple(-(-n // 4) * 4 for n in volume.shape)
with orbital.mpi.Plan(volume.shape, block=4, engine=array, box=divide(volume.shape),
                      coefficient_box=divide(padded)) as plan, orbital.Plan(volume.shape, block=4, engine=array) as one:
    assert np.array_equal(plan.forward(volume[plan.box]), one.forward(volume)[plan.coefficient_box])

# an output that overlaps the input in part
with orbital.mpi.Plan((8, 8, 8)) as plan:
    room = np.zeros(513 if not comm.rank else 2048)
    points = int(np.prod(plan.box_shape))
    before = room[:points].reshape(plan.box_shape)
    after = room[1:points + 1] if not comm.rank else room[1024:1024 + points]
    try:
        plan.forward(before, out=after.reshape(plan.box_shape))
    except ValueError as error:
        assert comm.rank or "shares no memory" in str(error), error
    else:
        raise AssertionError("an overlap")

# the last call of a progress function reports all of the work; an exception of one rank does not stop the others
told = []
with orbital.mpi.Plan((8, 8, 8), algorithm="alltoall", progress=lambda *at: told.append(at)) as plan:
    for _ in range(2):
        plan.forward(np.ones(plan.box_shape))
assert told == sorted(told[:len(told) // 2]) * 2 and told[-1] == (told[0][1],) * 2, told


def fail(done, total):
    raise KeyError(f"{done} of {total}")


with orbital.mpi.Plan((8, 8, 8), progress=None if comm.rank else fail) as plan:
    try:
        plan.forward(np.ones(plan.box_shape))
    except KeyError:
        assert comm.rank == 0
    else:
        assert comm.rank != 0

# what is wrong on one rank is an error on all of them
with orbital.mpi.Plan((8, 8, 8)) as plan:
    try:
        plan.forward(np.zeros(plan.box_shape if comm.rank else (1,)))
    except ValueError as error:
        assert comm.rank == 0 or "rank 0 was the first" in str(error), error
    else:
        raise AssertionError("no error")
for wrong in ({"shape": (0,)}, {"kind": "dxt"}, {"algorithm": "fast"}, {"half": True}, {"grid": comm.size + 1},
              {"block": 2, "algorithm": "cuboid"}, {"dtype": "i4"}, {"box": (slice(4),)},
              {"box": (slice(4), slice(0, 4, 2))}):
    try:
        orbital.mpi.Plan(**{"shape": (4, 4), **wrong})
    except (ValueError, TypeError):
        continue
    raise AssertionError(wrong)
try:
    orbital.mpi.Plan((4, 4), box=(slice(3), slice(4) if comm.rank == 0 else slice(0)))
except ValueError as error:
    assert "no rank has point (3, 0, 0, 0) in its input box" in str(error), error
else:
    raise AssertionError("a gap")
print(f"{cases} cases on rank {comm.rank}")
