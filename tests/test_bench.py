# The comparisons of the engine cpu with FFTW and scipy.fft, and of the library for clusters with FFTW-MPI and
# mpi4py-fft, run, and find results that differ; times are no test. README.md has the figures measured.
# SPDX-License-Identifier: Apache-2.0
import csv
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest


@pytest.fixture
def figures(root, monkeypatch):
    monkeypatch.syspath_prepend(str(root / "bench"))
    import figures
    return figures


@pytest.mark.quick
def test_readme_has_figures_that_are_measured(root, figures):
    assert figures.differences((root / "README.md").read_text()) == []


@pytest.mark.quick
def test_figures_that_drift(root, figures):
    """Another digit anywhere in a figure is found, both as missing and as measured by nothing."""
    text = " ".join((root / "README.md").read_text().split())
    known = [figure for measurement in figures.MEASUREMENTS for figure in measurement.figures]
    for figure in known:
        other = re.sub(r"[0-9]", lambda digit: str((int(digit[0]) + 1) % 10), figure)
        if other != figure:
            assert f"README.md does not have {figure!r}" in figures.differences(text.replace(figure, other))
    assert "no measurement gives '77.7 dB'" in figures.differences(text + " 77.7 dB")
    assert "no measurement gives '1,234,567'" in figures.differences(text + " 1,234,567 cycles")


def test_time_of_the_host_is_measured(root):
    done = subprocess.run([sys.executable, root / "bench/host_time.py", "1"], capture_output=True, text=True,
                          check=True, env={**os.environ, "ORB_LIBRARY": str(root / "build/lib/liborbital.so"),
                                           "PYTHONPATH": str(root / "python")})
    ratios = re.findall(r"^\| [^|]+ \| (?:noise|uniform) \| ([0-9.]+) \|$", done.stdout, re.M)
    assert len(ratios) == 6 and all(float(ratio) > 0 for ratio in ratios), done.stdout


def test_figures_are_measured(root, orbital, brain, tmp_path):
    """Those that take seconds: counts of simulated arrays, and the size of a file."""
    done = subprocess.run([sys.executable, root / "bench/figures.py", orbital, tmp_path, "--quick"],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("| as README.md |") >= 10


@pytest.fixture
def bench(root, build, tmp_path):
    """bench(*lines) runs a tiny comparison after these lines of Python."""
    def run(*lines):
        program = "\n".join(["import sys", f"sys.path[:0] = {[str(root / 'bench'), str(root / 'bench/cpu')]}",
                             "import cpu", *lines, "cpu.main()"])
        return subprocess.run([sys.executable, "-c", program, build / "bench/contest.so", tmp_path, "--cases", "8,12/4",
                               "--threads", "1,2", "--repeat", "3", "--sample", "1e-5", "--estimate"],
                              capture_output=True, text=True, timeout=120)
    return run


def bars(path):
    """The lengths of the bars of a plot by their names."""
    paths = {group.get("id"): group.find("{*}path").get("d") for group in ElementTree.parse(path).iter()
             if ": " in group.get("id", "")}
    corners = {name: [float(x) for x in re.findall(r"[ML] ([\d.]+) ", found)] for name, found in paths.items()}
    return {name: max(at) - min(at) for name, at in corners.items()}


def test_comparison(bench, tmp_path):
    done = bench()
    assert done.returncode == 0, done.stdout + done.stderr
    with open(tmp_path / "cpu.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["n"], row["block"], row["threads"]) for row in rows] == [
        ("8", "8", "1"), ("8", "8", "2"), ("12", "4", "1"), ("12", "4", "2")]
    for row in rows:
        assert 0 < float(row["difference"]) < 4e-6 and row["planner"] == "ESTIMATE"
        for name in ("fftw", "scipy"):
            low, middle, high = (float(row[f"{name}_ratio{end}"]) for end in ("_low", "", "_high"))
            assert 0 < low <= middle <= high
    lengths = bars(tmp_path / "cpu.svg")
    assert len(lengths) == 2 * len(rows)
    first = float(rows[0]["fftw_ratio"]) / lengths["FFTW: 8³, one thread"]
    for row in rows:
        threads = {"1": "one thread", "2": "two threads"}[row["threads"]]
        name = f"{row['n']}³{' in 4³' if row['block'] == '4' else ''}, {threads}"
        for side, rival in (("fftw", "FFTW"), ("scipy", "scipy.fft")):
            assert lengths[f"{rival}: {name}"] * first == pytest.approx(float(row[f"{side}_ratio"]), rel=1e-3)
    for text in ("Machine: ", "fftw-3", "12³ in 4³"):
        assert text in done.stdout


def fourier(root, build, folder, *lines):
    """The comparison of Fourier transforms, tiny, after these lines of Python."""
    program = "\n".join(["import sys", f"sys.path[:0] = {[str(root / 'bench'), str(root / 'bench/cpu')]}",
                         "import fourier", *lines, "fourier.main()"])
    libraries = [build / "bench" / f"contest{name}.so" for name in ("", "_f64")]
    return subprocess.run([sys.executable, "-c", program, *libraries, folder, "--points", "8,15", "--repeat", "3",
                           "--sample", "1e-5", "--estimate"],
                          capture_output=True, text=True, timeout=120)


def test_fourier_comparison(root, build, tmp_path):
    done = fourier(root, build, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    with open(tmp_path / "fourier.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["n"], row["kind"]) for row in rows] == [
        (n, kind) for n in ("8", "15") for kind in ("c64", "c128", "r32", "r64", "dct32", "dct64")]
    for row in rows:
        assert 0 < float(row["difference"]) < 4e-6
        for name in ("fftw_ratio", "scipy_ratio", "fftw_ratio_plugin", "scipy_ratio_plugin", "plugin_ratio"):
            low, middle, high = (float(row[name + end]) for end in ("_low", "", "_high"))
            assert 0 < low <= middle <= high
            assert f"{middle:.2f} (" in done.stdout


def test_fourier_results_that_differ(root, build, tmp_path):
    done = fourier(root, build, tmp_path, "true = fourier.scipy.fft.rfftn",
                   "fourier.scipy.fft.rfftn = lambda x, **how: true(x, **how) * (1 + 1e-5)")
    assert done.returncode == 1 and "differ" in done.stderr and "r32 8³" in done.stderr and "c64 8³" not in done.stderr


def test_results_that_differ(bench):
    done = bench("true = cpu.scipy_transform", "cpu.scipy_transform = lambda x, *rest: true(x, *rest) * (1 + 1e-5)")
    assert done.returncode == 1
    assert "results differ" in done.stderr and "8³, 8³, 12³ in 4³" in done.stderr


@pytest.fixture
def bench_mpi(root, build, tmp_path):
    """bench_mpi(*lines) runs a tiny comparison on two ranks after these lines of Python."""
    def run(*lines):
        program = tmp_path / "program.py"
        program.write_text("\n".join(["import sys", f"sys.path[:0] = {[str(root / 'bench'), str(root / 'bench/mpi')]}",
                                      "import mpi", *lines, "mpi.main()"]))
        return subprocess.run(["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "2", "/usr/bin/python3", "-m",
                               "mpi4py", program, build / "bench/contest_mpi.so", tmp_path, "--cases", "6,9",
                               "--elements", "f,D", "--most", "3", "--sample", "1e-5", "--estimate"],
                              capture_output=True, text=True, timeout=120,
                              env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                                   "OMPI_MCA_mpi_yield_when_idle": "1", "TMPDIR": "/tmp"})
    return run


def test_comparison_on_two_ranks(bench_mpi, tmp_path):
    done = bench_mpi()
    assert done.returncode == 0, done.stdout + done.stderr
    with open(tmp_path / "mpi.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    for n in "69":
        for element, tolerance in (("f", 1e-6), ("D", 1e-14)):
            for direction in ("forward", "inverse"):
                case = [row for row in rows if (row["n"], row["element"], row["direction"]) == (n, element, direction)]
                sides = [row["side"] for row in case]
                assert sides[:3] == ["FFTW", "FFTW transposed", "mpi4py-fft"]
                assert {"ORBITAL", "CUBOID", "TRANSPOSE", "ALLTOALL", "AUTO"} < set(sides)
                for row in case:
                    assert 0 <= float(row["difference"]) < tolerance
                    if row["side"] in ("ORBITAL", "CUBOID"):
                        for rival in sides[:3]:
                            low, middle, high = (float(row[rival + end]) for end in (" low", "", " high"))
                            assert 0 < low <= middle <= high
    for text in ("Machine: ", "fftw-3", "mpi4py-fft 2", "| 9 | CUBOID |"):
        assert text in done.stdout


def test_results_on_two_ranks_that_differ(bench_mpi):
    """One number of the second rank's results is another, of one side."""
    done = bench_mpi("true = mpi.Compiled.result", "def result(side):", "    view, start = true(side)",
                     "    if side.name == 'CUBOID' and mpi.COMM.rank:", "        view[-1, -1, -1] *= 1.001",
                     "    return view, start", "mpi.Compiled.result = result")
    assert done.returncode == 1
    said = next(line for line in done.stderr.splitlines() if "results differ" in line)
    assert "6 DCT-II, float forward CUBOID" in said and "ORBITAL" not in said


@pytest.fixture
def bench_threads(root, build, tmp_path):
    """bench_threads(*lines) compares two ranks with two threads, after these lines of Python."""
    def run(*lines):
        program = tmp_path / "program.py"
        program.write_text("\n".join(["import os, sys",
                                      f"sys.path[:0] = {[str(root / 'bench'), str(root / 'bench/mpi')]}",
                                      "import threads", "os.sched_getaffinity = lambda _: {0, 1}", *lines,
                                      "threads.main()"]))
        paths = [str(root / folder) for folder in ("bench", "bench/mpi", "python")]
        return subprocess.run([sys.executable, program, tmp_path, "--cases", "8,9", "--elements", "f,D", "--rounds",
                               "2", "--sample", "1e-5", "--unbound"], capture_output=True, text=True, timeout=300,
                              env={**os.environ, "PYTHONPATH": ":".join(paths), "TMPDIR": "/tmp",
                                   "ORB_LIBRARY": str(build / "lib/liborbital.so"), "OMPI_MCA_mpi_yield_when_idle": "1",
                                   "ORB_MPI_LIBRARY": str(build / "lib/liborbital_mpi.so"),
                                   "LD_LIBRARY_PATH": str(build / "lib"), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    return run


def test_threads_beside_ranks(bench_threads, tmp_path):
    done = bench_threads()
    assert done.returncode == 0, done.stdout + done.stderr
    with open(tmp_path / "threads.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["n"], row["element"], row["algorithm"]) for row in rows] == \
        [(n, element, algorithm) for n in "89" for element in "fD" for algorithm in ("cuboid", "alltoall")]
    for row in rows:
        assert 0 < float(row["ratio low"]) <= float(row["ratio"]) <= float(row["ratio high"])
        assert float(row["difference"]) < {"f": 1e-6, "D": 1e-14}[row["element"]]
    assert "| 9 | Fourier, complex double | alltoall |" in done.stdout


def test_threads_beside_ranks_that_differ(bench_threads):
    """One side has other sums in one case."""
    done = bench_threads("true = threads.start", "def start(ranks, count, options):",
                         "    cases = true(ranks, count, options)",
                         "    if ranks == 1:", "        cases[9, 'D', 'cuboid']['marks'][0][1] += 1e-9",
                         "    return cases", "threads.start = start")
    assert done.returncode == 1
    assert "results differ: 9 Fourier, complex double cuboid" in done.stderr and "alltoall" not in done.stderr
