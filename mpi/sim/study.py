# Simulates all points, two at a time, and keeps what was found by what it was found from.
# SPDX-License-Identifier: Apache-2.0
"""Usage: study.py [--processes N] PROGRAM FOLDER [STUDY...]

PROGRAM is mpi/sim's `scale`. FOLDER gets STUDY.csv for each study, and in cache/ a line for each point, which a later
run takes over if program, machine, rates and case are the same."""
import argparse
import csv
import hashlib
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import lirkov
from platforms import HERE, OPTIONS, PLATFORMS, host_files, options, xml
from points import STUDIES

RANKS_A_RUN = 4096  # of all cases that one process simulates, so that progress is told and little is lost
COLUMNS = ["seconds", "work", "wait", "idle", "steps", "messages", "bytes", "messages_all", "bytes_all", "error"]


def rates_of(platform):
    kind = PLATFORMS[platform].rates
    if kind == "lirkov":
        return lirkov.rates(platform.partition("-")[0], PLATFORMS[platform].ranks)
    return (HERE / f"rates/{kind}.csv").read_text()


class Simulator:
    def __init__(self, program, folder, processes):
        self.program = program
        self.processes = processes
        self.folder = folder
        self.cache = folder / "cache"
        self.cache.mkdir(parents=True, exist_ok=True)
        self.rates = {name: rates_of(name) for name in PLATFORMS}
        self.stamp = hashlib.sha256(program.read_bytes() + " ".join(OPTIONS).encode()).hexdigest()
        self.lock = threading.Lock()

    def key(self, point):
        machine = xml(point.platform, point.ranks, point.sides)
        parts = (self.stamp, machine, self.rates[point.platform], str(point.ranks), point.case,
                 *options(point.platform)[len(OPTIONS):])
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def known(self, point):
        path = self.cache / self.key(point)
        return path.read_text() if path.exists() else None

    def groups(self, points):
        """Points of one machine go together, small machines first."""
        machines = {}
        for point in points:
            machines.setdefault((point.ranks, point.platform, point.sides), []).append(point)
        for (ranks, _, _), group in sorted(machines.items(), key=lambda item: item[0][0]):
            size = max(1, RANKS_A_RUN // ranks)
            yield from (group[i:i + size] for i in range(0, len(group), size))

    def simulate(self, group):
        first = group[0]
        name = f"{first.platform}-{self.key(first)[:12]}"
        paths = {end: self.folder / "run" / f"{name}.{end}" for end in ("xml", "hosts", "rates", "cases")}
        paths["xml"].write_text(xml(first.platform, first.ranks, first.sides))
        paths["hosts"].write_text(host_files(first.platform, first.ranks))
        paths["rates"].write_text(self.rates[first.platform])
        paths["cases"].write_text("".join(point.case + "\n" for point in group))
        done = subprocess.run(["smpirun", "-no-privatize", "-np", str(first.ranks), "-platform", str(paths["xml"]),
                               "-hostfile", str(paths["hosts"]), *options(first.platform), str(self.program),
                               str(paths["rates"]), str(paths["cases"])], capture_output=True, text=True)
        lines = [line for line in done.stdout.splitlines() if line.startswith("case,")]
        if done.returncode or len(lines) != len(group):
            raise SystemExit(f"study.py: {first.ranks} ranks of {first.platform}, {paths['cases']}: ended with "
                             f"{done.returncode} after {len(lines)} of {len(group)} cases: "
                             f"{done.stderr.strip()[-500:]}")
        for point, line in zip(group, lines):
            (self.cache / self.key(point)).write_text(line.split(",", 1)[1].rsplit("," + point.case, 1)[0])
        for path in paths.values():
            path.unlink()
        with self.lock:
            self.done += len(group)
            print(f"{self.done} of {self.total} points, {time.monotonic() - self.start:.0f} s: {first.ranks} ranks of "
                  f"{first.platform}", file=sys.stderr, flush=True)

    def run(self, name, points):
        new = {self.key(point): point for point in points if self.known(point) is None}
        self.done, self.total, self.start = 0, len(new), time.monotonic()
        print(f"{name}: {len(points)} points, {len(points) - len(new)} of them known", file=sys.stderr, flush=True)
        (self.folder / "run").mkdir(exist_ok=True)
        with ThreadPoolExecutor(self.processes) as pool:
            jobs = [pool.submit(self.simulate, group) for group in self.groups(new.values())]
            try:
                for job in jobs:
                    job.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def pairs(point):
    return dict(pair.split("=") for pair in point.case.split())


def write(simulator, name, points, path):
    keys = list(dict.fromkeys(key for point in points for key in pairs(point)))
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["platform", "ranks", *keys, *COLUMNS])
        for point in points:
            of = pairs(point)
            writer.writerow([point.platform, point.ranks, *(of.get(key, "") for key in keys),
                             *simulator.known(point).split(",")])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=f"of {', '.join(STUDIES)}; all of them if none")
    parser.add_argument("--processes", type=int, default=2, help="simulations at a time")
    chosen = parser.parse_args()
    wrong = set(chosen.studies) - set(STUDIES)
    if wrong:
        parser.error(f"no study: {', '.join(sorted(wrong))}; there are {', '.join(STUDIES)}")
    simulator = Simulator(chosen.program.resolve(), chosen.folder.resolve(), chosen.processes)
    for name in chosen.studies or STUDIES:
        points = list(STUDIES[name]())
        simulator.run(name, points)
        write(simulator, name, points, chosen.folder / f"{name}.csv")


if __name__ == "__main__":
    main()
