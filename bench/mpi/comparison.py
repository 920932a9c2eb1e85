# What the programs that compare libraries on MPI ranks have in common: arguments, facts, and the files that they write.
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import sys
from pathlib import Path

from mpi4py import MPI

from sides import machine, save

COMM = MPI.COMM_WORLD


def parser(description, cases, elements):
    """A parser with the common arguments; `cases` and `elements` are the defaults."""
    new = argparse.ArgumentParser(description=description)
    new.add_argument("library", type=Path)
    new.add_argument("folder", type=Path)
    new.add_argument("--cases", default=cases)
    new.add_argument("--elements", default=elements)
    new.add_argument("--seconds", type=float, default=20, help="for all rounds of a case (default: %(default)s)")
    new.add_argument("--most", type=int, default=15, help="the most rounds of a case; there are at least 3")
    new.add_argument("--sample", type=float, default=0.05, help="seconds of each side in a round")
    return new


def facts(*libraries, also=()):
    """The machine, the libraries, and the processors of each rank. Collective."""
    processors = " and ".join(str(sorted(s)) for s in COMM.allgather(os.sched_getaffinity(0)))
    versions = [MPI.Get_library_version().split(",")[0], *also]
    return f"{machine(*libraries)}\n{', '.join(versions)}, {COMM.size} ranks on processors {processors}"


def finish(folder, name, fields, rows, text, wrong):
    """Rank 0 prints the text, and writes NAME.md and NAME.csv. All ranks exit, with status 1 if results differ."""
    if COMM.rank == 0:
        print(text)
        save(folder, name, fields, rows, text)
        if wrong:
            print(f"{name}.py: results differ: {'; '.join(wrong)}", file=sys.stderr)
    sys.exit(1 if wrong else 0)
