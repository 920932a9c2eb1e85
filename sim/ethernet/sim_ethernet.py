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


def cubes(path, count):
    """Writes so many cubes of random numbers, one after the other, as NPY."""
    shape = (BLOCK * count, BLOCK, BLOCK)
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    generator = random.Random(count)
    values = array("f", (generator.uniform(-1, 1) for _ in range(count * BLOCK ** 3)))
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values.tobytes())


def run(board, engine, folder, count):
    """Returns (milliseconds of the run, of all with opening, report of the network)."""
    source, ours, theirs, told = (folder / name for name in ("in.npy", "board.npy", "model.npy", "run.json"))
    cubes(source, count)
    job = ["forward", source, "--block", BLOCK, "--force", "--json", told]
    with Network(board) as network:
        code, _, errors = network.run(*job, "-o", ours, "--engine", network.engine)
    if code:
        sys.exit(errors)
    cycles = json.loads(told.read_text())["run_cycles"]
    subprocess.run([BUILD / "bin/orbital", *map(str, job), "-o", theirs, "--engine", engine], check=True,
                   stdout=subprocess.DEVNULL)
    if ours.read_bytes() != theirs.read_bytes():
        sys.exit(f"the board's result is not that of {engine}")
    return cycles / 1e5, network.report["microseconds"] / 1e3, network.report


def main(board, engine, folder, most="8"):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    print(f"cubes of {BLOCK}^3 through {board} at 100 MHz, equal to {engine} bit for bit; simulated milliseconds")
    for count in (1, int(most)):
        milliseconds, whole, report = run(board, engine, folder, count)
        print(f"{count} cubes: {milliseconds:.2f} from start to end, {milliseconds / count:.2f} each; {whole:.2f} with "
              f"the opening; {report['bytes_to_board']} bytes of frames to the board, "
              f"{report['bytes_to_host']} back", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
