# The faults in C, a tree in which each of them is tried, and what the tests make of one.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(ROOT / "tests/support")]
import of_array  # noqa: E402
import of_cluster  # noqa: E402
import of_command  # noqa: E402
import of_library  # noqa: E402
import of_links  # noqa: E402
import of_udp  # noqa: E402
import of_volumes  # noqa: E402
from sources import tracked  # noqa: E402

CAUGHT, SURVIVED, EQUIVALENT, BROKEN = "caught", "survived", "equivalent", "broken"
SOURCES = ("Makefile", "pytest.ini", "LICENSE", "README.md", "bench", "boards", "constraints", "docs", "hls", "host",
           "integration", "mpi", "orbital.core", "python", "rtl", "scripts", "sim", "tests")
OBJECTS = ("bin", "gen", "obj/host", "obj/mpi", "obj/san", "obj/tests", "share", "tests/host", "tests/mpi")
LONGEST = 600  # seconds that a build may take

# Programs that the tests of tests/mpi start.
MPI_PROGRAMS = {
    "test_cluster.py": {"test_random_transforms": "cluster_random", "test_ways_of_transposition": "cluster_skewings",
                        "test_random_transforms_in_chunks": "cluster_random",
                        "test_random_boxes": "cluster_boxes", "test_errors_of_boxes": "cluster_box_errors",
                        "test_random_boxes_in_several_messages": "cluster_boxes",
                        "test_random_remappings": "cluster_random", "test_arrays_of_ranks": "cluster_devices",
                        "test_random_local_work": "cluster_local", "test_errors": "cluster_errors",
                        "test_random_boxes_under_sanitizers": "san/cluster_boxes",
                        "test_paths_of_rows": "cluster_paths", "test_memory": "cluster_memory",
                        "test_threads": "cluster_threads",
                        "test_chosen_grids": "cluster_grids", "test_beside_scipy": "cluster_file"},
    "test_gemm.py": {"test_random_products": "cluster_gemm", "test_beside_scalapack": "cluster_pdgemm",
                     "test_hyper_systolic_bases": "cluster_bases", "test_errors": "cluster_gemm_errors"},
}


@dataclass(frozen=True)
class Fault:
    file: str
    right: str  # what stands there, once in the file
    wrong: str  # what is put there
    test: str  # that has to see it: a cmocka program, or a selection of pytest; below tests/
    reason: str = ""  # why none can

    def __str__(self):
        return f"{self.file}: {' '.join(self.right.split())} -> {' '.join(self.wrong.split()) or 'nothing'}"

    def edit(self, root):
        """The text of the file with the fault, or None where it no longer applies."""
        text = (root / self.file).read_text()
        return text.replace(self.right, self.wrong) if text.count(self.right) == 1 else None


def listed():
    return [Fault(file, *fault) for part in (of_library, of_array, of_links, of_udp, of_volumes, of_command, of_cluster)
            for file, faults in part.FAULTS.items() for fault in faults]


def programs_of(test):
    """The targets that a test needs."""
    folder, _, name = test.partition("/")
    if folder == "host":
        return [f"build/tests/host/{name}"]
    if folder == "system":
        return ["build/bin/orbital"]
    if folder == "python":
        return ["build/lib/liborbital.so"]
    file, _, function = name.partition("::")
    if file in ("test_files.py", "test_four_axes.py"):
        return ["build/bin/orbital-mpi", "build/bin/orbital", "build/tests/mpi/trouble.so"]
    if file == "test_python.py":
        return ["build/lib/liborbital.so", "build/lib/liborbital_mpi.so"]
    return [f"build/tests/mpi/{MPI_PROGRAMS[file][function.partition('[')[0]]}"]


def run(command, tree, seconds):
    """(exit code, or None where time ran out; what it printed). Nothing that it started goes on after it."""
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    process = subprocess.Popen(command, cwd=tree, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                               stderr=subprocess.STDOUT, errors="replace", start_new_session=True, env=environment)
    try:
        said, _ = process.communicate(timeout=seconds)
        return process.returncode, said
    except subprocess.TimeoutExpired:
        for number in (signal.SIGTERM, signal.SIGKILL):  # mpirun ends its ranks after the first
            try:
                os.killpg(process.pid, number)
                process.communicate(timeout=5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass
        return None, ""


class Tree:
    """A copy of the sources, with objects of its own, so that only what an edit concerns is built again."""

    def __init__(self, folder, build):
        """build: where everything has been built, from which what is there comes the first time."""
        self.folder, self.limits, self.spoiled = Path(folder), {}, None
        first = not (self.folder / "build").exists()
        for name in tracked():
            source, target = ROOT / name, self.folder / name
            if name.split("/")[0] not in SOURCES or (target.exists() and same(source, target)):
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copy2 if first else shutil.copy  # later ones are newer than their objects
            copy(source, target)
        if first:
            for name in filter(lambda name: (build / name).exists(), OBJECTS):
                shutil.copytree(build / name, self.folder / "build" / name, symlinks=True,
                                ignore=shutil.ignore_patterns("san"))
            (self.folder / "build/lib").mkdir()
            for path in (build / "lib").glob("lib*"):
                shutil.copy2(path, self.folder / "build/lib", follow_symlinks=False)
            for name in ("venv", "lib/orbital"):
                (self.folder / "build" / name).symlink_to((build / name).resolve())
        sanitized = self.folder / "build/tests/system/orbital"  # tests that want the sanitizers do without
        if not sanitized.is_symlink():
            sanitized.parent.mkdir(parents=True, exist_ok=True)
            sanitized.symlink_to(self.folder.resolve() / "build/bin/orbital")

    def make(self, test):
        """What is wrong, or nothing."""
        code, said = run(["make", "--no-print-directory", "SETUP=no", "V=0", "CFLAGS=-Wno-error", *programs_of(test)],
                         self.folder, LONGEST)
        return "" if code == 0 else said or "the build takes too long"

    def try_test(self, test, seconds):
        folder, _, name = test.partition("/")
        command = [f"build/tests/host/{name}"] if folder == "host" else \
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", f"tests/{test}"]
        return run(command, self.folder, seconds)

    def measure(self, test):
        """Tries a test without a fault, and notes how long it may take with one. What is wrong with it, or nothing."""
        if test in self.limits:
            return ""
        said = self.restore() or self.make(test)
        begin = time.monotonic()
        code, said = (1, said) if said else self.try_test(test, LONGEST)
        if code == 0:
            self.limits[test] = 20 + 5 * (time.monotonic() - begin)
        return "" if code == 0 else f"{test} fails without a fault: {said}"

    def restore(self):
        if self.spoiled:
            shutil.copy(ROOT / self.spoiled, self.folder / self.spoiled)
        self.spoiled = None

    def judge(self, fault):
        """(CAUGHT, SURVIVED, EQUIVALENT or BROKEN, how it showed, seconds)"""
        text, begin = fault.edit(ROOT), time.monotonic()
        if text is None:
            return BROKEN, "the text no longer stands there once", 0
        problem = "" if fault.reason else self.measure(fault.test)
        if problem:
            return BROKEN, problem, time.monotonic() - begin
        if self.spoiled != fault.file:
            self.restore()
        begin, self.spoiled = time.monotonic(), fault.file
        (self.folder / fault.file).write_text(text)
        problem = self.make(fault.test)
        if problem:
            return BROKEN, "it does not build: " + first_line(problem, "error"), time.monotonic() - begin
        if fault.reason:
            return EQUIVALENT, fault.reason, time.monotonic() - begin
        code, said = self.try_test(fault.test, self.limits[fault.test])
        seconds = time.monotonic() - begin
        if code is None:
            return CAUGHT, "by the time limit", seconds
        return (SURVIVED, fault.test, seconds) if code == 0 else (CAUGHT, fault.test, seconds)


def same(one, other):
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()


def first_line(text, word):
    return next((line.strip() for line in text.splitlines() if word in line), text.strip()[:200])
