# What boards with a fast port take for cubes and for the brain, in the time of their simulations.
# SPDX-License-Identifier: Apache-2.0
"""Usage: links.py [options] FT232H-BOARD ETHERNET-BOARD ENGINE FOLDER NAME:FACT,FACT... ...

Each volume goes through the command, the driver, the simulated port and the pins of the board and back. Results have to
be those of ENGINE (sim:...), bit for bit. The boards with a NAME are those of boards/, of which the time on a slow port
follows from its rate. Ends with 1 if a figure misses what is required. Only the standard library is needed."""
import argparse
import gzip
import json
import os
import struct
import subprocess
import sys
import time
from math import ceil, prod
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
sys.path[:0] = [str(ROOT / "sim/ethernet")]

import sim_ethernet  # noqa: E402

# Bytes besides the words in a datagram of 1458 bytes of them, on the wire: link, UDP, IP, Ethernet, preamble and gap;
# and those of the shortest frame, a request or an answer without words.
WORDS, AROUND, SHORTEST, GIGABIT = 1458, 14 + 8 + 20 + 18 + 8 + 12, 64 + 8 + 12, 125e6
MB = 1e6
REQUIRED = {"usb alone": 30, "usb cube": 8, "both": 90, "cube": 3, "stream": 1.4, "brain": 0.5}


class Table:
    """The figures, one a line as soon as it is there."""

    def __init__(self, required):
        self.required, self.missed = required, []
        print("| figure | simulated | required | the limit |\n|---|---|---|---|", flush=True)

    def add(self, name, value, unit, key, limit):
        least = unit == "MB/s"
        bound = self.required.get(key)
        good = bound is None or (value >= bound if least else value <= bound)
        if not good:
            self.missed.append(name)
        demand = "–" if bound is None else f"{'≥' if least else '≤'} {bound} {unit}{'' if good else ', MISSED'}"
        print(f"| {name} | {value:.3g} {unit} | {demand} | {limit} |", flush=True)


def run_usb(model, engine, side, folder):
    """One cube over the FT232H: the report of the command, and that of the simulated USB."""
    source, ours, theirs, seen = (folder / name for name in ("in.npy", "usb.npy", "model.npy", "usb.json"))
    sim_ethernet.cubes(source, 1, side)

    def forward(result, name, **environment):
        told = result.with_suffix(".report")
        subprocess.run([BUILD / "bin/orbital", "forward", source, "-o", result, "--block", str(side), "--engine", name,
                        "--force", "--json", told], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, **environment})
        return json.loads(told.read_text())

    told = forward(ours, "ftdi:mode=sync", ORB_BOARD_MODELS=str(BUILD / f"lib/board/{model}.so"),
                   ORB_BOARD_REPORT=str(seen), LD_PRELOAD=str(BUILD / "lib/libusb-sim.so"))
    forward(theirs, engine)
    if ours.read_bytes() != theirs.read_bytes():
        sys.exit(f"{model}: the result is not that of {engine}")
    return told, json.loads(seen.read_text())[0]


def usb_figures(table, options, folder):
    told, seen = run_usb(options.usb, options.engine, options.side, folder)
    megahertz = seen["clock_hz"] / 1e6
    programs = told["run_cycles"] / megahertz / 1e3
    print(f"| **{options.usb}**, {megahertz:g} MHz | | | |")
    usb = "13 packets of 512 bytes in a microframe of USB 2.0, for both directions together: 53 MB/s"
    table.add("to the board alone", seen["rate_to_board"] / MB, "MB/s", "usb alone", usb)
    table.add("from the board alone", seen["rate_from_board"] / MB, "MB/s", "usb alone", usb)
    table.add(f"one {options.side}³ cube there and back", programs, "ms", "usb cube",
              f"the transfers; the array computes {told['cycles'] / megahertz / 1e3:.2f} ms of it")
    table.add("the same with the opening of the chip", seen["microseconds"] / 1e3, "ms", None, "frames of the USB")
    return {"cube": programs / 1e3, "cycles": told["cycles"], "hz": seen["clock_hz"],
            "rate": min(seen["rate_to_board"], seen["rate_from_board"])}


def slab(brain, path, side, blocks):
    """Writes the middle of a NIfTI-1 volume of bytes, so many blocks along its first axis, as NPY."""
    raw = gzip.decompress(Path(brain).read_bytes())
    shape, (datatype,), (offset,) = (struct.unpack_from(*place) for place in
                                     (("<3h", raw, 42), ("<h", raw, 70), ("<f", raw, 108)))
    if raw[344:347] != b"n+1" or datatype != 2:
        sys.exit(f"{brain} is no NIfTI-1 file of bytes")
    grid = [-(-n // side) for n in shape]
    first = (grid[0] - min(blocks, grid[0])) // 2 * side
    last = min(first + blocks * side, shape[0])
    rows = (int(offset) + shape[0] * row for row in range(shape[1] * shape[2]))
    header = (f"{{'descr': '|u1', 'fortran_order': True, 'shape': ({last - first}, {shape[1]}, {shape[2]}), }}"
              ).ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                     + b"".join(raw[row + first:row + last] for row in rows))
    return shape, grid[0] * grid[1] * grid[2]


def ethernet_figures(table, options, folder):
    def run(source):
        return sim_ethernet.run(options.ethernet, options.engine, folder, source, options.side)

    source = folder / "in.npy"
    sim_ethernet.cubes(source, 1, options.side)
    told, one = run(source)
    sim_ethernet.cubes(source, options.cubes, options.side)
    _, stream = run(source)
    clock = one["clock_hz"]
    computes = told["cycles"] / clock * 1e3
    link = clock / MB
    wire = GIGABIT * WORDS / (WORDS + AROUND) / MB
    both = GIGABIT * WORDS / (WORDS + AROUND + SHORTEST) / MB
    slower = min(both, link * WORDS / (WORDS + 58))  # cycles of a datagram in the link
    transfer = bytes_of(dict(options.boards)[options.ethernet]) / slower / 1e3
    print(f"| **{options.ethernet}**, {clock / 1e6:g} MHz | | | |")
    alone = f"{wire:.3g} MB/s on the wire; {link:g} MB/s, a byte a cycle, in the link, headers included"
    table.add("to the board alone", one["rate_to_board"] / MB, "MB/s", None, alone)
    table.add("from the board alone", one["rate_to_host"] / MB, "MB/s", None, alone)
    table.add("each direction, both at the same time", stream["rate_both"] / MB, "MB/s", "both",
              f"{both:.3g} MB/s on the wire, which answers and requests of the other direction share; the link")
    table.add(f"one {options.side}³ cube there and back", one["programs"], "ms", "cube",
              f"in, computing ({computes:.2f} ms) and out follow each other")
    table.add("the same with opening and closing", one["all"], "ms", None, "round trips of 25 µs")
    table.add(f"{options.cubes} cubes with opening and closing, each", stream["all"] / options.cubes, "ms", "stream",
              f"computing follows the streams, {computes:.2f} + {transfer:.2f} ms, as the array has two buffers; the "
              "rest are round trips, and the first and last cubes")
    shape, blocks = slab(options.brain, source, options.side, options.slabs)
    told, brain = run(source)
    whole = brain["all"] * blocks / told["blocks"]
    name = f"{told['blocks']} blocks of the brain, forward"
    table.add(name, brain["all"] / 1e3, "s", "brain" if told["blocks"] == blocks else None,
              f"the same; {told['repeats']} blocks ran again, as a result was clipped")
    if told["blocks"] != blocks:
        table.add(f"extrapolated from these: its {blocks} blocks", whole / 1e3, "s", "brain", "the same")
    return {"cube": one["programs"] / 1e3, "brain": whole / 1e3, "shape": shape, "side": options.side, "blocks": blocks,
            "repeats": told["repeats"] * blocks / told["blocks"]}


def seconds_of_cpu(source, side):
    """Seconds of the engine cpu for a volume, and of the command from file to file; the best of three."""
    computing, whole = [], []
    for _ in range(3):
        start = time.monotonic()
        done = subprocess.run([BUILD / "bin/orbital", "forward", source, "-o", source.with_name("cpu.npy"), "--block",
                               str(side), "--engine", "cpu", "--force", "--json", "-"], check=True, capture_output=True,
                              text=True)
        whole.append(time.monotonic() - start)
        computing.append(json.loads(done.stdout)["seconds"]["total"])
    return min(computing), min(whole)


def side_of(facts):
    return facts["P"] * facts["BMAX"]


def bytes_of(facts):
    """Bytes of a cube of words."""
    return (facts["W"] + 7) // 8 * side_of(facts) ** 3


def of_rate(name, facts, usb, brain):
    """Seconds of a cube and of the brain on a board: words at the rate of the port, then computing. A UART moves the
    words of one cube in while those of the one before go out. Of cubes of another size it is not known how many of the
    brain's are computed twice."""
    board = name.partition("_")[0]
    uart = any("board_uart" in file.read_text() for file in (ROOT / "boards" / board).glob("*.v"))
    measured = usb["rate"] if board.endswith("ft232h") else 0  # 0 also of a cube that is too small for it
    way = bytes_of(facts) / (measured or facts["LINK"])
    if side_of(facts) == brain["side"]:
        cycles, blocks = usb["cycles"], brain["blocks"] + brain["repeats"]
    else:
        cycles = 3 * facts["P"] * facts["BMAX"] ** 4 / facts.get("LANES", 1)
        blocks = prod(ceil(n / side_of(facts)) for n in brain["shape"])
    computes = cycles / facts["CORE_HZ"]
    return 2 * way + computes, blocks * ((1 if uart else 2) * way + computes)


def compare(options, folder, usb, brain):
    """What a cube and the brain take on each board, and with the engine cpu on this machine."""
    source = folder / "in.npy"
    sim_ethernet.cubes(source, 1, options.side)
    cube = seconds_of_cpu(source, options.side)
    slab(options.brain, source, options.side, brain["blocks"])
    volume = seconds_of_cpu(source, options.side)
    shape = "×".join(map(str, brain["shape"]))
    title = f"port and array alone: {options.side}³ cube | the brain, {shape} in {brain['blocks']} blocks"
    print(f"\n| board | {title} | |",
          "|---|---|---|---|", sep="\n")
    for name, what in options.boards:
        other_size = side_of(what) != options.side
        # Of the designs for one chip, that for cubes of this size with one lane.
        if what.get("EXP") or (name.endswith("_p2") if other_size else what.get("LANES", 1) > 1):
            continue
        if name == options.ethernet:
            both, how = (brain["cube"], brain["brain"]), "simulated"
        else:
            both, how = of_rate(name, what, usb, brain), "from the rate of its port"
            if name == options.usb:
                both, how = (usb["cube"], both[1]), "cube simulated, brain from the rate"
        size = f" ({side_of(what)}³)" if other_size else ""
        print(f"| {name} | {both[0] * 1e3:.3g} ms{size} | {both[1]:.3g} s | {how} |")
    print(f"| engine cpu, this machine | {cube[0] * 1e3:.2g} ms | {volume[0]:.2g} s | measured |\n\nFrom file to file, "
          f"the command with the engine cpu took {cube[1] * 1e3:.2g} ms and {volume[1]:.2g} s on this machine. With a "
          "board it reads, converts and writes as much,\nand that takes no time in the simulation: the table has only "
          "what the port and the array add.")


def named_facts(text):
    name, _, rest = text.partition(":")
    return name, {key: int(value) for key, value in (one.split("=") for one in rest.split(",") if one)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("usb")
    parser.add_argument("ethernet")
    parser.add_argument("engine")
    parser.add_argument("folder", type=Path)
    parser.add_argument("boards", nargs="*", type=named_facts)
    parser.add_argument("--brain", default="/usr/share/mricron/templates/ch2.nii.gz", help="a NIfTI-1 volume of bytes")
    parser.add_argument("--side", type=int, default=32, help="points of a cube along each side")
    parser.add_argument("--cubes", type=int, default=64, help="cubes of the steady stream")
    parser.add_argument("--slabs", type=int, default=1000,
                        help="blocks of the brain along its first axis (default: all)")
    parser.add_argument("--any", action="store_true", help="require nothing, for other arrays")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    print(f"Results are equal to those of {options.engine}, bit for bit. Times are those of the simulation, in which "
          "the host's computing takes none.\n")
    table = Table({} if options.any else REQUIRED)
    usb = usb_figures(table, options, options.folder)
    brain = ethernet_figures(table, options, options.folder)
    compare(options, options.folder, usb, brain)
    if table.missed:
        sys.exit(f"links.py: not as required: {', '.join(table.missed)}")


if __name__ == "__main__":
    main()
