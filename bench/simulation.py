# Prints what each Verilated model reaches: cycles of a transform beside formula and ideal, utilisation, steady streams.
# SPDX-License-Identifier: Apache-2.0
import platform
import time

import numpy as np
from configs import configurations
from cycles import compute, period
from exact import FORWARD_AXES
from model import Model
from program import ended, load, stages
from random_program import smallest
from stream import can_stream, period_of, steady

SECONDS = 3.0  # that a measurement of speed should take
CUBES = 16  # of a steady stream; the second to the fifteenth are measured


def run(m, program, extent, repeat=1, words=(), count=0):
    """Runs a program on blocks extent**3. Returns the seconds that it took."""
    start = time.perf_counter()
    m.program(ended(program), (extent,) * 3, repeat)
    m.run(words, count, max_cycles=2**40)
    return time.perf_counter() - start


def transform_cycles(m, extent, repeat=1):
    """COMPUTE of forward transforms of what is in the memories: what it costs does not depend on the numbers."""
    run(m, stages(m.p, (0, 0, 0))[0], extent, repeat)
    return m.read64("COMPUTE")


def speed(m, extent):
    """Clock cycles a second."""
    once = run(m, stages(m.p, (0, 0, 0))[0], extent)
    repeat = max(1, int(SECONDS / once))
    seconds = run(m, stages(m.p, (0, 0, 0))[0], extent, repeat)
    return m.read64("CYCLES") / seconds


def stream_cycles(m):
    """Cycles a cube of a steady stream of the largest blocks."""
    points = (m.p * m.bmax)**3
    buffers = len(period_of(m.p, m.nbuf))
    repeat = -(-CUBES // buffers)
    cubes = repeat * buffers
    run(m, [load(0)], m.bmax, words=np.zeros(points))
    run(m, steady(m, (0, 0, 0), placement=0), m.bmax, repeat, np.zeros(cubes * points), cubes * points)
    return float(m.lasts[14] - m.lasts[1]) / 13


def main():
    print(f"Machine: {platform.machine()}, one core used. Cycles are the device's own count of forward transforms.\n")
    print("A transform alone, with its drain:\n")
    print("| model | block | cycles | formula | ideal 3·P·b⁴/LANES | of the cycles WAIT |")
    print("|---|---|---|---|---|---|")
    summary = []
    for name, parameters in configurations().items():
        with Model("sim", name) as m:
            for extent in range(smallest(m), m.bmax + 1):
                formula = compute(m, (extent,) * 3, [(axis, m.p) for axis in FORWARD_AXES])[0]
                print(f"| {name} | {extent} | {transform_cycles(m, extent)} | {formula} "
                      f"| {3 * m.p * extent**4 / m.lanes:.0f} | {m.read64('WAIT')} |")
            ideal = 3 * m.p * m.bmax**4 / m.lanes
            steady_cycles = (transform_cycles(m, m.bmax, 5) - transform_cycles(m, m.bmax)) / 4
            streamed = f"{stream_cycles(m):.1f}" if can_stream(parameters) else "–"
            longest = f"{period(m, (m.bmax,) * 3, FORWARD_AXES)}, {(m.p * m.bmax)**3 // m.io_words}"
            pace = speed(m, m.bmax) * m.p**3 / 1e6
            summary.append(f"| {name} | {m.p**3 * m.lanes} | {100 * ideal / steady_cycles:.2f} % | {streamed} "
                           f"| {longest} | {pace:.0f} |")
    print("\nThe largest blocks, one transform behind the other; the peak is a multiply-add a lane, node and cycle. A")
    print("steady stream loads and unloads beside them, where there are three buffers (cycles a cube):\n")
    print("| model | multiply-adds a cycle | utilisation | steady stream | compute, beats | 10⁶ node-cycles/s |")
    print("|---|---|---|---|---|---|")
    print("\n".join(summary))


if __name__ == "__main__":
    main()
