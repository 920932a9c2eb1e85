# One block of the demonstration brain through a simulated board, forward and back, beside the same array without it.
# SPDX-License-Identifier: Apache-2.0
"""Usage: sim_board.py BOARD-MODEL BOARD-ENGINE ENGINE BRAIN FOLDER

The block goes through the command, the real libftdi1, the simulated USB, the pins of the board and back, as
BOARD-ENGINE (ftdi:...) names it; coefficients and result have to be those of ENGINE (sim:...), bit for bit. Only the
standard library is needed."""
import gzip
import json
import os
import struct
import subprocess
import sys
import time
from pathlib import Path

BUILD = Path(__file__).resolve().parents[2] / "build"
BLOCK = 32


def middle_block(brain, path):
    """Writes the block in the middle of the grid of blocks of a NIfTI-1 volume of bytes, as NPY."""
    raw = gzip.decompress(Path(brain).read_bytes())
    shape, (datatype,), (offset,) = (struct.unpack_from(*place) for place in
                                     (("<3h", raw, 42), ("<h", raw, 70), ("<f", raw, 108)))
    assert raw[344:347] == b"n+1" and datatype == 2, f"{brain} is no NIfTI-1 file of bytes"
    x0, y0, z0 = (size // BLOCK // 2 * BLOCK for size in shape)
    rows = (int(offset) + x0 + shape[0] * (y + shape[1] * z)
            for z in range(z0, z0 + BLOCK) for y in range(y0, y0 + BLOCK))
    header = f"{{'descr': '|u1', 'fortran_order': True, 'shape': ({BLOCK}, {BLOCK}, {BLOCK}), }}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                     + b"".join(raw[row:row + BLOCK] for row in rows))
    return x0, y0, z0


def run(direction, source, result, engine, **environment):
    """Runs the command; returns the seconds that it took, and its report."""
    start = time.monotonic()
    told = Path(result).with_suffix(".json")
    options = ["--json", told, *(["--block", str(BLOCK)] if direction == "forward" else [])]
    subprocess.run([BUILD / "bin/orbital", direction, source, "-o", result, "--engine", engine, "--force", *options],
                   check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    return time.monotonic() - start, json.loads(told.read_text())


def main(model, board, engine, brain, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    block, report = folder / "block.npy", folder / "board.json"
    place = middle_block(brain, block)
    print(f"the {BLOCK}^3 voxels of {Path(brain).name} from {place} on, by way of {Path(model).stem}", flush=True)
    source = {"board": block, "model": block}
    for direction in ("forward", "inverse"):
        result = {way: folder / f"{direction}-{way}.npy" for way in source}
        seconds, told = run(direction, source["board"], result["board"], board, ORB_BOARD_MODELS=str(model),
                            ORB_BOARD_REPORT=str(report), LD_PRELOAD=str(BUILD / "lib/libusb-sim.so"))
        run(direction, source["model"], result["model"], engine)
        if result["board"].read_bytes() != result["model"].read_bytes():
            sys.exit(f"{direction}: the board's result is not that of {engine}")
        seen = json.loads(report.read_text())[0]
        if any(seen[error] for error in ("overruns", "framing", "timing", "contention")):
            sys.exit(f"{direction}: the board did not keep to the chip's rules: {seen}")
        line = (seen["to_board"] + seen["from_board"]) / seen["microseconds"]
        print(f"{direction}: equal to {engine}, bit for bit",
              f"{seen['to_board']} bytes to the board, {seen['from_board']} back: {line:.3f} Mbyte/s",
              f"{seen['rate_to_board'] / 1e6:.3f} Mbyte/s while only bytes to the board go, "
              f"{seen['rate_from_board'] / 1e6:.3f} while they come back",
              f"{told['run_cycles'] / seen['clock_hz'] * 1e3:.2f} ms from start to end of the program, transfers "
              f"included, {seen['microseconds'] / 1e3:.2f} ms with the opening, at {seen['clock_hz'] / 1e6:g} MHz",
              f"{seen['cycles']} cycles, simulated in {seconds:.0f} s", sep="\n    ", flush=True)
        source = result


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
