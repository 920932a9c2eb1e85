# What a board with Ethernet takes for cubes, in the time of its simulation, beside the same array without it.
# SPDX-License-Identifier: Apache-2.0
"""Usage: sim_ethernet.py BOARD ENGINE FOLDER [CUBES]

The cubes go through the command, a socket, a simulated network, the pins of the board and back; the results have to
be those of ENGINE (sim:...), bit for bit. Only the standard library is needed."""
import json
import random
import struct
import subprocess
import sys
from array import array
from pathlib import Path

from simulated_network import BUILD, Network

BLOCK = 32


def cubes(path, count, side=BLOCK):
    """Writes so many cubes of random numbers, one after the other, as NPY."""
    shape = (side * count, side, side)
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    generator = random.Random(count)
    values = array("f", (generator.uniform(-1, 1) for _ in range(count * side ** 3)))
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values.tobytes())


def run(board, engine, folder, source, side=BLOCK):
    """Transforms a volume in blocks, and compares. Returns the reports of the command and of the network; that one has
    the milliseconds of the programs and of all, too."""
    ours, theirs, told = (folder / name for name in ("board.npy", "model.npy", "run.json"))
    job = ["forward", source, "--block", side, "--force", "--json", told]
    with Network(board) as network:
        code, _, errors = network.run(*job, "-o", ours, "--engine", network.engine)
    if code:
        sys.exit(errors)
    report = json.loads(told.read_text())
    subprocess.run([BUILD / "bin/orbital", *map(str, job), "-o", theirs, "--engine", engine], check=True,
                   stdout=subprocess.DEVNULL)
    if ours.read_bytes() != theirs.read_bytes():
        sys.exit(f"the board's result is not that of {engine}")
    network.report["programs"] = report["run_cycles"] / network.report["clock_hz"] * 1e3
    network.report["all"] = network.report["microseconds"] / 1e3
    return report, network.report


def main(board, engine, folder, most="8"):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    print(f"cubes of {BLOCK}^3 through {board}, equal to {engine} bit for bit; simulated milliseconds")
    for count in (1, int(most)):
        source = folder / "in.npy"
        cubes(source, count)
        _, seen = run(board, engine, folder, source)
        print(f"{count} cubes: {seen['programs']:.2f} in programs, {seen['all']:.2f} with all else, "
              f"{seen['all'] / count:.2f} each; {seen['bytes_to_board']} bytes of frames to the board, "
              f"{seen['bytes_to_host']} back, at {seen['clock_hz'] / 1e6:g} MHz", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
