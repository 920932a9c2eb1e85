# Measures liborbital_mpi beside FFTW-MPI and mpi4py-fft, on the ranks that it is started on.
# SPDX-License-Identifier: Apache-2.0
"""Usage: mpirun -n 2 mpi.py LIBRARY FOLDER [--cases N,...] [--elements f,d,F,D,r,R] [--directions forward,inverse]
[--algorithms NAME,...] [--seconds S] [--estimate]

All sides of one transform are run alternately (ours, FFTW, FFTW with transposed coefficients, mpi4py-fft, ours, ...),
so that what else the machine does meets all of them; a ratio is of two of one turn. The transforms are unscaled: DCTs
of type 2 of floats and doubles (f, d), Fourier transforms of complex floats and doubles (F, D), and Fourier transforms
of real floats and doubles with half a spectrum (r, R). Rank 0 prints the tables of docs/cluster-measurements.md, and
leaves mpi.csv and mpi.md in FOLDER. Ends with 1 if results differ."""
import ctypes
import functools
import gc
import statistics
import sys
import time

import mpi4py_fft
import numpy as np
from mpi4py import MPI

import comparison
from cubes import Box, Cube, aligned, fill, marks, TYPES
from sides import spread, table

AXES = 4  # ORB_MPI_AXES
COMM = MPI.COMM_WORLD
TOLERANCE = {"f": 1e-6, "F": 1e-6, "r": 1e-6, "d": 1e-14, "D": 1e-14, "R": 1e-14}  # of the results' root mean square
NAMES = {"f": "DCT-II, float", "d": "DCT-II, double", "F": "Fourier, complex float", "D": "Fourier, complex double",
         "r": "Fourier, real float", "R": "Fourier, real double"}
MOST_POINTS = 256  # along an axis, for what takes long or much memory
RIVALS = ("FFTW", "FFTW transposed", "mpi4py-fft")
# Coefficients as the algorithm leaves them, where that differs, are compared with transposed ones.
PAIRS = {False: ("FFTW",), True: ("FFTW transposed", "mpi4py-fft")}
FIELDS = ["n", "element", "direction", "side", "skewed", "why", "turns", "difference", "seconds", "compute", "wait",
          *(f"{rival} {end}".strip() for rival in RIVALS for end in ("low", "", "high"))]


def load(path):
    library = ctypes.CDLL(str(path))
    side, size, flag, cube = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_bool, ctypes.POINTER(Cube)
    for name, result, arguments in (
            ("version", ctypes.c_char_p, []), ("algorithm", ctypes.c_char_p, [ctypes.c_int]),
            ("ours", side, [cube, ctypes.c_int, flag]), ("fftw", side, [cube, flag, flag, side, side]),
            ("fftw_numbers", size, [cube]), ("free", None, [side]),
            ("box", flag, [side, flag, size * AXES, size * AXES, ctypes.POINTER(size)]),
            ("seconds", ctypes.c_double, [side, flag]),
            ("why", ctypes.c_char_p, [side]), ("run", ctypes.c_int, [side, side, side, ctypes.c_int])):
        function = getattr(library, "contest_" + name)
        function.restype, function.argtypes = result, arguments
    return library


class Side:
    """A side of the contest. keep: its plan stays between turns; repeats: it can run again on what it transformed.
    skewed: are the coefficients transposed? None: they might be, and it is the same."""
    keep = repeats = True

    def __init__(self, name, skewed):
        self.name, self.skewed, self.seconds, self.parts, self.why = name, skewed, [], [], ""

    def begin(self):
        pass

    def end(self, last=False):
        pass

    def refill(self):
        pass


class Compiled(Side):
    """Ours, or FFTW."""
    def __init__(self, library, name, skewed, make, keep=True):
        super().__init__(name, skewed)
        self.library, self.make, self.keep, self.handle = library, make, keep, None
        self.begin()
        self.boxes = []
        for output in (False, True):
            start, size, row = (ctypes.c_size_t * AXES)(), (ctypes.c_size_t * AXES)(), ctypes.c_size_t()
            turned = library.contest_box(self.handle, output, start, size, ctypes.byref(row))
            self.boxes.append(Box(start[:3], size[:3], turned, row.value))

    def begin(self):
        if not self.handle:
            self.handle = self.make()
            if not self.handle:
                raise SystemExit(f"mpi.py: {self.name}: no plan could be made")

    def end(self, last=False):
        if last or not self.keep:
            self.library.contest_free(self.handle)
            self.handle = None

    def arrays(self, memory_in, memory_out):
        self.memory = memory_in, memory_out

    def run(self, times):
        if self.library.contest_run(self.handle, self.memory[0].ctypes.data, self.memory[1].ctypes.data, times):
            raise SystemExit(f"mpi.py: {self.name} failed")
        self.part = [self.library.contest_seconds(self.handle, wait) for wait in (False, True)]
        self.why = self.library.contest_why(self.handle).decode()

    def result(self):
        return self.boxes[1].of(self.memory[1]), self.boxes[1].start


class Spoiling(Compiled):
    """FFTW from half a spectrum to points overwrites its input, which is copied again before each run."""
    repeats = False

    def refill(self):
        if not hasattr(self, "copy"):
            self.copy = self.memory[0].copy()
        self.memory[0][...] = self.copy


class Mpi4pyFft(Side):
    """Its plans spoil what they transform, so that they have arrays of their own, which are filled before each run."""
    repeats = False

    def __init__(self, cube, measure):
        super().__init__("mpi4py-fft", True)
        pair = (functools.partial(mpi4py_fft.fftw.dctn, type=2), functools.partial(mpi4py_fft.fftw.idctn, type=2))
        kinds = {(a,): pair for a in range(3)} if cube.element in "fd" else None
        effort = "FFTW_MEASURE" if measure else "FFTW_ESTIMATE"
        self.plan = mpi4py_fft.PFFT(COMM, (cube.n, cube.n, cube.n), axes=(0, 1, 2), dtype=TYPES[cube.element][0],
                                    transforms=kinds, planner_effort=effort)
        self.call = self.plan.backward if cube.inverse else self.plan.forward
        self.starts = [[s.start for s in self.plan.local_slice(side != cube.inverse)] for side in (False, True)]
        self.numbers = np.empty_like(self.call.input_array)
        fill(self.numbers, self.starts[0], cube)

    def refill(self):
        self.call.input_array[...] = self.numbers

    def run(self, times):
        self.call(normalize=False)

    def result(self):
        return self.call.output_array, self.starts[1]

    def end(self, last=False):
        if last:
            self.plan.destroy()


def sides_of(library, cube, options):
    """All that take part, with what they transform."""
    count = library.contest_fftw_numbers(cube)
    counts = [count * (1 + (cube.half and one in "fd")) for one in cube.types]  # points of half a spectrum are real
    out = aligned(max(counts[1], cube.n ** 3), cube.types[1])
    inputs = {}

    def input_of(box):
        if box.key() not in inputs:
            memory = inputs[box.key()] = aligned(box.numbers(), cube.types[0])
            fill(box.of(memory), box.start, cube)
        return inputs[box.key()]

    sides = []
    for transposed in (False, True):
        memory = aligned(counts[0], cube.types[0])
        spoils = cube.half and cube.inverse
        side = (Spoiling if spoils else Compiled)(library, RIVALS[transposed], transposed, functools.partial(
            library.contest_fftw, cube, transposed, options.measure, memory.ctypes.data, out.ctypes.data))
        box = side.boxes[0]
        fill(box.of(memory), box.start, cube)
        if not spoils:
            inputs.setdefault(box.key(), memory)
        side.arrays(memory, out)
        sides.append(side)
    sides.append(Mpi4pyFft(cube, options.measure))
    index = 0
    while name := library.contest_algorithm(index):
        name = name.decode()
        boxes = []
        for skewed in (False, True):
            if not takes_part(name, cube, options):
                continue
            # Plans that hold much memory do not stay while others are measured: of ORBITAL five volumes on one rank, of
            # TRANSPOSE three shares.
            side = Compiled(library, name, skewed, functools.partial(library.contest_ours, cube, index, skewed),
                            name != "ORBITAL" and (name != "TRANSPOSE" or cube.n <= MOST_POINTS))
            boxes.append(COMM.allgather([(b.start, b.size) for b in side.boxes]))
            if skewed and boxes[0] == boxes[1]:
                side.end(last=True)  # it is the same plan
                sides[-1].skewed = None
                continue
            side.arrays(input_of(side.boxes[0]), out)
            side.end()
            sides.append(side)
        index += 1
    return sides


def takes_part(name, cube, options):
    """Can this algorithm do the transform, and is it asked for? FFTW does Fourier transforms only. Products of blocks
    take long, and much memory, with many points."""
    products = name in ("ORBITAL", "CUBOID")
    asked = name in options.algorithms.split(",") if options.algorithms else not (products and cube.n > MOST_POINTS)
    return asked and not ("fft=" in name and cube.element in "fd") and not (cube.half and products)


def timed(side, times):
    """Seconds of a transform, of several behind each other, on the slowest rank."""
    side.refill()
    COMM.Barrier()
    start = time.perf_counter()
    side.run(times)
    return COMM.allreduce((time.perf_counter() - start) / times, MPI.MAX)


def turn_of(side):
    """A plan that did not stay begins with memory that was never touched: it runs once more before."""
    if not side.keep:
        side.begin()
        timed(side, 1)
    seconds = timed(side, side.times)
    side.end()
    return seconds


def first_turn(side, options):
    """Warms up, looks at the results, and finds how often to run it for a sample. Returns the seconds of a turn."""
    side.begin()
    timed(side, 1)
    side.marks = marks(*side.result(), options.n)
    once = timed(side, 1)
    side.times = max(1, round(options.sample / once)) if side.repeats else 1
    side.end()
    return side.times * once


def row_of(side, wanted, common):
    apart = np.abs(side.marks - wanted)[:2] / np.sqrt(wanted[2].real)
    return {**common, "side": side.name, "skewed": side.skewed, "why": side.why,
            "seconds": statistics.median(side.seconds), "difference": float(np.nan_to_num(apart, nan=np.inf).max())}


def measure(library, n, element, inverse, options):
    options.n = n
    cube = Cube(n, element, inverse)
    gc.collect()  # the last case's plans of mpi4py-fft
    library.contest_start()
    sides = sides_of(library, cube, options)
    spent = sum(first_turn(side, options) for side in sides)
    turns = COMM.bcast(min(options.most, max(3, round(options.seconds / spent))))
    for _ in range(turns):
        for side in sides:
            side.seconds.append(turn_of(side))
            if isinstance(side, Compiled):
                side.parts.append(np.max(COMM.allgather(side.part), axis=0))
    rows = []
    for side in sides:
        row = row_of(side, sides[0].marks, {"n": n, "element": element, "turns": turns,
                                            "direction": "inverse" if inverse else "forward"})
        if side.name not in RIVALS:
            row["compute"], row["wait"] = np.median(side.parts, axis=0)
            for rival in sides[:len(RIVALS)]:
                if side.skewed is None or rival.name in PAIRS[side.skewed]:
                    middle, low, high = spread([t / o for t, o in zip(rival.seconds, side.seconds)])
                    row.update({rival.name: middle, rival.name + " low": low, rival.name + " high": high})
        rows.append(row)
    for side in sides:
        side.end(last=True)
    return rows


def title(row):
    return row["side"] + (", transposed" if row["skewed"] and row["side"] not in RIVALS else "")


def ratio(row, rival):
    return f"{row[rival]:.2f} ({row[rival + ' low']:.2f}–{row[rival + ' high']:.2f})" if rival in row else "–"


def tables(rows):
    """A table a transform; a line a size and algorithm, forward and inverse beside each other."""
    found = []
    for element in dict.fromkeys(row["element"] for row in rows):
        chosen = [row for row in rows if row["element"] == element and row["side"] not in RIVALS]
        directions = list(dict.fromkeys(row["direction"] for row in chosen))
        heads = ["n", "algorithm", "ms " + ", ".join(directions), *(f"to {r}, {d}" for r in RIVALS for d in directions)]
        lines = []
        for n, name in dict.fromkeys((row["n"], title(row)) for row in chosen):
            pair = [row for row in chosen if (row["n"], title(row)) == (n, name)]
            lines.append([str(n), name, ", ".join(f"{1e3 * row['seconds']:.3g}" for row in pair),
                          *(ratio(row, rival) for rival in RIVALS for row in pair)])
        found.append(f"{NAMES[element]}:\n\n" + table(heads, lines))
    return "\n\n".join(found)


def arguments():
    parser = comparison.parser(__doc__.splitlines()[0], "100,200,256,400", "f,d,F,D,r,R")
    parser.add_argument("--directions", default="forward,inverse")
    parser.add_argument("--algorithms", help="the algorithms to measure (default: all, but for more "
                        f"than {MOST_POINTS} points along an axis without ORBITAL and CUBOID)")
    parser.add_argument("--estimate", dest="measure", action="store_false", help="FFTW's quick planner")
    return parser.parse_args()


def main():
    options = arguments()
    library = load(options.library)
    first = COMM.rank == 0
    facts = comparison.facts(library.contest_version().decode(), also=[f"mpi4py-fft {mpi4py_fft.__version__}"])
    if first:
        print(facts, flush=True)
    rows = []
    for n in options.cases.split(","):
        for element in options.elements.split(","):
            for direction in options.directions.split(","):
                done = measure(library, int(n), element, direction == "inverse", options)
                rows += done
                if first:
                    print(f"{n}, {NAMES[element]}, {direction}, ms:", ", ".join(
                        f"{title(row)} {1e3 * row['seconds']:.3g}" for row in done), file=sys.stderr, flush=True)
    wrong = [f"{row['n']} {NAMES[row['element']]} {row['direction']} {row['side']}" for row in rows
             if not row["difference"] <= TOLERANCE[row["element"]]]
    comparison.finish(options.folder, "mpi", FIELDS, rows, f"{facts}\n\nRatios: the other's time by ours; median, and "
                      f"in brackets the quartiles.\n\n{tables(rows)}", wrong)


if __name__ == "__main__":
    main()
