# orbital-mpi from file to file: beside scipy.fft and the command orbital, whose files it takes and which takes its own;
# errors, signals and full disks, after which nothing is left; on 1 to 8 ranks, under the sanitizers in pieces of 50.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import re
import subprocess
import threading
import time

import numpy as np
import pytest
from random_volumes import random_volume
from scipy_transform import transform

SECONDS = 120  # of a run that hangs
SUMMARY = re.compile(r"^(forward|inverse) +(\d+) x (\d+) x (\d+) of (\d+) ranks? in .* s: .* reading, .* writing$")


def series_of(volume):
    return [volume[..., t] for t in range(volume.shape[3])] if volume.ndim == 4 else [volume]


CASES = [
    # ranks, shape, type, Fortran order, kinds, types, norm, more options
    (1, (9, 1, 7), ">f4", False, ("dct", "dst", "dht"), (3, 4, 0), "backward", []),
    (3, (7, 6, 5, 3), "<i2", False, ("dct", "identity", "dst"), (2, 0, 1), "ortho", ["--json=r.json"]),
    (4, (5, 8, 3), "<c8", True, ("dft", "dct", "dft"), (0, 2, 0), "forward", ["--grid=1x4x1", "--algorithm=cuboid"]),
    (8, (6, 7, 4), "<f8", False, ("dft", "dft", "dht"), (0, 0, 0), "backward",
     ["--algorithm=orbital", "--json=r.json"]),
    (3, (97,), "<f8", False, ("dst",), (3,), "backward", ["--algorithm=cuboid"]),
    (2, (31, 26), "<i2", True, ("dct", "dst"), (2, 4), "ortho", []),
]


@pytest.mark.parametrize("ranks, shape, dtype, fortran, kinds, types, norm, more", CASES)
def test_there_and_back(run, orbital, tmp_path, rng, ranks, shape, dtype, fortran, kinds, types, norm, more):
    """Forward in pieces under the sanitizers, and back by whom did not write it."""
    volume = random_volume(rng, shape, dtype, fortran)
    np.save(tmp_path / "in.npy", volume)
    options = ["--kind", ",".join(kinds), "--type", ",".join(str(kind or 1) for kind in types), "--norm", norm,
               "--dtype", "complex128" if "dft" in kinds else "float64"]
    done = run(ranks, "forward", "in.npy", "-o", "c.npy", *options, *more, "--progress", sanitized=True)
    orbital("forward", "in.npy", "-o", "o.npy", *options, "--engine", "cpu:threads=1")
    found, other = np.load(tmp_path / "c.npy"), np.load(tmp_path / "o.npy")
    assert found.shape == other.shape == volume.shape
    assert found.dtype == other.dtype and found.flags.f_contiguous == other.flags.f_contiguous
    for one, result, beside in zip(series_of(volume), series_of(found), series_of(other), strict=True):
        expected = transform(one, kinds, types, norm)
        assert np.abs(result - expected).max() <= 1e-13 * np.abs(expected).max()
        assert np.abs(result - beside).max() <= 1e-13 * np.abs(expected).max()
    records = [json.loads((tmp_path / f"{name}.npy.orbital.json").read_text())["orbital"] for name in "co"]
    assert [record.pop("engine").split(":")[0] for record in records] == ["cpu", "cpu"]
    assert records[0] == records[1]
    line = SUMMARY.match(done.stdout.splitlines()[0]).groups()
    assert line[0] == "forward" and int(line[4]) == ranks and np.prod([int(side) for side in line[1:4]]) <= ranks
    percent = [int(share) for share in re.findall(r"(\d+) %", done.stderr)]
    assert percent == sorted(percent) and percent[-1] == 100 and percent.count(100) == 1
    assert ranks == 1 or any(33 < share < 66 for share in percent)  # while the first rank transforms
    if "--json=r.json" in more:
        report = json.loads((tmp_path / "r.json").read_text())
        assert report["ranks"] == ranks and report["grid"] == [int(side) for side in line[1:4]]
        assert report["algorithm"] == ("orbital" if "--algorithm=orbital" in more else "alltoall")
        assert f"{report['messages']} messages of {report['bytes']} bytes" in done.stdout

    run(max(ranks - 1, 2), "inverse", "o.npy", "-o", "back.npy", "--quiet", "--algorithm=transpose")
    orbital("inverse", "c.npy", "-o", "again.npy")
    for name in ("back.npy", "again.npy"):
        back = np.load(tmp_path / name)
        assert back.dtype == volume.dtype.newbyteorder("=") and back.shape == volume.shape
        assert np.abs(back - volume).max() <= 1e-6 * np.abs(volume).max()


ARRAY = "hls:p=2,b=4,full=4,w=16,jobs=1"


@pytest.mark.parametrize("ranks, shape, fortran, more", [
    (1, (37, 16, 24), False, []),
    (2, (37, 16, 24), True, ["--engine", ARRAY]),
    (4, (20, 17, 9, 3), False, ["--grid", "1x2x2"]),
    (8, (9, 30, 40), False, ["--algorithm", "auto"]),
])
def test_blocks_on_arrays(run, orbital, build, tmp_path, rng, ranks, shape, fortran, more):
    """Each rank has an array of its own. The file is that of one array, byte for byte, and so is the record."""
    np.save(tmp_path / "in.npy", random_volume(rng, shape, "i2", fortran))
    options = ["--block", "8", "--engine", ARRAY]
    arrays = {"ORB_MODEL_PATH": str(build / "lib/orbital")}
    orbital("forward", "in.npy", "-o", "one.npy", *options)
    done = run(ranks, "forward", "in.npy", "-o", "c.npy", *options, *more, "--json", "r.json", **arrays)
    for ending in ("npy", "npy.orbital.json"):
        assert (tmp_path / f"c.{ending}").read_bytes() == (tmp_path / f"one.{ending}").read_bytes()
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["algorithm"] == "blocks" and report["messages"] == 0 and report["cycles"] > 0
    assert f"at most {report['cycles']} cycles" in done.stdout
    run(ranks, "inverse", "c.npy", "-o", "back.npy", "--engine", ARRAY, **arrays)
    orbital("inverse", "one.npy", "-o", "restored.npy")
    assert (tmp_path / "back.npy").read_bytes() == (tmp_path / "restored.npy").read_bytes()


def test_whole_axes_on_arrays(run, build, tmp_path, rng):
    volume = rng.integers(0, 256, (19, 24, 17)).astype("u1")
    np.save(tmp_path / "in.npy", volume)
    arrays = {"ORB_MODEL_PATH": str(build / "lib/orbital")}
    run(3, "forward", "in.npy", "-o", "c.npy", "--engine", ARRAY, **arrays)
    expected = transform(volume, ("dct",) * 3)
    assert np.sqrt(np.mean((np.load(tmp_path / "c.npy") - expected) ** 2)) < 0.05
    run(2, "inverse", "c.npy", "-o", "back.npy", "--engine", ARRAY, "--algorithm", "transpose", **arrays)
    assert (np.load(tmp_path / "back.npy") == volume).all()


def test_raw_single_and_one_of_a_series_beyond_2_to_the_32(run, tmp_path, rng):
    """Of a sparse file of more than 4 GiB, whose volumes lie between each other, the last one."""
    shape, volumes = (3, 4, 5), 75_000_000
    volume = rng.integers(-100, 100, shape).astype("i1")
    with open(tmp_path / "in.raw", "wb") as file:
        for point, value in enumerate(volume.flat):
            file.seek(point * volumes + volumes - 1)
            file.write(value.tobytes())
    run(3, "forward", "in.raw", "--shape", f"3,4,5,{volumes}", "--in-dtype", "int8", "--volume", volumes - 1, "-o",
        "c.raw", "--single")
    found = np.fromfile(tmp_path / "c.raw", "f4").reshape(shape)
    expected = transform(volume, ("dct",) * 3)
    assert np.abs(found - expected).max() <= 1e-6 * np.abs(expected).max()
    assert json.loads((tmp_path / "c.raw.orbital.json").read_text())["orbital"]["engine"] == "cpu:float32"
    run(2, "inverse", "c.raw", "-o", "back.npy", "--dtype", "int8")
    assert (np.load(tmp_path / "back.npy") == volume).all()


@pytest.fixture
def fails(launch, command, tmp_path, tmp_path_factory):
    """fails(ranks, argument..., says=...) expects one line, the same exit status of each rank, and no file made or
    changed."""
    def state():
        return {path.name: (path.stat().st_mtime_ns, path.stat().st_size) for path in tmp_path.iterdir()}

    def run_failing(ranks, *arguments, says, code=1, **environment):
        folder = tmp_path_factory.mktemp("each")
        script, codes = folder / "each", folder / "codes"
        # mpirun would take a second to end ranks that failed, and tell the status of one of them.
        script.write_text(f'#!/bin/sh\n"{command}" "$@"\necho $? >> {codes}\n')
        script.chmod(0o755)
        before = state()
        done = launch(ranks, script, *arguments, timeout=SECONDS, **environment)
        assert codes.read_text().split() == [str(code)] * max(ranks, 1)
        lines = [line for line in done.stderr.splitlines() if line.startswith("orbital-mpi: ")]
        assert len(lines) == 1 and says in lines[0], done.stderr
        assert state() == before
    return run_failing


@pytest.mark.parametrize("arguments, says, code", [
    (["missing.npy", "-o", "x.npy"], "missing.npy: cannot be read (No such file or directory)", 1),
    (["in.npy", "-o", "no/x.npy"], "no/x.npy: cannot be written (No such file or directory)", 1),
    (["in.nii", "-o", "x.npy"], "convert it to NPY: orbital forward FILE -o FILE.npy --kind identity", 1),
    (["in.npy", "-o", "x.mrc"], "its name does not end in one of .npy .raw .bin:", 1),
    (["in.npy", "-o", "x.npy.gz"], "does not write gzip", 1),
    (["short.npy", "-o", "x.npy"], "truncated", 1),
    (["in.npy", "-o", "x.npy", "--block", "2", "--algorithm", "transpose"], "transpose does not transform blocks", 1),
    (["in.npy", "-o", "x.npy", "--block", "4", "--grid", "1x1x2"], "is more than the 1 ranks", 1),
    (["in.npy", "-o", "x.npy", "--engine", "cpu", "--algorithm", "orbital"], "orbital does not compute on engines", 1),
    (["in.npy", "-o", "x.npy", "--engine", "cpu", "--engine", "cpu"], "2 engines are not for 1 ranks", 1),
    (["in.npy", "-o", "x.npy", "--engine", "nothing"], "nothing", 1),
    (["in.npy", "-o", "x.npy", "--engine", "cpu", "--single"], "the precision is that of the engine", 1),
    (["in.npy", "-o", "x.npy", "--engine", "cpu", "--threads", "2"], "the engine has its own", 1),
    (["in.npy", "-o", "x.npy", "--threads", "0"], "'0' is not a number from 1 to 1024", 2),
    (["in.npy", "-o", "x.npy", "--grid", "2x2x2"], "2 x 2 x 2 is more than the 1 ranks that were started", 1),
    (["in.npy", "-o", "x.npy", "--grid", "2x2"], "'2x2' is not a grid", 2),
    (["in.npy", "-o", "x.npy", "--kind", "dwht"], "power of two", 1),
    (["in.npy"], "no output was given", 2),
])
def test_what_cannot_be(fails, orbital, tmp_path, arguments, says, code):
    np.save(tmp_path / "in.npy", np.ones((3, 4, 5)))
    (tmp_path / "short.npy").write_bytes((tmp_path / "in.npy").read_bytes()[:-1])
    if "in.nii" in arguments:
        orbital("forward", "in.npy", "-o", "in.nii", "--kind", "identity", "--engine", "cpu")
    fails(0, "forward", *arguments, says=says, code=code)


def test_a_value_that_one_rank_finds_ends_all(fails, tmp_path, rng):
    volume = rng.standard_normal((9, 5, 4))
    volume[7, 3, 2] = np.nan
    np.save(tmp_path / "in.npy", volume)
    fails(4, "forward", "in.npy", "-o", "x.npy",
          says="in.npy: voxel (7, 3, 2) is not a number: replace it, e.g. with numpy.nan_to_num")


@pytest.fixture
def troubled(build):
    """troubled(trouble, rank) is the environment of it."""
    return lambda trouble, rank="": {"LD_PRELOAD": str(build / "tests/mpi/trouble.so"), "ORB_TROUBLE": trouble,
                                     **({"ORB_TROUBLE_RANK": str(rank)} if rank != "" else {})}


@pytest.mark.parametrize("when, ranks", [("full-early", 0), ("full", 3)])
def test_full_disk(fails, troubled, tmp_path, rng, when, ranks):
    """Found by taking room for all of it or, where the file system cannot do that, by writing."""
    np.save(tmp_path / "in.npy", rng.standard_normal((9, 30, 40)))
    fails(ranks, "forward", "in.npy", "-o", "x.npy", says="x.npy: cannot be written", **troubled(when))


def test_disk_of_one_rank_is_full(fails, troubled, tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.standard_normal((9, 30, 40)))
    fails(3, "forward", "in.npy", "-o", "x.npy", says="x.npy: cannot be written by rank 1", **troubled("full", 1))


@pytest.mark.parametrize("direction, grid", [("forward", "3x1x1"), ("inverse", "1x3x1")])
def test_memory_of_one_rank_runs_out(launch, command, troubled, tmp_path, rng, direction, grid):
    """At any of its large allocations: all end, the rank is named, and nothing is left."""
    np.save(tmp_path / "in.npy", rng.standard_normal((48, 48, 48)).astype("c8"))
    for count in range(100):
        done = launch(3, command, direction, "in.npy", "-o", "x.npy", "--kind", "dft", f"--grid={grid}",
                      timeout=SECONDS, ORB_TROUBLE_COUNT=str(count), **troubled("poor", 1))
        if not done.returncode:
            break
        lines = [line for line in done.stderr.splitlines() if line.startswith("orbital-mpi: ")]
        cure = "rank 1 has not enough memory: start more ranks, on more machines"
        assert lines in [[f"orbital-mpi: {name}: {cure}"] for name in ("in.npy", "x.npy")]
        assert done.returncode == 1 and [path.name for path in tmp_path.iterdir()] == ["in.npy"]
    assert 4 <= count < 99  # input, output, and for the elements of a piece of each


@pytest.fixture
def apart(command, tmp_path):
    """A command whose ranks have folders of their own, 0 and so on, as on machines without a shared disk; its output is
    in a folder that all reach."""
    script = tmp_path / "apart"
    script.write_text(f'#!/bin/sh\ncd "{tmp_path}/$OMPI_COMM_WORLD_RANK" && exec "{command}" "$@"\n')
    script.chmod(0o755)
    for rank in range(3):
        (tmp_path / str(rank)).mkdir()
    return script


def test_copies_of_a_file(launch, apart, tmp_path, rng):
    volume = rng.standard_normal((9, 5, 4))
    for rank in range(3):
        np.save(tmp_path / str(rank) / "in.npy", volume)
    done = launch(3, apart, "forward", "in.npy", "-o", tmp_path / "x.npy", timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    assert np.allclose(np.load(tmp_path / "x.npy"), transform(volume, ("dct",) * 3))


def test_an_input_that_changes_meanwhile(run, tmp_path, rng):
    """Another program writes into the file while ranks read it: nothing is written."""
    np.save(tmp_path / "in.npy", np.zeros((200, 200, 200)))
    stop = threading.Event()

    def churn():
        with open(tmp_path / "in.npy", "r+b") as file:
            while not stop.is_set():
                file.seek(4096)
                file.write(rng.standard_normal(512).tobytes())
                file.flush()
                time.sleep(1e-3)

    writer = threading.Thread(target=churn)
    writer.start()
    try:
        done = run(2, "forward", "in.npy", "-o", "c.npy", code=1)
    finally:
        stop.set()
        writer.join()
    lines = [line for line in done.stderr.splitlines() if line.startswith("orbital-mpi:")]
    assert len(lines) == 1
    assert "was changed by another program meanwhile: run the command again" in lines[0] or (
        "finds another file of this name" in lines[0])
    assert [path.name for path in tmp_path.iterdir()] == ["in.npy"]


@pytest.mark.parametrize("change", ["a point", "the header", "longer", "missing"])
@pytest.mark.parametrize("rank", [1, 2])
def test_another_file_of_the_same_name(launch, apart, tmp_path, rng, change, rank):
    """One rank has another file, of the same time and mostly of the same size: it is named, and nothing is written."""
    volume = rng.standard_normal((9, 5, 4))
    other = volume.copy()
    other[0, 0, 0] += change == "a point"
    for each in range(3):
        np.save(tmp_path / str(each) / "in.npy", other if each == rank else volume)
    path = tmp_path / str(rank) / "in.npy"
    if change == "the header":
        path.write_bytes(path.read_bytes().replace(b"<f8", b">f8"))
    if change == "longer":
        path.write_bytes(path.read_bytes() + b"x")
    if change == "missing":
        path.unlink()
    for each in range(3):
        if (tmp_path / str(each) / "in.npy").exists():
            os.utime(tmp_path / str(each) / "in.npy", ns=(10**18, 10**18))
    done = launch(3, apart, "forward", "in.npy", "-o", tmp_path / "x.npy", timeout=SECONDS)
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if line.startswith("orbital-mpi: ")]
    assert len(lines) == 1
    assert (f"in.npy: cannot be opened by rank {rank}" if change == "missing" else
            f"in.npy: rank {rank} finds another file of this name than rank 0") in lines[0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2", "apart"]


def test_values_changed_since_the_record(run, orbital, tmp_path, rng):
    """Both commands know the files of the other, and notice what was changed."""
    np.save(tmp_path / "in.npy", rng.standard_normal((7, 6, 5, 2)))
    orbital("forward", "in.npy", "-o", "o.npy")
    run(3, "forward", "in.npy", "-o", "m.npy")
    for name in ["o.npy", "m.npy"]:
        assert "orbital-mpi: " not in run(2, "inverse", name, "-o", "back.npy", "--force").stderr
        assert "its values are not" not in run(2, "inverse", name, "-o", "back.npy", "--force", "--volume", 1).stderr
    orbital("inverse", "m.npy", "-o", "back.npy", "--force")
    values = np.load(tmp_path / "m.npy")
    values[6, 5, 4, 1] *= 2
    np.save(tmp_path / "m.npy", values)
    said = run(3, "inverse", "m.npy", "-o", "back.npy", "--force", sanitized=True).stderr
    assert said.count("m.npy: its values are not those that m.npy.orbital.json was written with") == 1


def test_rank_that_does_not_reach_the_file(fails, troubled, tmp_path):
    """As where the file is on a disk of another machine."""
    np.save(tmp_path / "in.npy", np.ones((3, 4, 5)))
    fails(3, "forward", "in.npy", "-o", "x.npy", says="in.npy: cannot be opened by rank 2", **troubled("blind", 2))


@pytest.mark.parametrize("rank", [0, 2])
def test_killed_rank(launch, command, troubled, tmp_path, rng, rank):
    """The others get a SIGTERM of mpirun, and remove what is not complete."""
    np.save(tmp_path / "in.npy", rng.standard_normal((9, 5, 4)))
    (tmp_path / "x.npy").write_text("as before")
    done = launch(3, command, "forward", "in.npy", "-o", "x.npy", "--force", timeout=SECONDS, **troubled("kill", rank))
    assert done.returncode
    assert (tmp_path / "x.npy").read_text() == "as before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.npy", "x.npy"]


def test_no_rank_takes_the_memory_of_a_volume(run, troubled, tmp_path, rng):
    """Beyond what it takes for a small one: its box in double precision for input and output, what the plan takes,
    which is three of them with this algorithm, and a piece."""
    def most(shape):
        np.save(tmp_path / "in.npy", np.broadcast_to(rng.standard_normal(shape[2]).astype("f4"), shape))
        done = run(8, "forward", "in.npy", "-o", "x.npy", "--force", "--grid=8x1x1", "--algorithm=cuboid",
                   **troubled("memory"))
        taken = [int(line.split()[1]) * 1024 for line in done.stderr.splitlines() if line.startswith("memory ")]
        assert len(taken) == 8
        return max(taken)

    shape = (64, 256, 256)
    assert most(shape) - most((8, 2, 2)) < 0.9 * 8 * np.prod(shape)


def test_help_and_version(run, root):
    """They come from one rank only; the page in the manual has the options."""
    said = run(2, "inverse", "--help").stdout
    assert said.count("Usage:") == 1
    manual = (root / "mpi/man/orbital-mpi.1").read_text().replace("\\-", "-")
    shared = (root / "host/man/orbital.1").read_text().replace("\\-", "-")
    for option in set(re.findall(r"--[a-z-]+", said)) - {"--help", "--usage"}:
        assert option in manual + shared, option
    for option in ("--algorithm", "--grid", "--single", "--double"):
        assert option in manual
    version = (root / "host/include/orbital/orbital.h").read_text().split("ORB_VERSION \"")[1].split('"')[0]
    assert run(0, "--version").stdout == f"orbital-mpi {version}\n"


@pytest.mark.parametrize("typed, words", [
    ("orbital-mpi inv", ["inverse"]), ("orbital-mpi forward --alg", ["--algorithm"]),
    ("orbital-mpi forward --algorithm ", ["alltoall", "transpose", "remap", "cuboid", "orbital", "auto", "blocks"])])
def test_completion(build, command, typed, words):
    """What bash would offer; the generator has its own tests, with the command orbital."""
    script = build / "share/bash-completion/completions/orbital-mpi"
    line = typed.split(" ")
    done = subprocess.run(["bash", "-c", "compopt() { :; }; . $0; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
                           "_orbital-mpi; echo ${COMPREPLY[@]}", script, *line], capture_output=True, text=True)
    assert done.stdout.split() == words and not done.stderr


def test_algorithm_by_measuring(run, tmp_path):
    np.save(tmp_path / "in.npy", np.ones((2, 2, 2)))
    report = json.loads(run(0, "forward", "in.npy", "-o", "x.npy", "--json=-", "--algorithm=auto").stdout)
    assert re.match(rf"measured .*\b{report['algorithm']} [0-9.e-]+ s.*; {report['algorithm']}: ", report["why"])
