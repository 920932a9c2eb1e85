# Products of matrices on 1 to 12 ranks: compared with exact integers, NumPy, ScaLAPACK and formulas of traffic; errors;
# sanitizers.
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest

ELEMENTS = ("float32", "float64", "complex64", "complex128")  # orb_element
AUTO, RING, HYPER, GRID, VECTOR, SPREAD = range(6)  # orb_mpi_gemm_algorithm


def random_matrix(rng, element, rows, columns):
    numbers = rng.standard_normal((rows, columns)) + 1j * rng.standard_normal((rows, columns))
    return (numbers if element.startswith("complex") else numbers.real).astype(element)


def random_product(rng, ranks, algorithm):
    """Random sizes, accumulate and other members that the algorithm supports, in the order of cluster_products.c."""
    sizes = [int(size) for size in rng.integers(1, 40, 3)]
    block = base = stationary = rows = columns = panel = both_ways = 0
    if algorithm == VECTOR:
        sizes[rng.integers(3)] = 1
    if algorithm in (RING, HYPER):
        block = int(rng.integers(5))
    elif algorithm != AUTO:
        rows = int(rng.integers(ranks + 1))
        columns = int(rng.integers(ranks // rows + 1)) if rows else 0
    if algorithm == HYPER:
        base = int(rng.integers(ranks + 1))
    if algorithm == GRID:
        both_ways = int(rng.integers(2))
    if algorithm in (GRID, SPREAD):
        stationary = int(rng.integers(4))
    if algorithm in (RING, HYPER, SPREAD):
        panel = int(rng.integers(40))
    return sizes, int(rng.integers(2)), (block, base, stationary, rows, columns, panel, both_ways)


@pytest.mark.parametrize("ranks", range(1, 13))
def test_beside_numpy(mpirun, rng, tmp_path, ranks):
    lines, wanted = [], []
    for algorithm in (AUTO, RING, HYPER, GRID, VECTOR, SPREAD):
        for number, element in enumerate(ELEMENTS):
            (m, n, k), accumulate, members = random_product(rng, ranks, algorithm)
            a, b, c = (random_matrix(rng, element, *shape) for shape in ((m, k), (k, n), (m, n)))
            for end, matrix in zip("abc", (a, b, c)):
                matrix.tofile(tmp_path / f"{len(lines)}.{end}")
            lines.append(" ".join(map(str, (m, n, k, number, algorithm, accumulate, *members))))
            wanted.append(a @ b + (c if accumulate else 0))
    (tmp_path / "cases").write_text("".join(f"{line}\n" for line in lines))
    assert f"{len(lines)} cases" in mpirun(ranks, "cluster_products", "cases")
    for number, (line, expected) in enumerate(zip(lines, wanted)):
        found = np.fromfile(tmp_path / f"{number}.c", expected.dtype).reshape(expected.shape)
        bound = 40 * np.finfo(expected.dtype).eps
        assert np.abs(found - expected).max() <= bound * max(1, np.abs(expected).max()), line


@pytest.mark.parametrize("ranks, cases", [(1, 60), (2, 100), (3, 100), (4, 100), (6, 80), (8, 60), (12, 40)])
def test_random_products(mpirun, ranks, cases):
    assert f"{cases} cases" in mpirun(ranks, "cluster_gemm", cases, 20)


@pytest.mark.parametrize("ranks", [1, 3, 4])
def test_beside_scalapack(mpirun, ranks):
    assert "20 cases" in mpirun(ranks, "cluster_pdgemm", 20, 50)


def test_hyper_systolic_bases(mpirun):
    assert "bases are the best" in mpirun(1, "cluster_bases")


@pytest.mark.parametrize("ranks", [1, 5, 8])
def test_memory_of_rings(mpirun, ranks):
    """With one panel, with default panels, and with narrower ones."""
    assert mpirun(ranks, "cluster_gemm_memory", 80 * ranks).count("bytes of a rank's plan") == 3 * ranks


@pytest.mark.parametrize("ranks", [1, 3])
def test_errors(mpirun, ranks):
    assert "on all ranks" in mpirun(ranks, "cluster_gemm_errors")


def test_random_products_under_sanitizers(mpirun):
    assert "60 cases" in mpirun(4, "san/cluster_gemm", 60, 20)


def test_errors_under_sanitizers(mpirun):
    assert "on all ranks" in mpirun(4, "san/cluster_gemm_errors")
