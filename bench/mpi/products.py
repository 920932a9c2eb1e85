# Measures liborbital_mpi_gemm and ScaLAPACK on the ranks on which it is started.
# SPDX-License-Identifier: Apache-2.0
"""Usage: mpirun -n 2 products.py LIBRARY FOLDER [--cases N,...] [--elements f,d,F,D] [--seconds S]

For each product of square matrices, all sides run alternately, so that other load on the machine affects all of them.
The sides are the algorithms of orbital, and p?gemm of ScaLAPACK on grids of one row and of one column of ranks, with
each block size. A ratio is the time of ScaLAPACK divided by that of orbital in the same round, with the grid and blocks
of ScaLAPACK that have the lowest median. Rank 0 prints a table, and writes products.csv and products.md to FOLDER. The
exit status is 1 if results differ."""
import ctypes
import statistics
import sys
import time

import numpy as np
from mpi4py import MPI

import comparison
from sides import spread, table

COMM = MPI.COMM_WORLD
ELEMENTS = {"f": 0, "d": 1, "F": 2, "D": 3}  # orb_element
NAMES = {"f": "float", "d": "double", "F": "complex float", "D": "complex double"}
FIELDS = ["n", "element", "side", "rounds", "seconds", "low", "high", "ratio", "ratio low", "ratio high", "difference",
          "why"]


def load(path):
    library = ctypes.CDLL(str(path))
    side, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    for name, result, arguments in (
            ("algorithm", ctypes.c_char_p, [number]), ("ours", side, [size, number, number]),
            ("scalapack", side, [size, number, number, number, number]), ("free", None, [side]),
            ("part", ctypes.c_bool, [side, number, size * 2]), ("index", size, [side, number, number, size]),
            ("why", ctypes.c_char_p, [side]), ("run", number, [side, side, side, side, number])):
        function = getattr(library, "contest_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def whole(n, element, operand):
    """A random matrix, the same on all ranks."""
    rng = np.random.default_rng((n, operand))
    real = rng.standard_normal((n, n), dtype=np.float32).astype(element.lower())
    return real + 1j * real[::-1] if element in "FD" else real


class Side:
    def __init__(self, library, name, handle, n, element):
        if not handle:
            raise SystemExit(f"products.py: {name}: no plan could be made")
        self.library, self.name, self.handle, self.seconds = library, name, handle, []
        self.parts, self.indices = [], []
        for operand in range(3):
            size = (ctypes.c_size_t * 2)()
            by_columns = library.contest_part(handle, operand, size)
            rows, columns = ([library.contest_index(handle, operand, axis, i) for i in range(size[axis])]
                             for axis in range(2))
            part = np.zeros((len(rows), len(columns)), element, order="F" if by_columns else "C")
            if operand < 2:
                part[...] = whole(n, element, operand)[np.ix_(rows, columns)]
            self.parts.append(part)
            self.indices.append((rows, columns))

    def run(self, times):
        if self.library.contest_run(self.handle, *(part.ctypes.data for part in self.parts), times):
            raise SystemExit(f"products.py: {self.name} failed")

    def timed(self):
        """Mean seconds of a product on the slowest rank, of several in sequence."""
        COMM.Barrier()
        start = time.perf_counter()
        self.run(self.times)
        return COMM.allreduce((time.perf_counter() - start) / self.times, MPI.MAX)

    def difference(self, x, wanted):
        """The relative difference of C·x from A·(B·x)."""
        rows, columns = self.indices[2]
        found = np.zeros(len(x), np.complex128)
        found[rows] = self.parts[2].astype(np.complex128) @ x[columns]
        COMM.Allreduce(MPI.IN_PLACE, found)
        return np.linalg.norm(found - wanted) / np.linalg.norm(wanted)

    def end(self):
        self.library.contest_free(self.handle)


def sides_of(library, n, element, options):
    index = 0
    while name := library.contest_algorithm(index):
        yield Side(library, name.decode(), library.contest_ours(n, ELEMENTS[element], index), n, element)
        index += 1
    for rows, columns in sorted({(1, COMM.size), (COMM.size, 1)}):
        for block in map(int, options.blocks.split(",")):
            yield Side(library, f"ScaLAPACK {rows}×{columns}, blocks of {block}",
                       library.contest_scalapack(n, ELEMENTS[element], rows, columns, block), n, element)


def measure(library, n, element, options):
    sides = list(sides_of(library, n, element, options))
    spent = 0.0
    for side in sides:
        side.times = 1
        side.timed()
        once = side.timed()
        side.times = max(1, round(options.sample / once))
        spent += once * side.times
    rounds = COMM.bcast(min(options.most, max(3, round(options.seconds / spent))))
    for _ in range(rounds):
        for side in sides:
            side.seconds.append(side.timed())
    x = np.random.default_rng(n).standard_normal(n)
    wanted = whole(n, element, 0).astype(np.complex128) @ (whole(n, element, 1).astype(np.complex128) @ x)
    rival = min((side for side in sides if side.name.startswith("ScaLAPACK")),
                key=lambda side: statistics.median(side.seconds))
    rows = []
    for side in sides:
        middle, low, high = spread(side.seconds)
        ratio, ratio_low, ratio_high = spread([t / o for t, o in zip(rival.seconds, side.seconds)])
        rows.append(dict(zip(FIELDS, (n, element, side.name, rounds, middle, low, high, ratio, ratio_low, ratio_high,
                                      side.difference(x, wanted), library.contest_why(side.handle).decode()))))
        side.end()
    return rows, rival.name


def table_of(rows, rivals):
    lines = []
    for row in rows:
        if not row["side"].startswith("ScaLAPACK") or row["side"] == rivals[row["n"], row["element"]]:
            flops = 2 * row["n"]**3 * (4 if row["element"] in "FD" else 1)
            lines.append([str(row["n"]), NAMES[row["element"]], row["side"], f"{1e3 * row['seconds']:.3g}",
                          f"{1e-9 * flops / row['seconds']:.3g}",
                          f"{row['ratio']:.2f} ({row['ratio low']:.2f}–{row['ratio high']:.2f})"])
    return table(["n", "elements", "side", "ms", "Gflop/s", "ScaLAPACK's time / this time"], lines)


def main():
    parser = comparison.parser(__doc__.splitlines()[0], "500,1000,2000,4000", "f,d,F,D")
    parser.add_argument("--blocks", default="64,128", help="block sizes of ScaLAPACK")
    options = parser.parse_args()
    library = load(options.library)
    facts = comparison.facts()
    rows, rivals = [], {}
    for element in options.elements.split(","):
        for n in map(int, options.cases.split(",")):
            more, rivals[n, element] = measure(library, n, element, options)
            rows += more
            if COMM.rank == 0:
                print(f"{n}, {NAMES[element]}, ms:", ", ".join(f"{row['side']} {1e3 * row['seconds']:.3g}"
                                                               for row in more), file=sys.stderr, flush=True)
    wrong = [f"{row['n']} {NAMES[row['element']]} {row['side']}" for row in rows
             if not row["difference"] <= (1e-5 if row["element"] in "fF" else 1e-13)]
    comparison.finish(options.folder, "products", FIELDS, rows, f"{facts}\n\n{table_of(rows, rivals)}", wrong)


if __name__ == "__main__":
    main()
