# liborbital_mpi on 1 to 27 ranks: compared with the engine cpu, scipy.fft and formulas of traffic; errors; sanitizers.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess

import numpy as np
import pytest
import scipy.fft
from scipy_transform import transform

KINDS = {"dct": 0, "dst": 1, "dht": 2, "dwht": 3, "identity": 4, "dft": 6}
NORMS = {"ortho": 0, "backward": 1, "forward": 2}
ELEMENTS = {"float32": 0, "float64": 1, "complex64": 2, "complex128": 3}
ALGORITHMS = {"auto": 0, "orbital": 1, "cuboid": 2, "transpose": 3, "alltoall": 4, "remap": 6}


@pytest.mark.parametrize("ranks, cases", [(1, 100), (2, 50), (3, 30), (4, 30), (6, 15), (8, 16), (12, 6), (27, 2)])
def test_random_transforms(mpirun, ranks, cases):
    assert f"{cases} cases" in mpirun(ranks, "cluster_random", cases, 9)


@pytest.mark.parametrize("ranks, cases", [(4, 40), (6, 30), (12, 10)])
def test_random_remappings(mpirun, ranks, cases):
    assert f"{cases} cases" in mpirun(ranks, "cluster_random", cases, 9, "remap")


@pytest.mark.parametrize("ranks, cases", [(1, 50), (2, 50), (3, 30), (5, 20), (8, 15)])
def test_random_boxes(mpirun, ranks, cases):
    """Boxes of the caller, and the exact traffic of the redistribution."""
    assert f"{cases} cases" in mpirun(ranks, "cluster_boxes", cases, 9)


def test_random_boxes_in_several_messages(mpirun):
    assert "8 cases" in mpirun(4, "cluster_boxes", 8, 60)


@pytest.mark.parametrize("ranks", [2, 4])
def test_errors_of_boxes(mpirun, ranks):
    assert "reasons are exact" in mpirun(ranks, "cluster_box_errors")


@pytest.mark.parametrize("ranks, cases", [(2, 8), (3, 8), (6, 4)])
def test_random_transforms_in_chunks(mpirun, ranks, cases):
    """Axes are so long that transpositions have several chunks."""
    assert f"{cases} cases" in mpirun(ranks, "cluster_random", cases, 40)


@pytest.mark.parametrize("ranks", [1, 2, 4, 8])
def test_arrays_of_ranks(launch, build, seed, ranks):
    """Each rank has a simulated array of its own."""
    done = launch(ranks, build / "tests/mpi/cluster_devices", 40, 20, "hls:p=2,b=4,full=4,w=16,jobs=1",
                  ORB_MODEL_PATH=str(build / "lib/orbital"), ORB_SEED=str(seed))
    assert done.returncode == 0, done.stdout + done.stderr
    blocks, same = map(int, re.search(r"40 cases, (\d+) of them in blocks, (\d+) of these", done.stdout).groups())
    assert 0 < same <= blocks < 40


def test_threads(mpirun):
    assert "5 algorithms, the same results" in mpirun(2, "cluster_threads", 64)


def test_memory(mpirun):
    """The caller's two arrays, or one in place, and one more box; shifts use about two more. The memory of MPI is
    included."""
    shares = dict(re.findall(r"^(.*): ([0-9.]+) shares", mpirun(2, "cluster_memory", 160), re.MULTILINE))
    assert float(shares["alltoall"]) < 3.5 and float(shares["alltoall, transposed"]) < 3.5
    assert float(shares["transpose"]) < 5.5 and float(shares["transpose, transposed"]) < 5.5
    assert float(shares["alltoall, in place"]) < 2.5 and float(shares["alltoall, transposed, in place"]) < 2.5


@pytest.mark.parametrize("rings", [(2, 1), (5, 1), (8, 1), (3, 2)])
def test_ways_of_transposition(mpirun, rings):
    assert "are the same" in mpirun(rings[0] * rings[1], "cluster_skewings", *rings)


def test_paths_of_rows(mpirun):
    assert "no more bytes" in mpirun(1, "cluster_paths")


def test_random_local_work(mpirun):
    assert "200 cases" in mpirun(1, "cluster_local", 200, 5)


def test_chosen_grids(mpirun):
    """For up to 64 ranks, although one process is sufficient."""
    assert "1000 cases" in mpirun(1, "cluster_grids", 1000)


@pytest.mark.parametrize("ranks", [1, 3])
def test_errors(mpirun, ranks):
    assert "on all ranks" in mpirun(ranks, "cluster_errors")


@pytest.mark.parametrize("ranks", [1, 3])
def test_memory_of_the_blas(mpirun, ranks):
    assert "refused on all ranks" in mpirun(ranks, "cluster_blas")


@pytest.mark.parametrize("ranks, cases", [(4, 20), (8, 10)])
def test_random_transforms_under_sanitizers(mpirun, ranks, cases):
    """In this build, messages of more than 50 numbers count as too long for MPI, and products have several pieces."""
    assert f"{cases} cases" in mpirun(ranks, "san/cluster_random", cases, 12)


def test_random_boxes_under_sanitizers(mpirun):
    assert "20 cases" in mpirun(4, "san/cluster_boxes", 20, 12)


def test_errors_of_boxes_under_sanitizers(mpirun):
    assert "reasons are exact" in mpirun(3, "san/cluster_box_errors")


def test_random_local_work_under_sanitizers(mpirun):
    assert "200 cases" in mpirun(1, "san/cluster_local", 200, 5)


def test_errors_under_sanitizers(mpirun):
    assert "on all ranks" in mpirun(4, "san/cluster_errors")


@pytest.mark.parametrize("ranks, algorithm, grid, shape, kinds, types, norm, inverse, dtype", [
    (8, "orbital", (2, 2, 2), (13, 17, 11), ("dct",) * 3, (2, 2, 2), "ortho", False, "float64"),
    (8, "orbital", (0, 0, 0), (13, 16, 11), ("dct", "dst", "dht"), (3, 4, 0), "backward", True, "float32"),
    (8, "orbital", (2, 2, 2), (5, 9, 14), ("dft",) * 3, (0, 0, 0), "backward", False, "complex64"),
    (6, "cuboid", (1, 2, 3), (13, 17, 11), ("dct",) * 3, (1, 2, 4), "forward", False, "float64"),
    (6, "cuboid", (3, 2, 1), (7, 19, 23), ("dft", "dct", "dft"), (0, 2, 0), "ortho", True, "complex128"),
    (6, "transpose", (3, 2), (13, 17, 11), ("dct", "dst", "dht"), (1, 2, 0), "backward", False, "float64"),
    (4, "transpose", (0,), (31, 26), ("dct", "dct"), (2, 3), "ortho", True, "float32"),
    (8, "transpose", (2, 2, 2), (5, 7, 3, 6), ("dft",) * 4, (0,) * 4, "backward", False, "complex128"),
    (8, "alltoall", (0, 0, 0), (7, 4, 6, 5), ("dct",) * 4, (2, 3, 4, 1), "forward", True, "float64"),
    (6, "alltoall", (2, 3), (13, 17, 11), ("dft",) * 3, (0, 0, 0), "ortho", True, "complex64"),
    (3, "alltoall", (3,), (19, 23), ("dst", "dft"), (4, 0), "backward", False, "complex128"),
    (6, "cuboid", (0, 0, 0), (2, 3, 64), ("dst", "identity", "dft"), (2, 0, 0), "backward", False, "complex128"),
])
def test_beside_scipy(mpirun, tmp_path, rng, ranks, algorithm, grid, shape, kinds, types, norm, inverse, dtype):
    volumes = rng.standard_normal((2, *shape)).astype(dtype)
    if np.iscomplexobj(volumes):
        volumes += (1j * rng.standard_normal(volumes.shape)).astype(dtype)
    volumes.tofile(tmp_path / "in.raw")
    np.full_like(volumes, np.nan).tofile(tmp_path / "out.raw")
    four = [[*numbers, *[0] * (4 - len(numbers))] for numbers in (shape, [KINDS[kind] for kind in kinds], types, grid)]
    said = mpirun(ranks, "cluster_file", "in.raw", "out.raw", *four[0], *four[1], *four[2], NORMS[norm],
                  ELEMENTS[dtype], ELEMENTS[dtype], int(inverse), ALGORITHMS[algorithm], *four[3], 2, 0, 0)
    assert f"{algorithm}: " in said
    found = np.fromfile(tmp_path / "out.raw", dtype).reshape(volumes.shape)
    for one, result in zip(volumes, found):
        expected = transform(one, kinds, types, norm, inverse)
        bound = (2e-6 if dtype in ("float32", "complex64") else 1e-14) * np.abs(expected).max()
        assert np.abs(result - expected).max() <= bound


@pytest.mark.parametrize("inverse", [False, True])
@pytest.mark.parametrize("ranks, algorithm, grid, shape, axes, layout, dtype", [
    (2, "alltoall", (2, 1), (13, 17, 11), (0, 1, 2), 0, "float64"),
    (6, "alltoall", (2, 3), (13, 17, 11), (0, 1, 2), 1, "float64"),
    (6, "alltoall", (3, 2), (13, 17, 12), (0, 1, 2), 0, "float32"),
    (6, "remap", (3, 2), (13, 17, 12), (0, 1, 2), 0, "float32"),
    (8, "remap", (2, 2, 2), (5, 7, 4, 6), (1, 2), 0, "float64"),
    (6, "transpose", (3, 2), (13, 12, 11), (1,), 0, "float64"),
    (4, "alltoall", (4, 1), (9, 8, 10), (0,), 0, "float64"),
    (8, "alltoall", (2, 2, 2), (5, 7, 4, 6), (0, 2), 0, "float64"),
    (8, "transpose", (2, 2, 2), (5, 7, 4, 6), (0, 1, 2, 3), 0, "float32"),
    (1, "alltoall", (1, 1, 1), (5, 7, 4, 6), (0, 1, 2, 3), 0, "float64"),
    (1, "alltoall", (1, 1, 1), (5, 7, 4, 6), (0, 1), 0, "float64"),
    (3, "auto", (0, 0), (16, 20), (0, 1), 0, "float64"),
])
def test_half_spectra_beside_scipy(mpirun, tmp_path, rng, ranks, algorithm, grid, shape, axes, layout, dtype, inverse):
    """A batch of two volumes, compared with scipy.fft.rfftn and irfftn. The other axes have a DCT."""
    points = rng.standard_normal((2, *shape)).astype(dtype)
    others = [a + 1 for a in range(len(shape)) if a not in axes]
    coefficients = scipy.fft.dctn(points, axes=others) if others else points
    coefficients = scipy.fft.rfftn(coefficients, axes=[a + 1 for a in axes])
    before, expected = (coefficients, points) if inverse else (points, coefficients)
    before.tofile(tmp_path / "in.raw")
    np.full_like(expected, np.nan).tofile(tmp_path / "out.raw")
    kinds = [KINDS["dft" if a in axes else "dct"] for a in range(len(shape))]
    four = [[*numbers, *[0] * (4 - len(numbers))] for numbers in (shape, kinds, grid)]
    mpirun(ranks, "cluster_file", "in.raw", "out.raw", *four[0], *four[1], 0, 0, 0, 0, NORMS["backward"],
           ELEMENTS[before.dtype.name], ELEMENTS[expected.dtype.name], int(inverse), ALGORITHMS[algorithm], *four[2], 2,
           layout, max(axes) + 1)
    found = np.fromfile(tmp_path / "out.raw", expected.dtype).reshape(expected.shape)
    assert np.abs(found - expected).max() <= (4e-6 if dtype == "float32" else 1e-14) * np.abs(expected).max()


@pytest.mark.parametrize("ranks, axes, grid, alltoall, transpose", [
    (6, 3, 0, 3, 3), (4, 3, 0, 2, 2), (6, 3, 2, 1, 1), (6, 2, 0, 1, 1), (8, 4, 0, 4, 4)])
def test_measured_grids(mpirun, tmp_path, ranks, axes, grid, alltoall, transpose):
    """Algorithms on rings are measured on slabs and pencils, on no grid twice; if a side is given, on one grid."""
    for name in ("in.raw", "out.raw"):
        np.zeros(8**axes, "float32").tofile(tmp_path / name)
    said = mpirun(ranks, "cluster_file", "in.raw", "out.raw", *[8] * axes, *[0] * (17 - axes), grid, 0, 0, 0, 1, 0, 0)
    measured = dict(re.findall(r"(\w+) [0-9.e-]+ s(?: \((\d) grids\))?", said.split("measured ")[1].split(";")[0]))
    assert measured["alltoall"] == (str(alltoall) if alltoall > 1 else "")
    assert measured["transpose"] == (str(transpose) if transpose > 1 else "")
    assert axes > 3 or measured["cuboid"] == ""


@pytest.mark.quick
@pytest.mark.parametrize("name", ["orbital_mpi", "orbital_mpi_gemm"])
def test_public_symbols(root, build, name):
    """The functions that the header declares, besides private ones for the other library of the same release."""
    library = build / f"lib/lib{name}.so"
    assert library.exists(), f"{library} is missing: make mpi"
    listed = subprocess.run(["nm", "-D", "--defined-only", "--format=just-symbols", str(library)], capture_output=True,
                            text=True, check=True).stdout.split()
    exported = [symbol.split("@@")[0] for symbol in listed if "@@" in symbol and not symbol.endswith("_PRIVATE")]
    header = (root / f"mpi/include/orbital/{name}.h").read_text()
    assert sorted(exported) == sorted(re.findall(r"^ORB_API .*?(orb_mpi_\w+)\(", header, re.MULTILINE))
