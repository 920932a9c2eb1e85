# Products of matrices on 1 to 12 ranks: beside exact integers, ScaLAPACK and the formulas of their traffic; errors;
# sanitizers.
# SPDX-License-Identifier: Apache-2.0

import pytest


@pytest.mark.parametrize("ranks, cases", [(1, 60), (2, 100), (3, 100), (4, 100), (6, 80), (8, 60), (12, 40)])
def test_random_products(mpirun, ranks, cases):
    assert f"{cases} cases" in mpirun(ranks, "cluster_gemm", cases, 20)


@pytest.mark.parametrize("ranks", [1, 3, 4])
def test_beside_scalapack(mpirun, ranks):
    assert "20 cases" in mpirun(ranks, "cluster_pdgemm", 20, 50)


def test_hyper_systolic_bases(mpirun):
    assert "bases are the best" in mpirun(1, "cluster_bases")


@pytest.mark.parametrize("ranks", [1, 3])
def test_errors(mpirun, ranks):
    assert "on all ranks" in mpirun(ranks, "cluster_gemm_errors")


def test_random_products_under_sanitizers(mpirun):
    assert "60 cases" in mpirun(4, "san/cluster_gemm", 60, 20)


def test_errors_under_sanitizers(mpirun):
    assert "on all ranks" in mpirun(4, "san/cluster_gemm_errors")
